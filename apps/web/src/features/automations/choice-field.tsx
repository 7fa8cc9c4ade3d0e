import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import type { Choice } from './new-automation.values.ts';

type ChoiceFieldProps = {
  label: string;
  placeholder: string;
  emptyText: string;
  options: readonly ComboboxOption[];
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  loading: boolean;
};

/** A labelled select whose value is what was chosen with its name. */
export const ChoiceField = ({ label, error, options, value, onChange, ...rest }: ChoiceFieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <Combobox
        {...control}
        {...rest}
        name={label}
        options={options}
        value={value?.id ?? null}
        onChange={(id) => {
          const chosen = options.find((option) => option.value === id);
          onChange(chosen ? { id: chosen.value, name: chosen.label } : null);
        }}
      />
    )}
  </Field>
);
