import { type Automation, type ListNoun, type Run, toListNoun } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatRecent } from '../../../ui/dates.ts';
import { renamedCellsText } from '../renames/rename-texts.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { CopyAction, RunCopy } from './run-copy.tsx';
import { callsText, causeWords, resultWords, rowsText, seconds } from './run-texts.ts';

/** Consecutive runs with the same outcome; runs that changed something are groups of one. */
export type RunGroup = { newest: Run; runs: readonly Run[] };

function isAlike(one: Run, other: Run): boolean {
  if (one.outcome !== other.outcome || one.outcome === 'changed') return false;
  return one.outcome === 'unchanged' || one.details === other.details;
}

/** Returns runs in groups, in their order. */
export function groupRuns(runs: readonly Run[]): RunGroup[] {
  const groups: { newest: Run; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && isAlike(last.newest, run)) last.runs.push(run);
    else groups.push({ newest: run, runs: [run] });
  }
  return groups;
}

type RunTableProps = {
  automation: Automation;
  groups: readonly RunGroup[];
  /** Whether the list before a run is told: lists are kept, or were. */
  hasCopies: boolean;
  /** The copy that was put back last, if nothing has been written since. */
  restoredCopy: string | null;
  /** The run that was chosen in the picture. */
  chosen: Run | null;
};

const columns = {
  option: ['When', 'Result', 'Trigger', 'Options', 'Duration', 'Calls'],
  contact: ['When', 'Result', 'Trigger', 'Contacts', 'Duration', 'Calls'],
  withCopies: ['When', 'Result', 'Trigger', 'List before this run'],
};

