import { longestAutomationName } from '@picksync/contracts';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { proposedName } from './automation-values.ts';
import { DestinationSide, SourceSide } from './sheet-and-column.tsx';
import type { AutomationFormState } from './use-automation-form.ts';
import { useSheets } from './use-sheets.ts';

type AutomationFormProps = {
  form: AutomationFormState;
  /** The automation that is being edited, which has a removal limit to set; absent for a new one. */
  edited?: { targetColumnId: string };
};

/** What is read, what is filled, and how. */
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
          maxLength={longestAutomationName}
        />
      )}
    </Field>
  );
}

/** How much of a dropdown one sync may take away; raising it resumes a sync that was stopped. */
function RemovalLimitField({ form }: { form: AutomationFormState }) {
  return (
    <Field
      label="Removal limit"
      error={form.formState.errors.maxRemovalPercent?.message}
      hint="A sync that would remove more than this share of the options, and more than 5, stops and changes nothing. With 100 only a list without any value stops it."
    >
      {(control) => (
        <div className="relative w-24">
          <Input
            {...control}
            {...form.register('maxRemovalPercent')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="tabular pr-8 text-right"
          />
          <span aria-hidden="true" className="absolute inset-y-0 right-3 grid place-items-center text-ink-3">
            %
          </span>
        </div>
      )}
    </Field>
  );
}
