import { type Automation, isolated, type Preview, pluralize } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkTo, SheetLink } from '../sheet-link.tsx';
import { ApproveButton, Confirmation, type DecisionProps, KeepButton, Refusal, toTexts } from './answers.tsx';
import type { ReviewState } from './use-review.ts';

/** The two answers, what each does, and the alternative: to fix the source. On a phone the answers stay at the bottom. */
export function Decision(props: DecisionProps) {
  const { automation, preview, state, ticks } = props;
  const isPhone = useIsPhone();
  const { sending, isReading, readAgain } = state;
  const texts = toTexts(props);
  return (
    <aside
      aria-label="Your decision"
      className="overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-6"
    >
      <h2 className="px-4 py-3.5 text-lg font-bold tracking-[-0.008em] md:px-5">{toTitle(preview, state)}</h2>
      <Way text={texts.approveText}>
        {isPhone ? (
          <Named>{texts.approve}</Named>
        ) : (
          <>
            <Confirmation {...props} />
            <ApproveButton {...props} />
          </>
        )}
      </Way>
      <Way text={texts.keepText}>
        {texts.keep === null ? (
          <EditLink id={automation.id} />
        ) : isPhone ? (
          <Named>{texts.keep}</Named>
        ) : (
          <KeepButton {...props} />
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
      {!isPhone && <Refusal state={state} className="px-4 pb-4 md:px-5" />}
      <div className="border-t border-line bg-sunken px-4 py-3.5 text-xs text-pretty text-ink-2 md:px-5">
        <p>
          {ticks
            ? preview.fewerSheets
              ? 'Your answer counts for these names, both lists, this number of sheets and these settings.'
              : 'Your answer counts for these names, both lists and these settings.'
            : 'Your answer counts for this list, this source and these settings as you see them.'}{' '}
          If one of them changes first, nothing is written and you see the new difference.
          {ticks &&
            automation.maxRenamedRows > 0 &&
            ` Up to ${pluralize(automation.maxRenamedRows, 'more row')} that come to use an old name are renamed as well.`}
        </p>
      </div>
    </aside>
  );
}

/** The answers on a phone: they stay at the bottom while one reads what they are about. Draws nothing elsewhere. */
export function DecisionBar(props: DecisionProps) {
  const isPhone = useIsPhone();
  if (!isPhone) return null;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-surface p-4">
      <Refusal state={props.state} />
      <Confirmation {...props} />
      <div className="flex gap-2">
        <KeepButton {...props} />
        <ApproveButton {...props} />
      </div>
    </div>
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

function sideToFix({ reason }: Preview) {
  const isOfDropdown = ['drift_found', 'rows_would_go', 'rows_would_come'].includes(reason ?? '');
  return isOfDropdown ? 'destination' : 'source';
}

function fixText({ reason, fewerSheets }: Preview, { sourceSheetName, sheetName }: Automation): string {
  if (reason === 'drift_found')
    return `Or correct the list in ${isolated(sheetName)}: the next sync goes on by itself.`;
  if (reason === 'rows_would_come')
    return `Or delete the options in ${isolated(sheetName)} that need no row: the next sync goes on by itself.`;
  if (reason === 'rows_would_go')
    return `Or put the options back in ${isolated(sheetName)} yourself: the next sync goes on by itself.`;
  if (reason === 'fewer_source_sheets' || fewerSheets)
    return `Or have the sheets shared with you again, or put back into ${isolated(sourceSheetName ?? 'the report')}: the next check goes on by itself.`;
  if (reason === 'names_changed')
    return `Or put a name back in ${isolated(sourceSheetName ?? 'the source')}: the next check goes on by itself.`;
  return `Or put the rows back in ${isolated(sourceSheetName ?? 'the source')}: the next check goes on by itself.`;
}

/** What an answer is called whose button stands at the bottom of the screen. */
function Named({ children }: { children: string }) {
  return <h3 className="-mb-1.5 text-sm font-semi">{children}</h3>;
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-t border-line px-4 py-4 md:px-5">
      {children}
      <p className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
