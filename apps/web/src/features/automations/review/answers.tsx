import type { Automation, Preview } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { getMessage } from '../../../api/form-errors.ts';
import { toNameAnswers } from '../renames/rename-texts.ts';
import type { RenameTicks } from '../renames/use-rename-ticks.ts';
import { approveVariant, toAnswers } from './review-figures.ts';
import type { ReviewState } from './use-review.ts';

export type DecisionProps = {
  automation: Automation;
  preview: Preview;
  state: ReviewState;
  /** Which names are to be renamed; null where the review is about something else. */
  ticks: RenameTicks | null;
  /** What has to be ticked before it can be approved. */
  confirmation: { label: string; isTicked: boolean; setTicked: (isTicked: boolean) => void } | null;
};

/** Returns what the answers are called, and what each does. */
export function toTexts({ preview, ticks }: Pick<DecisionProps, 'preview' | 'ticks'>) {
  return ticks ? toNameAnswers(preview, ticks.sums) : toAnswers(preview);
}

const buttonClass = 'h-9! max-md:h-11! max-md:flex-1';

/** What has to be ticked first; draws nothing where nothing has to be. */
export function Confirmation({ confirmation, state }: DecisionProps) {
  if (confirmation === null) return null;
  return (
    <Checkbox
      label={confirmation.label}
      checked={confirmation.isTicked}
      disabled={state.sending !== null || state.isReading}
      onChange={confirmation.setTicked}
    />
  );
}

export function ApproveButton({ preview, state, ticks, confirmation }: DecisionProps) {
  const { sending, isReading, send } = state;
  const mayApprove = confirmation === null || confirmation.isTicked;
  return (
    <Button
      variant={approveVariant(preview)}
      className={buttonClass}
      disabled={!mayApprove || isReading || sending === 'keep'}
      pending={sending === 'approve'}
      pendingLabel="Checking..."
      onClick={() => send('approve', { isConfirmed: confirmation !== null, renames: ticks?.ids })}
    >
      {toTexts({ preview, ticks }).approve}
    </Button>
  );
}

/** Draws nothing where there is nothing to keep. */
export function KeepButton({ preview, state, ticks }: DecisionProps) {
  const { sending, isReading, send } = state;
  const { keep } = toTexts({ preview, ticks });
  if (keep === null) return null;
  return (
    <Button
      className={buttonClass}
      disabled={isReading || sending === 'approve'}
      pending={sending === 'keep'}
      pendingLabel="Checking..."
      onClick={() => send('keep', { isConfirmed: false })}
    >
      {keep}
    </Button>
  );
}

/** Why an answer was refused, or why the preview could not be refreshed. */
export function Refusal({ state, className }: Pick<DecisionProps, 'state'> & { className?: string }) {
  const failure = toFailure(state);
  if (failure === null) return null;
  return (
    <div className={className}>
      <Alert tone="bad" title={failure.title}>
        {failure.text}
      </Alert>
    </div>
  );
}

function toFailure({ failure, error, isReading }: ReviewState): { title: string; text: string } | null {
  if (failure) return { title: 'Nothing was changed', text: failure };
  if (!error || isReading) return null;
  return { title: 'Could not look again', text: getMessage(error, 'The sheets could not be read.') };
}
