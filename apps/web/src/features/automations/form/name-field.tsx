import { maxAutomationNameLength } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import type { AutomationFormState } from './use-automation-form.ts';

/** The name of an automation or a rule, which is proposed until somebody types one. */
export function NameField({ form }: { form: AutomationFormState }) {
  return (
    <Field label="Automation Name" error={form.formState.errors.name?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register('name')}
          placeholder="Named after your choices"
          autoComplete="off"
          maxLength={maxAutomationNameLength}
        />
      )}
    </Field>
  );
}
