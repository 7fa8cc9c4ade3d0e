import {
  type Automation,
  isolated,
  type Pass,
  type PassTarget,
  pluralize,
  type RunOutcome,
  toListNoun,
} from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, History, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { passQuery, runsQuery } from '../../../api/automations.queries.ts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { useAutomationLinks } from '../list/use-automation-links.ts';
import { callsText, isInstant, outcomeWords, seconds, triggerWords } from '../page/run-texts.ts';

/** Returns the last read of an automation's source. Runs that looked at the dropdown alone, as after a write, belong to no read. */
function useLatestPass({ id }: Pick<Automation, 'id'>) {
  const runs = useInfiniteQuery(runsQuery(id));
  const passId = runs.data?.pages[0]?.reply.find((run) => run.passId !== null)?.passId ?? null;
  const found = useQuery({ ...passQuery(passId ?? ''), enabled: passId !== null });
  return {
    pass: found.data,
    isFailed: runs.isError || found.isError,
    /** It has not run yet, or none of its newest runs belongs to a read. */
    isNone: runs.isSuccess && passId === null,
    isFetching: runs.isFetching || found.isFetching,
    retry: () => void (runs.isError ? runs.refetch() : found.refetch()),
  };
}

/**
 * Returns the automation whose runs name the last read of the source: of those that are active, the one with the fewest runs
 * since it had something to do. Where people edit the rows of a destination all day, each edit leaves a run that found
 * nothing, and these crowd out the reads.
 */
function findOneToAsk(automations: readonly Automation[]): Automation | undefined {
  const runsSince = ({ recentRuns }: Automation) =>
    recentRuns.length - 1 - recentRuns.findLastIndex((outcome) => outcome !== 'unchanged');
  return automations
    .filter(({ lastRun }) => lastRun !== null)
    .toSorted(
      (one, other) =>
        Number(other.isActive) - Number(one.isActive) ||
        runsSince(one) - runsSince(other) ||
        (other.lastRun?.at ?? '').localeCompare(one.lastRun?.at ?? ''),
    )[0];
}

type PassDialogProps = { automation: Automation; automations: readonly Automation[]; onClose: () => void };

/** The last read of an automation's source, with what came of it in each column. */
export function PassDialog({ automation, automations, onClose }: PassDialogProps) {
  const { sourceSheetId, sourceColumnId } = automation;
  const ofSource = automations.filter(
    (one) => one.sourceSheetId === sourceSheetId && one.sourceColumnId === sourceColumnId,
  );
  // Chosen once, when the dialog opens: later runs do not put another read in its place.
  const [asked] = useState(() => findOneToAsk(ofSource) ?? automation);
  const { pass, isFailed, isNone, isFetching, retry } = useLatestPass(asked);
  const source = `${isolated(automation.sourceSheetName ?? 'Unknown sheet')} · ${isolated(automation.sourceColumnName)}`;
  return (
    <Dialog
      inAddress
      onClose={onClose}
      width="lg"
      title={pass ? `Run of ${formatMoment(pass.at)}, ${source}` : `Last run, ${source}`}
      description={pass ? passDescription(pass) : 'One read of the list, and what came of it in each column.'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="-mx-5 grid min-h-[180px] content-start border-t border-line md:-mx-6">
        {pass && <Loaded pass={pass} />}
        {isFailed && (
          <ErrorState
            message="This run could not be loaded. Please try again."
            retrying={isFetching}
            onRetry={retry}
          />
        )}
        {isNone && (
          <EmptyState
            icon={History}
            title="No run to show yet"
            text="The next sync of this list leaves a result for each column here."
          />
        )}
        {!pass && !isFailed && !isNone && <Waiting />}
      </div>
    </Dialog>
  );
}

function Loaded({ pass }: { pass: Pass }) {
  const { changed, unchanged, waitingReview, failed, durationMs } = pass.totals;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-5 py-3 text-xs text-ink-2 md:px-6">
        {changed + unchanged > 0 && <Badge tone="good">{changed + unchanged} in sync</Badge>}
        {waitingReview > 0 && <Badge tone="warn">{waitingReview} review</Badge>}
        {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
        <span className="tabular ms-auto">{wholeDuration(durationMs)}</span>
      </div>
      <PassTargets targets={pass.targets} />
    </>
  );
}

const places = ['first', 'second', 'third'];

function Waiting() {
  return (
    <Loading label="Loading the run" className="grid gap-4 px-5 py-4 md:px-6">
      {places.map((place) => (
        <span key={place} className="grid gap-2">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-3 w-36 max-w-full" />
        </span>
      ))}
    </Loading>
  );
}

const looks: Record<RunOutcome, { icon: LucideIcon; className: string }> = {
  changed: { icon: Check, className: 'text-good' },
  unchanged: { icon: Minus, className: 'text-ink-3' },
  waiting_review: { icon: TriangleAlert, className: 'text-warn' },
  failed: { icon: X, className: 'text-bad' },
};

/** A row for each column of a pass. */
function PassTargets({ targets }: { targets: readonly PassTarget[] }) {
  return (
    <ul>
      {targets.map((target, place) => (
        <TargetLine
          key={target.automationId}
          target={target}
          isRepeated={isSameFailure(target, targets[place - 1])}
        />
      ))}
    </ul>
  );
}

function isSameFailure({ outcome, details }: PassTarget, above: PassTarget | undefined): boolean {
  return outcome === 'failed' && details !== null && details === above?.details;
}

type TargetLineProps = {
  target: PassTarget;
  /** Whether the line above says why it failed: one cause is told once. */
  isRepeated: boolean;
};

function TargetLine({ target, isRepeated }: TargetLineProps) {
  const { icon: Icon, className } = looks[target.outcome];
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3.5 gap-y-1 border-t border-line px-5 py-2.5 text-sm sm:grid-cols-[16px_minmax(0,1fr)_auto_116px] md:px-6">
      <Icon aria-hidden="true" strokeWidth={2} className={cx('mt-0.5 size-4', className)} />
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="sr-only">{outcomeWords[target.outcome]}: </span>
          <Name>{target.sheetName}</Name> · <Name>{target.targetColumnName}</Name>
        </p>
        <p className="text-xs text-pretty text-ink-2">
          {isRepeated ? 'For the same reason.' : describeResult(target)}
        </p>
      </div>
      <div className="max-sm:col-start-2 max-sm:empty:hidden sm:justify-self-end">
        <NextStep target={target} />
      </div>
      <p className="tabular text-xs whitespace-nowrap text-ink-3 max-sm:col-start-2 sm:text-end">
        {describeCost(target)}
      </p>
    </li>
  );
}

