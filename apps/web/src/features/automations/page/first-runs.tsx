import { type Automation, isolated, type ListNoun, type Run, type RunOutcome } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Check, CircleAlert, type LucideIcon, Minus, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatRecent } from '../../../ui/dates.ts';
import { renamedCellsText } from '../renames/rename-texts.ts';
import type { RunGroup } from './run-table.tsx';
import { runSentence, triggerWords } from './run-texts.ts';

const signs: Record<RunOutcome, { icon: LucideIcon; className: string }> = {
  changed: { icon: Check, className: 'text-good' },
  unchanged: { icon: Minus, className: 'text-ink-3' },
  waiting_review: { icon: TriangleAlert, className: 'text-warn' },
  failed: { icon: CircleAlert, className: 'text-bad' },
};

/** The runs of a young automation as sentences: a table with six columns says less of two. */
export function FirstRuns({ groups, noun }: { groups: readonly RunGroup[]; noun: ListNoun }) {
  return (
    <ol aria-label="Runs" className="@container">
      {groups.map(({ newest, runs }) => (
        <FirstRun key={newest.id} newest={newest} count={runs.length} noun={noun} />
      ))}
    </ol>
  );
}

type FirstRunProps = { newest: Run; count: number; noun: ListNoun };

function FirstRun({ newest, count, noun }: FirstRunProps) {
  const now = useNow();
  const { outcome, added, removed, renamed, details } = newest;
  const { icon: Icon, className } = signs[outcome];
  const note = outcome === 'failed' || outcome === 'waiting_review' ? details : renamedCellsText(newest);
  return (
    <Line
      time={
        <time dateTime={newest.at} className="tabular text-xs whitespace-nowrap text-ink-2">
          {formatRecent(newest.at, now)}
        </time>
      }
      sign={<Icon aria-hidden="true" className={cx('size-4', className)} />}
      text={runSentence(newest, count, noun)}
      details={[triggerWords(newest, noun), note].filter((text) => text !== null)}
      end={outcome === 'changed' && <ChangeChips {...{ added, removed, renamed }} />}
    />
  );
}

type LineProps = {
  time?: ReactNode;
  sign: ReactNode;
  text: string;
  details: readonly string[];
  end?: ReactNode;
};

function Line({ time, sign, text, details, end }: LineProps) {
  return (
    <li className="grid min-h-11 list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-4 py-2 text-sm @beside:grid-cols-[8rem_1rem_minmax(0,1fr)_auto] md:px-5">
      <span className="col-start-2 row-start-2 @beside:col-start-1 @beside:row-start-1">{time}</span>
      <span className="col-start-1 row-start-1 @beside:col-start-2">{sign}</span>
      <div className="col-start-2 row-start-1 min-w-0 @beside:col-start-3">
        <p>{text}</p>
        {details.map((detail) => (
          <p key={detail} className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">
            {detail}
          </p>
        ))}
      </div>
      <span className="col-start-3 row-start-1 @beside:col-start-4">{end}</span>
    </li>
  );
}

/** What stands in the place of the runs until the first has ended. */
export function ComingRun({ automation }: { automation: Automation }) {
  const { syncState, waiting, sourceSheetName } = automation;
  const isRunning = syncState === 'running' && waiting === null;
  const sinceCreation = useElapsed(automation.createdAt);
  const text = waiting
    ? 'The first sync waits for Smartsheet'
    : isRunning
      ? `First sync, reading ${isolated(sourceSheetName ?? 'the source')}`
      : 'The first sync starts in a moment';
  return (
    <div role="status" aria-busy={isRunning || undefined} className="@container">
      <ul>
        <Line
          sign={
            isRunning ? (
              <Spinner className="text-accent" />
            ) : (
              <RefreshCw aria-hidden="true" className="size-4 text-ink-3" />
            )
          }
          text={text}
          details={['Nothing for you to do.']}
          end={
            // Not read out: it changes each second.
            isRunning &&
            sinceCreation && (
              <span aria-hidden="true" className="tabular text-xs whitespace-nowrap text-ink-2">
                {sinceCreation}
              </span>
            )
          }
        />
      </ul>
    </div>
  );
}

/** From then on a first sync has not begun with the creation: it was paused before, or had to wait. */
const begunWithinMs = 120_000;

/** Returns for how long a first sync goes on that began with the creation, second by second; null for one that began later. */
function useElapsed(createdAt: string): string | null {
  const passed = Date.now() - Date.parse(createdAt);
  const isShown = passed < begunWithinMs;
  const nextSecond = Date.parse(createdAt) + (Math.floor(passed / 1000) + 1) * 1000;
  useNow(isShown ? new Date(nextSecond).toISOString() : null);
  return isShown ? `${Math.max(0, Math.floor(passed / 1000))} s so far` : null;
}
