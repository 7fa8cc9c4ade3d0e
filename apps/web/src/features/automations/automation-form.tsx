import { Controller, type UseFormReturn } from 'react-hook-form';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { AutomationValues } from './automation-form.values.ts';
import { DestinationSide, SourceSide } from './automation-sides.tsx';
import { RemovalLimitField } from './removal-limit-field.tsx';
import { useSheets } from './use-choices.ts';

type AutomationFormProps = {
  /** Joins the form with its button in the dialog's foot. */
  id: string;
  label: string;
  form: UseFormReturn<AutomationValues>;
  onSubmit: () => void;
  /** The automation that is being edited, which has a removal limit to set; absent for a new one. */
  edited?: { targetColumnId: string };
};

/** What is read, what is filled, and how. */
export const AutomationForm = ({ id, label, form, onSubmit, edited }: AutomationFormProps) => {
  const { sheets, connected, ...from } = useSheets();
  const { errors } = form.formState;
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="grid gap-3"
    >
      {!connected && !from.loading && sheets.length === 0 && (
        <Alert tone="warn" title="Not connected to Smartsheet">
          Connect your Smartsheet account to choose sheets.
        </Alert>
      )}
      <Field label="Automation Name" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            placeholder="For example: Clients into Time sheet"
            autoComplete="off"
            maxLength={100}
          />
        )}
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <SourceSide form={form} sheets={sheets} from={from} />
        <DestinationSide form={form} sheets={sheets} from={from} ownColumnId={edited?.targetColumnId} />
      </div>
      <Controller
        control={form.control}
        name="removeDuplicates"
        render={({ field }) => (
          <Checkbox
            label="Remove duplicates"
            hint="A dropdown holds each option once. Without this, repeated values are reported."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {edited && <RemovalLimitField form={form} />}
    </form>
  );
};