/** Runs one below the other; each is a block where there is little room. */
export function RunTable({ automation, groups, hasCopies, restoredCopy, chosen }: RunTableProps) {
  const noun = toListNoun(automation);
  return (
    <div className="@container">
      <table aria-label="Runs" className="w-full border-collapse text-sm @max-beside:block">
        <thead className="@max-beside:sr-only">
          <tr>
            {columns[hasCopies ? 'withCopies' : noun].map((name, index) => (
              <th
                key={name}
                scope="col"
                className={cx(
                  'border-t border-line bg-sunken px-2 py-1.5 text-xs font-semi text-ink-2 first:ps-5 last:pe-5',
                  index > 2 && !hasCopies ? 'text-end' : 'text-start',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-beside:block">
          {groups.map((group) => (
            <RunRow
              key={group.newest.id}
              group={group}
              noun={noun}
              isChosen={chosen !== null && group.runs.includes(chosen)}
              copies={hasCopies ? { automation, restoredCopy } : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RunRowProps = {
  group: RunGroup;
  noun: ListNoun;
  isChosen: boolean;
  /** What the cells about copies need; null where none are kept. */
  copies: { automation: Automation; restoredCopy: string | null } | null;
};

function RunRow({ group: { newest, runs }, noun, isChosen, copies }: RunRowProps) {
  const now = useNow();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const isMany = runs.length > 1;
  const { outcome, added, removed, renamed, details } = newest;
  const reason = outcome === 'failed' || outcome === 'waiting_review' ? details : null;
  const note = reason ? null : rowsText(newest);
  const cells = outcome === 'changed' ? renamedCellsText(newest) : null;
  return (
    <>
      <tr
        ref={row}
        aria-current={isChosen || undefined}
        className="border-t border-line aria-[current]:bg-accent-soft @max-beside:grid @max-beside:grid-cols-[108px_minmax(0,1fr)_auto] @max-[20rem]:grid-cols-[108px_minmax(0,1fr)_min-content] @max-beside:gap-x-2 @max-beside:px-4 @max-beside:py-2.5"
      >
        <Cell rowSpan={reason ? 2 : 1}>
          <time dateTime={newest.at} className="whitespace-nowrap">
            {formatRecent(newest.at, now)}
          </time>
        </Cell>
        <Cell>
          <span className="inline-flex items-center gap-x-2 gap-y-0.5 @max-beside:flex-wrap @beside:whitespace-nowrap">
            <span className="inline-flex items-center gap-2">
              <OutcomeMark outcome={outcome} />
              {isMany ? `${resultWords(newest)}, ${runs.length} runs` : resultWords(newest)}
            </span>
            {outcome === 'changed' && <ChangeChips {...{ added, removed, renamed }} />}
          </span>
          {cells && <span className="block text-xs whitespace-normal text-ink-2">{cells}</span>}
        </Cell>
        {/* On a phone it goes on below the calls, which stand beside its first line. */}
        <Cell className="[overflow-wrap:anywhere] @beside:w-1/3 @max-beside:col-span-2 @max-beside:col-start-2 @max-beside:row-start-2 @max-beside:text-xs @max-beside:text-ink-2">
          <span className={copies ? undefined : '@max-beside:block @max-beside:pe-16'}>
            {causeWords(newest, { now, noun })}
          </span>
          {note && <span className="block text-xs text-pretty text-ink-2">{note}</span>}
          {copies && (
            <span className="block text-xs text-ink-2">
              {seconds(sum(runs, 'durationMs') / runs.length)}
              {isMany && ' each'}, {callsText(sum(runs, 'calls'))}
            </span>
          )}
        </Cell>
        {copies ? <CopyCell {...copies} run={newest} noun={noun} now={now} /> : <CostCells runs={runs} />}
      </tr>
      {reason && (
        <tr className={cx('@max-beside:block', isChosen && 'bg-accent-soft')}>
          {/* A column is too narrow for a sentence. */}
          <td
            colSpan={(copies ? columns.withCopies : columns[noun]).length - 1}
            className="px-2 pb-2.5 text-xs text-pretty [overflow-wrap:anywhere] text-ink-2 last:pe-5 @max-beside:block @max-beside:px-4"
          >
            {reason}
          </td>
        </tr>
      )}
    </>
  );
}

function sum(runs: readonly Run[], what: 'calls' | 'durationMs'): number {
  return runs.reduce((total, run) => total + run[what], 0);
}

/** What runs found and cost, where no list before them is told. */
function CostCells({ runs }: { runs: readonly Run[] }) {
  const isMany = runs.length > 1;
  const calls = sum(runs, 'calls');
  return (
    <>
      <Cell className="text-end @max-beside:hidden">{runs[0]?.optionCount ?? '–'}</Cell>
      <Cell className="text-end whitespace-nowrap @max-beside:col-start-3 @max-beside:row-start-1 @max-[20rem]:whitespace-normal">
        {seconds(sum(runs, 'durationMs') / runs.length)}
        {isMany && <span className="@max-beside:sr-only"> each</span>}
      </Cell>
      <Cell className="text-end @max-beside:col-start-3 @max-beside:row-start-2 @max-beside:text-xs @max-beside:text-ink-2">
        {calls}
        <span className="@beside:sr-only"> {calls === 1 ? 'call' : 'calls'}</span>
      </Cell>
    </>
  );
}

type CopyCellProps = {
  automation: Automation;
  restoredCopy: string | null;
  run: Run;
  noun: ListNoun;
  now: Date;
};

/** The list before a run, and the way back to it: beside it where there is room, else below. */
function CopyCell({ automation, restoredCopy, run, noun, now }: CopyCellProps) {
  const isRestored = restoredCopy !== null && restoredCopy === run.copy?.id;
  return (
    <Cell className="@max-beside:col-span-2 @max-beside:col-start-2 @max-beside:text-xs">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 @max-beside:not-empty:mt-1 empty:hidden">
        <RunCopy run={run} noun={noun} />
        <CopyAction automation={automation} run={run} isRestored={isRestored} now={now} />
      </span>
    </Cell>
  );
}

type CellProps = { className?: string; rowSpan?: number; children: ReactNode };

function Cell({ className, rowSpan, children }: CellProps) {
  return (
    <td
      rowSpan={rowSpan}
      className={cx('tabular px-2 py-2.5 align-top first:ps-5 last:pe-5 @max-beside:p-0!', className)}
    >
      {children}
    </td>
  );
}
