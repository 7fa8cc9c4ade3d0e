import { Combobox } from '@picksync/ui/combobox.tsx';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { Field } from '@picksync/ui/field.tsx';
import { useIsLate } from '@picksync/ui/use-is-late.ts';
import { Controller } from 'react-hook-form';
import { type Choice, nextChoice } from './automation-form-values.ts';
import type { AutomationFormState } from './use-automation-form.ts';
import type { ChoicesRequest } from './use-sheets.ts';

type ChoiceFieldProps = {
  form: AutomationFormState;
  name: 'sourceSheet' | 'sourceColumn' | 'targetSheet' | 'targetColumn';
  label: string;
  placeholder: string;
  emptyText: string;
  /** What is known of the choice. */
  hint?: string | undefined;
  /** Why the choice will not work. */
  warning?: string | undefined;
  options: readonly ComboboxOption[];
  request: ChoicesRequest;
  disabled?: boolean;
  /** Called after the choice is in the form, to change what depends on it. */
  onChosen?: (choice: Choice | null) => void;
};

const slowAfterMs = 8000;
const slowNote = 'Smartsheet is slow to answer';

/** A labelled combobox whose value is the chosen id with its name. */
export function ChoiceField({
  form,
  name,
  label,
  options,
  request,
  emptyText,
  hint,
  warning,
  onChosen,
  ...rest
}: ChoiceFieldProps) {
  const isSlow = useIsLate(request.loading, slowAfterMs);
  // What failed or is missing stays said at its field.
  const note = request.refusal ?? request.gap ?? (isSlow ? slowNote : hint);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          error={fieldState.error?.message}
          warning={warning}
          {...(note && { hint: note })}
          aside={<TryAgain label={label} request={request} />}
        >
          {(control) => (
            <Combobox
              {...control}
              {...rest}
              ref={field.ref}
              name={label}
              options={options}
              emptyText={request.failed ? 'Could not be loaded. Try again.' : emptyText}
              loading={request.loading}
              value={field.value?.id ?? null}
              valueLabel={field.value?.name}
              onChange={(id) => {
                const option = options.find(({ value }) => value === id);
                const choice = option ? { id: option.value, name: option.label } : null;
                form.clearErrors(name);
                field.onChange(choice);
                onChosen?.(choice);
                if (choice) leadOn(form);
              }}
            />
          )}
        </Field>
      )}
    />
  );
}

/** Moves the focus to the choice that is still to be made; once all are made it stays. */
function leadOn(form: AutomationFormState): void {
  const next = nextChoice(form.getValues());
  // A column can take the focus once its sheet is drawn as chosen.
  if (next !== 'name') setTimeout(() => form.setFocus(next));
}

function TryAgain({ label, request }: { label: string; request: ChoicesRequest }) {
  if ((!request.failed && !request.gap) || request.loading) return null;
  return (
    <button
      type="button"
      aria-label={`Try again: ${label}`}
      onClick={request.retry}
      className="rounded-sm text-xs font-semi text-accent hover:underline"
    >
      Try again
    </button>
  );
}

/** Empties the column of the sheet that was chosen before. */
export function clear(form: AutomationFormState, column: 'sourceColumn' | 'targetColumn'): void {
  form.setValue(column, null);
  form.clearErrors(column);
}
