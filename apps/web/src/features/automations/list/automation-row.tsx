import type { Automation } from '@picksync/contracts';
import { Name } from '@picksync/ui/name.tsx';
import { Cell, Row } from '@picksync/ui/table.tsx';
import { Tooltip } from '@picksync/ui/tooltip.tsx';
import type { MouseEvent } from 'react';
import { formatAgo } from '../../../ui/dates.ts';
import { describeUpdateMethod, isSyncing } from '../automation-status.ts';
import { StatusBadge } from '../status-badge.tsx';
import { AutomationActions } from './automation-actions.tsx';
import { RecentRuns } from './recent-runs.tsx';

type EndProps = { preposition: string; sheet: string; column: string };

/** A sheet over its column; where the row is a block, the two in one line. */
function End({ preposition, sheet, column }: EndProps) {
  return (
    <div className="min-w-0 @max-wide:flex @max-wide:gap-1.5 @max-wide:text-ink-2">
      <span className="shrink-0 text-ink-3 @wide:hidden">{preposition}</span>
      <span title={sheet} className="@max-wide:truncate @wide:line-clamp-2">
        <Name>{sheet}</Name>
      </span>
      <span aria-hidden="true" className="text-ink-3 @wide:hidden">
        ·
      </span>
      <span title={column} className="block truncate text-ink-3 @wide:text-xs">
        <Name>{column}</Name>
      </span>
    </div>
  );
}

type LastUpdateProps = { automation: Automation; now: Date; isReadOnly: boolean };

function LastUpdate({ automation, now, isReadOnly }: LastUpdateProps) {
  const { word, explanation } = describeUpdateMethod(automation, isReadOnly);
  const { lastUpdated } = automation;
  return (
    <div className="@max-wide:flex @max-wide:flex-wrap @max-wide:items-center @max-wide:gap-x-2">
      <time dateTime={lastUpdated ?? undefined} className="block whitespace-nowrap">
        {formatAgo(lastUpdated, now)}
      </time>
      <Tooltip text={explanation}>
        <button type="button" className="cursor-help rounded-sm text-xs text-ink-3">
          {word}
        </button>
      </Tooltip>
    </div>
  );
}

type AutomationRowProps = {
  automation: Automation;
  now: Date;
  isReadOnly: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onAdd: () => void;
  onDelete: () => void;
};

/** Returns whether a click was meant for the row: not for a control in it or above it, nor to select text. */
function isForRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element && currentTarget.contains(target))) return false;
  return target.closest('a, button') === null && window.getSelection()?.type !== 'Range';
}

/** Whether a click on a link is for another tab or window. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

/** A row that opens by a click anywhere in it; for the keyboard its name is a link. */
export function AutomationRow({
  automation,
  now,
  isReadOnly,
  onOpen,
  onEdit,
  onAdd,
  onDelete,
}: AutomationRowProps) {
  return (
    <Row
      aria-busy={isSyncing(automation) || undefined}
      className="cursor-pointer hover:bg-sunken/50"
      onClick={(event) => isForRow(event) && onOpen()}
    >
      <Cell>
        {/* A plain link: one of the router's works its address out again whenever any other changes, in every row. */}
        <a
          href={`/automations/${automation.id}`}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            onOpen();
          }}
          title={automation.name}
          className="max-w-full rounded-sm text-md font-semi hover:underline"
        >
          <span className="line-clamp-2">
            <Name>{automation.name}</Name>
          </span>
        </a>
        <RecentRuns automation={automation} />
      </Cell>
      <Cell className="@max-wide:col-span-2">
        <End
          preposition="from"
          sheet={automation.sourceSheetName ?? 'Unknown sheet'}
          column={automation.sourceColumnName}
        />
      </Cell>
      <Cell className="@max-wide:col-span-2">
        <End preposition="to" sheet={automation.sheetName} column={automation.targetColumnName} />
      </Cell>
      <Cell className="@max-wide:self-center">
        <LastUpdate automation={automation} now={now} isReadOnly={isReadOnly} />
      </Cell>
      <Cell className="@max-wide:col-start-2 @max-wide:row-start-1 @max-wide:justify-self-end">
        <StatusBadge automation={automation} isReadOnly={isReadOnly} />
      </Cell>
      <Cell className="@max-wide:justify-self-end">
        <AutomationActions
          automation={automation}
          isReadOnly={isReadOnly}
          onEdit={onEdit}
          onAdd={onAdd}
          onDelete={onDelete}
        />
      </Cell>
    </Row>
  );
}
