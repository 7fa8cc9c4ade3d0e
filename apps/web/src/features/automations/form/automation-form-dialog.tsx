import type { Automation, CreateAutomation } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { FormDialog, type FormFailure } from '@picksync/ui/form-dialog.tsx';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { AutomationForm } from './automation-form.tsx';
import type { AutomationField } from './automation-values.ts';
import { ChecksList } from './checks/checks-list.tsx';
import { OptionsSection } from './options-section.tsx';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { FormFactsContext } from './settings/form-facts.ts';
import type { AutomationFormState } from './use-automation-form.ts';
import { useFormParts } from './use-form-parts.ts';
import { useIsConnected } from './use-sheets.ts';

const notConnected: FormFailure = {
  title: 'Not connected to Smartsheet',
  text: 'What you have entered here is kept until Smartsheet is connected again.',
  action: (
    <Link to="/dashboard" className={buttonClass({ size: 'sm' })}>
      Go to Connect
    </Link>
  ),
};

/** Returns that Smartsheet is not connected, as soon as that is known, with the way to where it is; null while it is. */
function useConnectionFailure(): FormFailure | null {
  return useIsConnected() ? null : notConnected;
}

type Shell = ComponentProps<typeof FormDialog>;

type AutomationFormDialogProps = Pick<
  Shell,
  | 'title'
  | 'description'
  | 'pending'
  | 'error'
  | 'submitLabel'
  | 'pendingLabel'
  | 'submittable'
  | 'onClose'
  | 'aside'
> & {
  form: AutomationFormState;
  edited?: Automation;
  /** Where the focus begins; the first field unless given. */
  field?: AutomationField;
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
  askingLabel,
  onSubmit,
  ...shell
}: AutomationFormDialogProps) {
  const { steps, options, preview, checks, facts, isBlocked, asks, note, submit } = useFormParts({
    form,
    edited,
    field,
  });
  const notConnected = useConnectionFailure();
  return (
    <FormDialog
      {...shell}
      inAddress
      submitLabel={asks ? askingLabel : shell.submitLabel}
      error={notConnected ?? shell.error}
      title={steps.title ?? shell.title}
      description={steps.title ? (stepDescriptions[steps.title] ?? note) : shell.description}
      aside={steps.title ? undefined : shell.aside}
      width="full"
      submitDisabled={isBlocked}
      {...(!steps.steps && { note })}
      steps={steps.steps}
      onSubmit={submit(onSubmit)}
      side={
        steps.shows(3) && (
          <div className="grid gap-6">
            <PreviewPanel {...preview} />
            {steps.steps && <ChecksList {...checks} />}
          </div>
        )
      }
    >
      <FormFactsContext value={facts}>
        {steps.shows(1) && <AutomationForm form={form} edited={edited} />}
        {steps.shows(2) && <OptionsSection form={form} {...options} />}
        {!steps.steps && <ChecksList {...checks} />}
      </FormFactsContext>
    </FormDialog>
  );
}
