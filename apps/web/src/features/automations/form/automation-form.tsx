import { maxAutomationNameLength } from '@picksync/contracts';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { proposedName } from './automation-values.ts';
import { controlOf, type FormSetting, formSettings } from './setting-controls.tsx';
import { DestinationSide, SourceSide } from './sheet-and-column.tsx';
import type { AutomationFormState } from './use-automation-form.ts';
import { useSheets } from './use-sheets.ts';

type AutomationFormProps = {
  form: AutomationFormState;
  /** The automation that is being edited; absent for a new one, which is asked for fewer settings. */
  edited?: { targetColumnId: string };
};

/** The fields of an automation: source, target, name and settings. */
export function AutomationForm({ form, edited }: AutomationFormProps) {
  const { sheets, connected, ...request } = useSheets();
  const proposed = useRef(proposedName(form.getValues()));
  /** Names a new automation after its sheets, until somebody types another name. */
  const proposeName = () => {
    const values = form.getValues();
    if (edited || (values.name !== '' && values.name !== proposed.current)) return;
    proposed.current = proposedName(values);
    form.setValue('name', proposed.current, { shouldDirty: true });
    if (proposed.current) form.clearErrors('name');
  };
  return (
    <>
      {!connected && !request.loading && sheets.length === 0 && (
        <Alert tone="warn" title="Not connected to Smartsheet">
          Connect your Smartsheet account to choose sheets.
        </Alert>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <SourceSide form={form} sheets={sheets} request={request} onSheetChosen={proposeName} />
        <DestinationSide
          form={form}
          sheets={sheets}
          request={request}
          ownColumnId={edited?.targetColumnId}
          onSheetChosen={proposeName}
        />
      </div>
      <NameField form={form} />
      {formSettings
        .filter((name) => edited || controlOf(name).isForNew)
        .map((name) => (
          <SettingField key={name} form={form} name={name} />
        ))}
    </>
  );
}

function NameField({ form }: { form: AutomationFormState }) {
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

function SettingField({ form, name }: { form: AutomationFormState; name: FormSetting }) {
  const { Control } = controlOf(name);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => <Control field={field} error={fieldState.error?.message} />}
    />
  );
}
