import type { Automation, CreateAutomation } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { FormDialog, type FormFailure } from '@picksync/ui/form-dialog.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { PreviewRenames } from '../renames/preview-renames.tsx';
import { type AutomationField, proposedName } from './automation-form-values.ts';
import { ChecksList } from './checks/checks-list.tsx';
import { NameField } from './name-field.tsx';
import { OptionsSection } from './options-section.tsx';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { FormFactsContext } from './settings/form-facts.ts';
import { DestinationSide, SourceSide } from './sheet-and-column.tsx';
import { StartOnPhone } from './start/start-on-phone.tsx';
import { StartPanel } from './start/start-panel.tsx';
import { useStart } from './start/use-start.ts';
import type { AutomationFormState } from './use-automation-form.ts';
import { useFormParts } from './use-form-parts.ts';
import { useIsConnected, useSheets } from './use-sheets.ts';

const notConnected: FormFailure = {
  title: 'Not connected to Smartsheet',
  text: 'What you have entered here is kept until Smartsheet is connected again.',
  action: (
    <Link to="/dashboard" className={buttonClass({ size: 'sm' })}>
      Go to Connect
    </Link>
  ),
};

type AutomationFormDialogProps = Omit<
  ComponentProps<typeof FormDialog>,
  'children' | 'inAddress' | 'onSubmit' | 'side' | 'steps'
> & {
  form: AutomationFormState;
  edited?: Automation;
  /** Where the focus begins; the first field unless given. */
  field?: AutomationField;
  /** The choice between one sheet and every sheet of a folder; absent where one is edited. */
  kind?: ReactNode;
  /** What the button says where the sync that follows would only ask. */
  askingLabel: string;
  onSubmit: (body: CreateAutomation) => void;
  onOpenFocus?: () => void;
};

/** The descriptions of the steps; the preview has one that depends on it. */
const stepDescriptions: Record<string, string> = { Options: 'Leave what you do not need as it is.' };

/** The form of a new or existing automation: its choices, its options, and beside them a preview of the next sync. */
export function AutomationFormDialog({
  form,
  edited,
  field,
  kind,
  askingLabel,
  onSubmit,
  ...shell
}: AutomationFormDialogProps) {
  const isConnected = useIsConnected();
  const parts = useFormParts({ form, edited, field });
  const { steps, note } = parts;
  const proposeName = useProposedName(form, !edited);
  const start = useStart({ form, isStart: parts.isStart, onSheetChosen: proposeName });
  return (
    <FormDialog
      {...shell}
      inAddress
      submitLabel={parts.asks ? askingLabel : shell.submitLabel}
      error={isConnected ? shell.error : notConnected}
      title={steps.title ?? shell.title}
      description={steps.title ? (stepDescriptions[steps.title] ?? note) : shell.description}
      aside={steps.title ? undefined : shell.aside}
      width="full"
      submitDisabled={parts.isBlocked}
      {...(!steps.steps && { note })}
      steps={steps.steps}
      onSubmit={parts.submit(onSubmit)}
      side={
        steps.shows(3) && (
          <div className="grid gap-6">
            {parts.isStart && !steps.steps ? (
              <StartPanel start={start} />
            ) : (
              <PreviewPanel
                {...parts.preview}
                showNames={(preview) => (
                  <PreviewRenames preview={preview} followsNames={parts.followsNames} />
                )}
              />
            )}
            {steps.steps && <ChecksList {...parts.checks} />}
          </div>
        )
      }
    >
      <FormFactsContext value={parts.facts}>
        {parts.isStart && steps.steps?.at === 1 && <StartOnPhone start={start} />}
        {steps.shows(1) && (
          <AutomationForm form={form} edited={edited} kind={kind} onSheetChosen={proposeName} />
        )}
        {steps.shows(2) && <OptionsSection form={form} {...parts.options} />}
        {!steps.steps && <ChecksList {...parts.checks} />}
      </FormFactsContext>
    </FormDialog>
  );
}

type AutomationFormProps = {
  form: AutomationFormState;
  /** The automation that is being edited; absent for a new one, which is named after its choices. */
  edited: { targetColumnId: string } | undefined;
  kind: ReactNode;
  onSheetChosen: () => void;
};

/** Returns what names a new automation after its sheets, until somebody types another name. */
function useProposedName(form: AutomationFormState, isNew: boolean): () => void {
  const proposed = useRef(proposedName(form.getValues()));
  return () => {
    const values = form.getValues();
    if (!isNew || (values.name !== '' && values.name !== proposed.current)) return;
    proposed.current = proposedName(values);
    form.setValue('name', proposed.current, { shouldDirty: true });
    if (proposed.current) form.clearErrors('name');
  };
}

/** The choices of an automation: source, target and name. */
function AutomationForm({ form, edited, kind, onSheetChosen }: AutomationFormProps) {
  const { sheets, ...request } = useSheets();
  return (
    <>
      <div className="grid items-stretch gap-x-2 gap-y-3 md:grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)]">
        <SourceSide form={form} sheets={sheets} request={request} onSheetChosen={onSheetChosen} />
        <ArrowRight aria-hidden="true" className="size-4 self-center text-ink-3 max-md:hidden" />
        <DestinationSide
          form={form}
          sheets={sheets}
          request={request}
          kind={kind}
          ownColumnId={edited?.targetColumnId}
          onSheetChosen={onSheetChosen}
        />
      </div>
      <NameField form={form} />
    </>
  );
}
