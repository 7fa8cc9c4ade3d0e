import { maxAutomationNameLength } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { proposedName } from './automation-values.ts';
import { DestinationSide, SourceSide } from './sheet-and-column.tsx';
import type { AutomationFormState } from './use-automation-form.ts';
import { useSheets } from './use-sheets.ts';

type AutomationFormProps = {
  form: AutomationFormState;
  /** The automation that is being edited; absent for a new one, which is named after its choices. */
  edited: { targetColumnId: string } | undefined;
};

/** The choices of an automation: source, target and name. */
export function AutomationForm({ form, edited }: AutomationFormProps) {
  const { sheets, ...request } = useSheets();
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
      <div className="grid items-stretch gap-x-2 gap-y-3 md:grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)]">
        <SourceSide form={form} sheets={sheets} request={request} onSheetChosen={proposeName} />
        <ArrowRight aria-hidden="true" className="size-4 self-center text-ink-3 max-md:hidden" />
        <DestinationSide
          form={form}
          sheets={sheets}
          request={request}
          ownColumnId={edited?.targetColumnId}
          onSheetChosen={proposeName}
        />
      </div>
      <NameField form={form} />
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
