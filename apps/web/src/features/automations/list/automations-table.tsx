import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { memo, useMemo, useRef } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow } from './automation-row.tsx';
import { GroupEnd, GroupHead, NeedsYouHead } from './group-rows.tsx';
import type { ListEntry } from './list-entries.ts';
import type { Edit } from './next-step.ts';

const columns = [
  { title: 'Name', width: '' },
  { title: 'Source', width: 'w-[15%]' },
  { title: 'Destination', width: 'w-[15%]' },
  { title: 'Last Update', width: 'w-[124px]' },
  { title: 'Status', width: 'w-[156px]' },
  { title: 'Actions', width: 'w-[148px] text-right! pointer-coarse:w-[176px]' },
];

function Head() {
  return (
    <TableHead>
      {columns.map(({ title, width }) => (
        <HeadCell key={title} className={width}>
          {title}
        </HeadCell>
      ))}
    </TableHead>
  );
}

type Actions = {
  /** Shows what came of the last read of the source. */
  onShowRun: (automation: Automation) => void;
  /** Adds destinations to the source of the automation. */
  onAdd: (automation: Automation) => void;
  onEdit: Edit;
  onReview: (automation: Automation) => void;
  onDelete: (automation: Automation) => void;
  onOpen: (automation: Automation) => void;
};

/** Returns actions that stay the same as long as the list is shown, so that no row is drawn again because of them. */
function useSameActions(actions: Actions): Actions {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      onShowRun: (automation) => latest.current.onShowRun(automation),
      onAdd: (automation) => latest.current.onAdd(automation),
      onEdit: (automation, field) => latest.current.onEdit(automation, field),
      onReview: (automation) => latest.current.onReview(automation),
      onDelete: (automation) => latest.current.onDelete(automation),
      onOpen: (automation) => latest.current.onOpen(automation),
    }),
    [],
  );
}

type EntryProps = { automation: Automation; now: Date; isReadOnly: boolean; actions: Actions };

/** An automation and its notes. Drawn again only when it has changed. */
const Entry = memo(function Entry({ automation, now, isReadOnly, actions }: EntryProps) {
  return (
    <RowGroup>
      <AutomationRow
        automation={automation}
        now={now}
        isReadOnly={isReadOnly}
        onOpen={() => actions.onOpen(automation)}
        onEdit={() => actions.onEdit(automation, 'name')}
        onAdd={() => actions.onAdd(automation)}
        onDelete={() => actions.onDelete(automation)}
      />
      <AutomationNotes
        automation={automation}
        columns={columns.length}
        onEdit={actions.onEdit}
        onReview={() => actions.onReview(automation)}
      />
    </RowGroup>
  );
});

export function AutomationsTable({ entries, ...props }: Actions & { entries: readonly ListEntry[] }) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const actions = useSameActions(props);
  return (
    <Table aria-label="Configurations">
      <Head />
      {entries.map((entry) => (
        <ListRow key={entry.key} entry={entry} now={now} isReadOnly={isReadOnly} actions={actions} />
      ))}
    </Table>
  );
}

function ListRow({ entry, ...rest }: Omit<EntryProps, 'automation'> & { entry: ListEntry }) {
  const { actions, isReadOnly } = rest;
  switch (entry.kind) {
    case 'automation':
      return <Entry automation={entry.automation} {...rest} />;
    case 'needs-you': {
      const { isOpen, automations, total, key } = entry;
      const head = { isOpen, automations, total, groupKey: key };
      return <NeedsYouHead {...head} columns={columns.length} />;
    }
    case 'group': {
      const { group, isOpen } = entry;
      const head = { group, isOpen, onShowRun: actions.onShowRun };
      return <GroupHead {...head} columns={columns.length} />;
    }
    case 'group-end': {
      const { group, elsewhere } = entry;
      const end = { group, elsewhere, isReadOnly, onAdd: actions.onAdd };
      return <GroupEnd {...end} columns={columns.length} />;
    }
  }
}

const places = ['first', 'second', 'third'];

/** The table before its rows are known, as high as three of them. */
export function AutomationsSkeleton() {
  return (
    <Loading label="Loading configurations">
      <Table aria-hidden="true">
        <Head />
        {places.map((place) => (
          <RowGroup key={place}>
            <Row>
              <Cell>
                <div className="grid gap-2">
                  <Skeleton className="h-4 w-40 max-w-full" />
                  <Skeleton className="h-3.5 w-20" />
                </div>
              </Cell>
              <Cell className="@max-wide:col-span-2">
                <TwoLines />
              </Cell>
              <Cell className="@max-wide:hidden">
                <TwoLines />
              </Cell>
              <Cell>
                <TwoLines />
              </Cell>
              <Cell className="@max-wide:col-start-2 @max-wide:row-start-1">
                <Skeleton className="h-[22px] w-16 rounded-full" />
              </Cell>
              <Cell />
            </Row>
          </RowGroup>
        ))}
      </Table>
    </Loading>
  );
}

function TwoLines() {
  return (
    <div className="grid gap-1.5 py-0.5">
      <Skeleton className="h-4 w-28 max-w-full" />
      <Skeleton className="h-3 w-20 max-w-full" />
    </div>
  );
}
