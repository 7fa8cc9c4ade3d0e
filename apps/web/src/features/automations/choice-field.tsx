import type { Ref } from 'react';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import type { Choice } from './automation-form.values.ts';

/** Where the options come from: they can be on their way, or not to be had. */
export type Loaded = { loading: boolean; failed: boolean; retry: () => void };

export type ChoiceFieldProps = {
  label: string;
  placeholder: string;
  emptyText: string;
  options: readonly ComboboxOption[];
  from: Loaded;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The control itself, to bring the focus to it. */
  controlRef?: Ref<HTMLButtonElement>;
};

const TryAgain = ({ from, label }: { from: Loaded; label: string }) =>
  from.failed && !from.loading ? (
    <button
      type="button"
      aria-label={`Try again: ${label}`}
      onClick={from.retry}
      className="rounded-sm text-xs font-semi text-accent hover:underline"
    >
      Try again
    </button>
  ) : null;

/** A labelled select whose value is what was chosen with its name. */
export const ChoiceField = ({
  label,
  error,
  options,
  from,
  emptyText,
  value,
  onChange,
  controlRef,
  ...rest
}: ChoiceFieldProps) => (
  <Field label={label} error={error} aside={<TryAgain from={from} label={label} />}>
    {(control) => (
      <Combobox
        {...control}
        {...rest}
        ref={controlRef}
        name={label}
        options={options}
        emptyText={from.failed ? 'Could not be loaded. Try again.' : emptyText}
        loading={from.loading}
        value={value?.id ?? null}
        valueLabel={value?.name}
        onChange={(id) => {
          const chosen = options.find((option) => option.value === id);
          onChange(chosen ? { id: chosen.value, name: chosen.label } : null);
        }}
      />
    )}
  </Field>
);
