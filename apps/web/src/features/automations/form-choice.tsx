import { Controller, type UseFormReturn } from 'react-hook-form';
import type { AutomationValues, Choice } from './automation-form.values.ts';
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx';

type FormChoiceProps = Omit<ChoiceFieldProps, 'value' | 'onChange' | 'error' | 'controlRef'> & {
  form: UseFormReturn<AutomationValues>;
  name: 'sourceSheet' | 'sourceColumn' | 'targetSheet' | 'targetColumn';
  /** What follows from the choice elsewhere in the form. */
  onChosen?: (choice: Choice | null) => void;
};

/** A choice as a part of the form: it knows its value and what is wrong with it. */
export const FormChoice = ({ form, name, onChosen, ...rest }: FormChoiceProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <ChoiceField
        {...rest}
        controlRef={field.ref}
        value={field.value}
        error={fieldState.error?.message}
        onChange={(choice) => {
          field.onChange(choice);
          onChosen?.(choice);
        }}
      />
    )}
  />
);
