import { type Automation, isolated, pluralize, toListNoun } from '@picksync/contracts';
import { useNow } from '@picksync/ui/use-now.ts';
import { CircleAlert } from 'lucide-react';
import { formatRecent } from '../../../ui/dates.ts';
import { describeUpdateMethod } from '../automation-status.tsx';
import { countOptions } from '../count-options.ts';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { DropdownPicture, FlowEnd, FlowFrame, FlowVia, ReportPicture, SourcePicture } from './flow-parts.tsx';
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
  const { sourceSheetName, sourceColumnName, sheetName, targetColumnName } = automation;
  const { sourceSheetPermalink, sheetPermalink } = automation;
  const lastFailure = automation.lastError === null ? null : automation.lastFailure;
  const isReport = automation.sourceKind === 'report';
  const isSourceGone = lastFailure === 'source_sheet_gone' || lastFailure === 'report_gone';
  const isGone = (side: 'source' | 'target') =>
    (side === 'source' && isSourceGone) ||
    lastFailure === `${side}_sheet_gone` ||
    lastFailure === `${side}_column_gone`;
  return (
    <>
      <FlowFrame>
        <FlowEnd
          term="Source"
          sheet={sourceSheetName ?? 'Unknown sheet'}
          permalink={isSourceGone ? null : sourceSheetPermalink}
          column={isGone('source') ? notFound(sourceColumnName) : sourceText(automation, rows)}
          picture={isReport ? <ReportPicture /> : <SourcePicture />}
        />
        <Via automation={automation} />
        <FlowEnd
          term="Destination"
          sheet={sheetName}
          permalink={lastFailure === 'target_sheet_gone' ? null : sheetPermalink}
          column={
            isGone('target')
              ? notFound(targetColumnName)
              : joined(targetColumnName, countOptions(automation), toListNoun(automation))
          }
          picture={<DropdownPicture />}
        />
      </FlowFrame>
      {!isReadOnly && <MoreAlike automation={automation} onAdd={addDestinations} />}
    </>
  );
}

/** Returns the source column with what was counted, e.g. `Project · 212 rows of 9 sheets`. */
function sourceText(automation: Automation, rows: number | null): string {
  const { sourceColumnName, sourceSheetCount, review } = automation;
  // What waits is that there are fewer by now.
  const isOutdated = review?.reason === 'fewer_source_sheets' || Boolean(review?.fewerSheets);
  if (sourceSheetCount === null || sourceSheetCount === undefined || isOutdated)
    return joined(sourceColumnName, rows, 'row');
  const sheets = pluralize(sourceSheetCount, 'sheet');
  const counted = rows === null ? sheets : `${pluralize(rows, 'row')} of ${sheets}`;
  return `${isolated(sourceColumnName)} · ${counted}`;
}

function joined(column: string, count: number | null, noun: string): string {
  return count === null ? isolated(column) : `${isolated(column)} · ${pluralize(count, noun)}`;
}

function notFound(column: string): string {
  return `${isolated(column)}, not found`;
}

function Via({ automation }: { automation: Automation }) {
  const { speed, reason } = useSpeed(automation);
  const stopped = useStopped(automation);
  return (
    <FlowVia mode={automation.mode} isStopped={stopped !== null || !automation.isActive}>
      {stopped ? (
        <p className="flex items-center gap-1 text-pretty">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-bad" />
          {stopped}
        </p>
      ) : (
        <p className="text-pretty">{speed}</p>
      )}
      {reason && !stopped && <p className="text-pretty text-ink-3">{reason}</p>}
    </FlowVia>
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
