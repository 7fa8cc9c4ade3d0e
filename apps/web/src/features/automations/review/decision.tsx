import { type Automation, isolated, type Preview } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { toNameAnswers } from '../renames/rename-texts.ts';
import type { RenameTicks } from '../renames/use-rename-ticks.ts';
import { linkTo, SheetLink } from '../sheet-link.tsx';
import { approveVariant, toAnswers } from './review-figures.ts';
import type { ReviewState } from './use-review.ts';

type DecisionProps = {
  automation: Automation;
  preview: Preview;
  state: ReviewState;
  /** Which names are to be renamed; null where the review is about something else. */
  ticks: RenameTicks | null;
  /** What has to be ticked before it can be approved. */
  confirmation: { label: string; isTicked: boolean; setTicked: (isTicked: boolean) => void } | null;
};

/** The two answers, what each does, and the alternative: to fix the source. */
export function Decision({ automation, preview, state, ticks, confirmation }: DecisionProps) {
  const { sending, isReading, send, readAgain } = state;
  const failure = toFailure(state);
  const texts = ticks ? toNameAnswers(preview, ticks.sums) : toAnswers(preview);
  const mayApprove = confirmation === null || confirmation.isTicked;
  const isBusy = sending !== null || isReading;
  return (
    <aside
      aria-label="Your decision"
      className="overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-6"
    >
      <h2 className="px-4 py-3.5 text-lg font-bold tracking-[-0.008em] md:px-5">{toTitle(preview, state)}</h2>
      <Way text={texts.approveText}>
        {confirmation && (
          <Checkbox
            label={confirmation.label}
            checked={confirmation.isTicked}
            disabled={isBusy}
            onChange={confirmation.setTicked}
          />
        )}
        <Button
          variant={approveVariant(preview)}
          className="h-9!"
          disabled={!mayApprove || (isBusy && sending !== 'approve')}
          pending={sending === 'approve'}
          pendingLabel="Checking..."
          onClick={() => send('approve', { isConfirmed: confirmation !== null, renames: ticks?.ids })}
        >
          {texts.approve}
        </Button>
      </Way>
      <Way text={texts.keepText}>
        {texts.keep === null ? (
          <EditLink id={automation.id} />
        ) : (
          <Button
            className="h-9!"
            disabled={isBusy && sending !== 'keep'}
            pending={sending === 'keep'}
            pendingLabel="Checking..."
            onClick={() => send('keep', { isConfirmed: false })}
          >
            {texts.keep}
          </Button>
        )}
      </Way>
      <Way text={fixText(preview, automation)}>
        <Button
          className="h-9!"
          disabled={sending !== null}
          pending={isReading}
          pendingLabel="Looking..."
          onClick={readAgain}
        >
          Look again
        </Button>
        <SheetLink {...linkTo(automation, sideToFix(preview))} />
      </Way>
      {failure && (
        <div className="px-4 pb-4 md:px-5">
          <Alert tone="bad" title={failure.title}>
            {failure.text}
          </Alert>
        </div>
      )}
      <div className="border-t border-line bg-sunken px-4 py-3.5 text-xs text-pretty text-ink-2 md:px-5">
        <p>
          {ticks
            ? 'Your answer counts for these names, both lists and these settings.'
            : 'Your answer counts for this list, this source and these settings as you see them.'}{' '}
          If one of them changes first, nothing is written and you see the new difference.
          {ticks &&
            ` Up to ${pluralize(automation.maxRenamedRows, 'more row')} that come to use an old name are renamed as well.`}
        </p>
      </div>
    </aside>
  );
}

/** Returns what is decided: after a change, how many there are instead of those before. */
function toTitle({ removed, renames, reason }: Preview, { before }: ReviewState): string {
  const isAboutNames = reason === 'names_changed';
  const now = isAboutNames ? (renames?.count ?? 0) : removed.count;
  const then = before && (isAboutNames ? (before.renames?.count ?? 0) : before.removed.count);
  return then === null || then === now ? 'Your decision' : `${now} instead of ${then}`;
}

/** A link to the settings, where the other answer is another automation. */
function EditLink({ id }: Pick<Automation, 'id'>) {
  return (
    <Link
      to="/automations/$id"
      params={{ id }}
      search={{ dialog: 'edit', field: 'sourceColumn' }}
      className={buttonClass({ variant: 'secondary' })}
    >
      Edit the automation
    </Link>
  );
}

/** Returns why an answer was refused, or why the preview could not be refreshed. */
function toFailure({ failure, error, isReading }: ReviewState): { title: string; text: string } | null {
  if (failure) return { title: 'Nothing was changed', text: failure };
  if (!error || isReading) return null;
  return { title: 'Could not look again', text: getMessage(error, 'The sheets could not be read.') };
}

function sideToFix({ reason }: Preview) {
  const isOfDropdown = ['drift_found', 'rows_would_go', 'rows_would_come'].includes(reason ?? '');
  return isOfDropdown ? 'destination' : 'source';
}

function fixText({ reason }: Preview, { sourceSheetName, sheetName }: Automation): string {
  if (reason === 'drift_found')
    return `Or correct the dropdown in ${isolated(sheetName)}: the next sync goes on by itself.`;
  if (reason === 'rows_would_come')
    return `Or delete the options in ${isolated(sheetName)} that need no row: the next sync goes on by itself.`;
  if (reason === 'rows_would_go')
    return `Or put the options back in ${isolated(sheetName)} yourself: the next sync goes on by itself.`;
  if (reason === 'fewer_source_sheets')
    return `Or have the sheets shared with you again, or put back into ${isolated(sourceSheetName ?? 'the report')}: the next check goes on by itself.`;
  if (reason === 'names_changed')
    return `Or put a name back in ${isolated(sourceSheetName ?? 'the source')}: the next check goes on by itself.`;
  return `Or put the rows back in ${isolated(sourceSheetName ?? 'the source')}: the next check goes on by itself.`;
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-t border-line px-4 py-4 md:px-5">
      {children}
      <p className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
