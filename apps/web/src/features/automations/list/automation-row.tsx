import { type Automation, isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { Cell, Row } from '@picksync/ui/table.tsx';
import {
  describeUpdateMethod,
  isFirstSync,
  isSyncing,
  lastUpdateText,
  StatusBadge,
} from '../automation-status.tsx';
import { countOptions } from '../count-options.ts';
import { reviewLabel } from '../review/review-texts.ts';
import { ChoiceBox } from './choice-box.tsx';
import { choose, useChosen, useShownRows } from './chosen.ts';
import { RecentRuns } from './recent-runs.tsx';
import { RowActions } from './row-actions.tsx';
import { isForRow, opensElsewhere } from './row-clicks.ts';
import { RowEnd } from './row-end.tsx';
import { cutMiddle } from './short-names.ts';
import { useAutomationLinks } from './use-automation-links.ts';

export type AutomationRowProps = {
  automation: Automation;
  /** Its name, without what the names beside it share. */
  title: string;
  /** What of it differs from the names beside it. */
  brief: string;
  /** Whether its source stands in the head above it. */
  isGrouped: boolean;
  /** Whether sources have a column of their own. */
  hasSources: boolean;
  /** Whether there is room for three more columns. */
  hasRoom: boolean;
  /** Whether there is room for one button only. */
  isNarrow: boolean;
  /** Whether the list is long: what it needs is a button in the row, not a note beneath it. */
  isCompact: boolean;
  now: Date;
  isReadOnly: boolean;
  /** Its place among the rows of the table, for screen readers. */
  rowIndex: number | undefined;
};

/** Returns the sheet of the destination, unless the title of the row is its name. */
function shownSheet({ automation: { sheetName }, title, isGrouped }: AutomationRowProps): string | null {
  return isGrouped && title === sheetName ? null : sheetName;
}

/** What two lines of a phone hold of a name, and one line beside the time, in characters. */
const mostInTitle = 36;
const mostInLine = 20;

/** Returns the destination as the second line of a phone's row has it: what its name does not say. */
function toDestination(props: AutomationRowProps): string {
  const { name, sheetName, targetColumnName } = props.automation;
  if (!props.isNarrow) return shownSheet(props) ?? targetColumnName;
  return cutMiddle(name.includes(sheetName) ? targetColumnName : sheetName, mostInLine);
}

function sourceName({ sourceSheetName }: Automation): string {
  return sourceSheetName ?? 'Unknown sheet';
}

/** When it was last updated, and how changes are noticed, which nobody knows before its first sync. */
function LastUpdate({ automation, now, isReadOnly, hasRoom }: AutomationRowProps) {
  const { word, explanation } = describeUpdateMethod(automation, isReadOnly);
  const isFirst = isFirstSync(automation, isReadOnly);
  return (
    <>
      <time
        dateTime={automation.lastUpdated ?? undefined}
        className={cx('block text-ink-2', !hasRoom && 'leading-tight', isFirst ? 'text-pretty' : 'truncate')}
      >
        {lastUpdateText(automation, now, isReadOnly)}
      </time>
      {!hasRoom && !isFirst && (
        <span title={explanation} className="block truncate text-xs text-ink-3">
          {word}
        </span>
      )}
    </>
  );
}

/** A row that opens by a click anywhere in it; for the keyboard its name is a link. */
export function AutomationRow(props: AutomationRowProps) {
  const { automation, isGrouped, hasSources, isCompact, hasRoom, isNarrow } = props;
  const title = isNarrow ? cutMiddle(props.brief, mostInTitle) : props.title;
  const { now, isReadOnly, rowIndex } = props;
  const { openPage } = useAutomationLinks();
  const isChosen = useChosen(({ ids }) => ids.has(automation.id));
  const isAlone = !isGrouped && !hasSources;
  const waits = automation.review !== null && !isReadOnly;
  const hasButton = isCompact && waits;
  return (
    <Row
      // Else it would begin with the tick.
      aria-label={isolated(automation.name)}
      aria-rowindex={rowIndex}
      aria-busy={isSyncing(automation) || undefined}
      data-chosen={isChosen || undefined}
      // On the accent captions need the darker ink.
      className="h-11 cursor-pointer data-chosen:bg-accent-soft data-chosen:[--ink-3:var(--ink-2)] hover:bg-sunken/50 @max-wide:h-auto @max-wide:min-h-[52px] @max-wide:content-center @max-wide:grid-cols-[24px_minmax(0,1fr)_auto_auto]! @max-wide:items-center @max-wide:gap-y-0! @max-wide:py-1!"
      onClick={(event) => isForRow(event) && openPage(automation)}
    >
      <Cell className="py-0! @max-wide:col-start-1 @max-wide:row-start-1">
        <RowChoice automation={automation} />
      </Cell>
      <Cell className="py-0! @max-wide:col-start-2 @max-wide:row-start-1">
        {/* A plain link: one of the router's works its address out again whenever any other changes, in every row. */}
        <a
          href={`/automations/${automation.id}`}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            openPage(automation);
          }}
          title={automation.name}
          aria-label={isolated(automation.name)}
          // Under a finger it reaches over the line below it, which stays close to it.
          className="relative block content-center rounded-sm text-sm font-semi hover:underline pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3.5"
        >
          <span
            // Cut off, the names of a long list say the same.
            className="line-clamp-2 leading-tight"
          >
            <Name>{title}</Name>
          </span>
        </a>
        <span className="flex text-xs text-ink-2 @wide:hidden" aria-hidden="true">
          <span className="truncate">{toDestination(props)}</span>
          <span className="max-w-[75%] shrink-0 truncate">
            , {lastUpdateText(automation, now, isReadOnly)}
          </span>
        </span>
      </Cell>
      {hasSources && (
        <Cell className="py-0! @max-wide:sr-only">
          <RowEnd
            preposition="from"
            sheet={sourceName(automation)}
            column={automation.sourceColumnName}
            isStacked={!hasRoom}
          />
        </Cell>
      )}
      <Cell className="py-0! @max-wide:sr-only">
        <RowEnd
          preposition="to"
          sheet={shownSheet(props)}
          column={automation.targetColumnName}
          isStacked={hasSources && !hasRoom}
        />
        {isAlone && (
          <span className="block truncate text-xs text-ink-3">
            from <Name>{sourceName(automation)}</Name> · <Name>{automation.sourceColumnName}</Name>
          </span>
        )}
      </Cell>
      <Cell className="py-0! @max-wide:sr-only">
        <LastUpdate {...props} />
      </Cell>
      {hasRoom && <ExtraCells {...props} />}
      <Cell
        className={cx(
          'py-0!',
          // Beside it there would be no room for the name: no badge is wider than that of a review.
          waits
            ? '@max-wide:col-span-3 @max-wide:col-start-2 @max-wide:row-start-2 @max-wide:pb-1!'
            : '@max-wide:col-start-3 @max-wide:row-start-1 @max-wide:justify-self-end',
        )}
      >
        {hasButton ? (
          <ReviewButton automation={automation} />
        ) : (
          <StatusBadge automation={automation} isReadOnly={isReadOnly} />
        )}
      </Cell>
      <Cell className="py-0! @max-wide:col-start-4 @max-wide:row-start-1 @max-wide:justify-self-end">
        <RowActions {...{ automation, isReadOnly, isNarrow }} />
      </Cell>
    </Row>
  );
}