function NextStep({ target }: { target: PassTarget }) {
  const { outcome, added, removed, renamed, isLatest, name } = target;
  const { openPage, review } = useAutomationLinks();
  if (outcome === 'changed') return <ChangeChips {...{ added, removed, renamed }} />;
  if (!isLatest || outcome === 'unchanged') return null;
  const label = outcome === 'waiting_review' ? 'Review' : 'What to do';
  return (
    <Button
      size="sm"
      aria-label={`${label}: ${isolated(name)}`}
      onClick={() => (outcome === 'waiting_review' ? review : openPage)({ id: target.automationId })}
    >
      {label}
    </Button>
  );
}

/** Returns why the list was read, and how long it took. */
function passDescription(pass: Pass): string {
  const { targets, totals } = pass;
  const served = pluralize(targets.length, 'column');
  const fillsContacts = targets.every((target) => target.fillsContacts);
  return `${triggerWords(pass, toListNoun({ fillsContacts }))}. ${served}, ${callsText(totals.calls)}.`;
}

/** Returns how long all of it took. */
function wholeDuration(ms: number): string {
  return isInstant(ms) ? 'Under 0.1 s in all' : `${seconds(ms)} in all`;
}

/** Returns how long one column took, and its calls. */
function describeCost({ durationMs, calls }: PassTarget): string {
  return isInstant(durationMs)
    ? `Under 0.1 s, ${callsText(calls)}`
    : `${seconds(durationMs)}, ${callsText(calls)}`;
}

/** Returns the result for a column, in one line. */
function describeResult(target: PassTarget): string {
  const { outcome, optionCount, details, added, removed } = target;
  const noun = toListNoun(target);
  const options = optionCount === null ? null : pluralize(optionCount, noun);
  switch (outcome) {
    case 'changed':
      return options ?? outcomeWords.changed;
    case 'unchanged':
      return [outcomeWords.unchanged, options].filter(Boolean).join(', ');
    case 'waiting_review':
      if (details !== null) return details;
      return options === null
        ? `Would add ${added} and remove ${removed} of its ${noun}s. Nothing was changed.`
        : `Would add ${added} and remove ${removed} of ${options}. Nothing was changed.`;
    case 'failed':
      return details ?? 'It failed. A later run has found something else.';
  }
}
