import { type Automation, isolated } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { pluralize } from '../../../ui/pluralize.ts';
import { describeUpdateMethod } from '../automation-status.tsx';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { modeNames } from '../mode-names.ts';
import { SheetLink } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { formatRecent } from './freshness.ts';
import { usePageLinks } from './use-page-links.ts';

type FlowProps = {
  automation: Automation;
  /** Rows of the source; null while nobody has counted them. */
  rows: number | null;
};

/** Source, destination, mode and speed of the automation; and how many more columns look like the list. */
export function Flow({ automation, rows }: FlowProps) {
  const isReadOnly = useReadOnly();
  const { addDestinations } = usePageLinks();
  const { sourceSheetName, sourceColumnName, sheetName, targetColumnName, lastRun } = automation;
  const { sourceSheetPermalink, sheetPermalink } = automation;
  const lastFailure = automation.lastError === null ? null : automation.lastFailure;
  const isGone = (side: 'source' | 'target') =>
    lastFailure === `${side}_sheet_gone` || lastFailure === `${side}_column_gone`;
  return (
    <>
      <div className="@container">
        <section
          aria-label="From where to where"
          className="grid items-center gap-4 rounded-lg border border-line bg-surface px-4 py-5 md:px-8 md:py-6 @columns:grid-cols-[minmax(0,1fr)_minmax(11.25rem,13.75rem)_minmax(0,1fr)] @columns:gap-6"
        >
          <End
            term="Source"
            sheet={sourceSheetName ?? 'Unknown sheet'}
            permalink={lastFailure === 'source_sheet_gone' ? null : sourceSheetPermalink}
            column={isGone('source') ? notFound(sourceColumnName) : joined(sourceColumnName, rows, 'row')}
          >
            <rect x="24" y="14" width="24" height="41" />
          </End>
          <Via automation={automation} />
          <End
            term="Destination"
            sheet={sheetName}
            permalink={lastFailure === 'target_sheet_gone' ? null : sheetPermalink}
            column={
              isGone('target')
                ? notFound(targetColumnName)
                : joined(targetColumnName, optionsFound(lastRun), 'option')
            }
            className="@columns:justify-self-end"
          >
            <rect x="24" y="14" width="36" height="34" rx="4" />
            <path d="M30 23h18M30 31h22M30 39h14" />
          </End>
        </section>
      </div>
      {!isReadOnly && <MoreAlike automation={automation} onAdd={addDestinations} />}
    </>
  );
}

/** Returns how many options the last run found or wrote; null when it failed before. */
function optionsFound(lastRun: Automation['lastRun']): number | null {
  return lastRun && lastRun.outcome !== 'failed' ? lastRun.optionCount : null;
}

function joined(column: string, count: number | null, noun: string): string {
  return count === null ? isolated(column) : `${isolated(column)} · ${pluralize(count, noun)}`;
}

function notFound(column: string): string {
  return `${isolated(column)}, not found`;
}

type EndProps = {
  term: string;
  sheet: string;
  permalink: string | null;
  column: string;
  className?: string;
  children: ReactNode;
};

function End({ term, sheet, permalink, column, className, children }: EndProps) {
  return (
    <div className={cx('flex min-w-0 items-center gap-4', className)}>
      <svg
        aria-hidden="true"
        viewBox="0 0 72 56"
        className="h-14 w-18 shrink-0 fill-surface stroke-edge max-sm:h-11 max-sm:w-14"
      >
        <rect x="1" y="1" width="70" height="54" rx="6" />
        <path d="M1 14h70M1 28h70M1 42h70M24 1v54M48 1v54" opacity=".5" />
        <g className="fill-accent-soft stroke-accent">{children}</g>
      </svg>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{term}</span>
        <p className="font-semi text-balance">
          <Name>{sheet}</Name>
        </p>
        <p className="tabular text-xs text-ink-2">{column}</p>
        <SheetLink permalink={permalink} sheet={sheet} />
      </div>
    </div>
  );
}

function Via({ automation }: { automation: Automation }) {
  const isTwoWay = automation.mode === 'two_way';
  const { speed, reason } = useSpeed(automation);
  const stopped = useStopped(automation);
  const line = cx('h-0.5 flex-1 @max-columns:hidden', stopped ? 'bg-line' : 'bg-accent/35');
  const tip = cx(
    'size-2 border-t-2 border-e-2 @max-columns:hidden',
    stopped ? 'border-edge' : 'border-accent',
  );
  return (
    <div className="grid justify-items-center gap-1 text-center text-xs text-ink-2 @max-columns:justify-items-start @max-columns:ps-[72px] @max-columns:text-start max-sm:ps-0">
      <p className={cx('flex w-full items-center font-semi', stopped ? 'text-ink-2' : 'text-accent')}>
        {isTwoWay && <span aria-hidden="true" className={cx(tip, '-me-2 rotate-[225deg]')} />}
        <span aria-hidden="true" className={line} />
        <span
          className={cx(
            'rounded-full px-3 py-0.5 whitespace-nowrap',
            stopped ? 'bg-sunken' : 'bg-accent-soft',
          )}
        >
          {modeNames[automation.mode]}
          <span aria-hidden="true" className="@columns:hidden">
            {isTwoWay ? ' ⇅' : ' ↓'}
          </span>
        </span>
        <span aria-hidden="true" className={line} />
        <span aria-hidden="true" className={cx(tip, '-ms-2 rotate-45')} />
      </p>
      {stopped ? (
        <p className="flex items-center gap-1 text-pretty">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-bad" />
          {stopped}
        </p>
      ) : (
        <p className="text-pretty">{speed}</p>
      )}
      {reason && !stopped && <p className="text-pretty text-ink-3">{reason}</p>}
    </div>
  );
}

/** Returns since when nothing gets through, while the automation fails; else null. */
function useStopped({ isActive, review, lastError, failingSince }: Automation): string | null {
  const now = useNow();
  if (!isActive || review !== null || lastError === null) return null;
  return failingSince === null ? 'stopped' : `stopped since ${formatRecent(failingSince, now)}`;
}

/** Returns how fast a change arrives. The real Smartsheet collects changes of a sheet for a minute. */
function useSpeed(automation: Automation): { speed: string; reason: string | null } {
  const isReadOnly = useReadOnly();
  const { explanation } = describeUpdateMethod(automation, isReadOnly);
  if (!automation.isActive || isReadOnly) return { speed: explanation, reason: null };
  if (automation.webhookEnabled) return { speed: 'within about a minute', reason: null };
  return { speed: 'every 15 min', reason: automation.periodic?.message ?? null };
}