function RowChoice({ automation: { id, name } }: { automation: Automation }) {
  const isChosen = useChosen(({ ids }) => ids.has(id));
  return (
    <ChoiceBox
      label={`Choose ${isolated(name)}`}
      id={id}
      isChosen={isChosen}
      onChoose={(next, { shiftKey }) =>
        choose({ id, isChosen: next, isRange: shiftKey, order: useShownRows.getState().ids })
      }
    />
  );
}

/** What there is room for on a wide screen: how many options, how changes are noticed, the last runs. */
function ExtraCells({ automation, isReadOnly }: AutomationRowProps) {
  const { word, explanation } = describeUpdateMethod(automation, isReadOnly);
  return (
    <>
      <Cell className="tabular py-0! text-ink-2">
        {countOptions(automation)?.toLocaleString('en-US') ?? '–'}
      </Cell>
      {isFirstSync(automation, isReadOnly) ? (
        <Cell className="py-0! text-ink-2">–</Cell>
      ) : (
        <Cell className="py-0! text-ink-2" title={explanation}>
          {word}
        </Cell>
      )}
      <Cell className="py-0!">
        <RecentRuns automation={automation} />
      </Cell>
    </>
  );
}

function ReviewButton({ automation }: { automation: Automation }) {
  const { review } = useAutomationLinks();
  if (automation.review === null) return null;
  const label = reviewLabel(automation.review);
  return (
    <Button
      size="sm"
      onClick={() => review(automation)}
      aria-label={`${label}: ${isolated(automation.name)}`}
    >
      {label}
    </Button>
  );
}
