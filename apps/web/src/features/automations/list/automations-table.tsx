import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { memo, type ReactNode, useEffect } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow, type AutomationRowProps } from './automation-row.tsx';
import { useShownRows } from './chosen.ts';
import { GroupChoice, GroupHead, GroupMore } from './group-rows.tsx';
import type { ListEntry } from './list-entries.ts';
import { useHasRoom } from './use-has-room.ts';

type Column = { title: string; className: string };

const name = { title: 'Name', className: '' };
const source = { title: 'Source', className: 'w-[22%]' };
const destination = { title: 'Destination', className: 'w-[26%]' };
const lastUpdate = { title: 'Last Update', className: 'w-[154px]' };
const extra: readonly Column[] = [
  { title: 'Last Update', className: 'w-[124px]' },
  { title: 'Options', className: 'w-[84px]' },
  { title: 'Updates', className: 'w-[112px]' },
  { title: 'Last 12 runs', className: 'w-[172px]' },
];
const rest: readonly Column[] = [
  { title: 'Status', className: 'w-[164px]' },
  { title: 'Actions', className: 'w-[132px] text-right! pointer-coarse:w-[164px]' },
];

/** The columns of the list beside the tick; sources have none where they head groups. */
function columnsOf({ hasSources, hasRoom }: { hasSources: boolean; hasRoom: boolean }): readonly Column[] {
  const ends = hasSources ? [source, destination] : [destination];
  return [name, ...ends, ...(hasRoom ? extra : [lastUpdate]), ...rest];
}

function Head({ columns, choice }: { columns: readonly Column[]; choice?: ReactNode }) {
  return (
    <TableHead>
      <HeadCell className="w-[54px] py-1!">{choice ?? <span className="sr-only">Choice</span>}</HeadCell>
      {columns.map(({ title, className }) => (
        <HeadCell key={title} className={className}>
          {title}
        </HeadCell>
      ))}
    </TableHead>
  );
}

type EntryProps = Omit<AutomationRowProps, 'isCompact'> & {
  columns: number;
  isCompact: boolean;
  /** Whether a card above the list says why it does not go on. */
  isCovered: boolean;
};

/** An automation and its notes. Drawn again only when it has changed. */
const Entry = memo(function Entry({ columns, isCovered, ...row }: EntryProps) {
  const { automation, isCompact } = row;
  return (
    <RowGroup className="@max-wide:py-0!">
      <AutomationRow {...row} />
      <AutomationNotes
        automation={automation}
        columns={columns}
        isCompact={isCompact}
        isCovered={isCovered}
      />
    </RowGroup>
  );
});

type AutomationsTableProps = {
  entries: readonly ListEntry[];
  /** The automations that the list is about, drawn or not. */
  wanted: readonly Automation[];
  /** Whether automations stand under their sources. */
  isGrouped: boolean;
  isCompact: boolean;
  /** Ids of the automations whose cause a card above the list tells. */
  covered: ReadonlySet<string>;
};

export function AutomationsTable({ entries, wanted, isGrouped, isCompact, covered }: AutomationsTableProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const hasRoom = useHasRoom();
  const columns = columnsOf({ hasSources: !isGrouped, hasRoom });
  const shared = {
    columns: columns.length + 1,
    hasSources: !isGrouped,
    ...{ isCompact, hasRoom, now, isReadOnly },
  };
  useEffect(() => {
    const ids = entries.flatMap((entry) => (entry.kind === 'automation' ? [entry.automation.id] : []));
    useShownRows.setState({ ids });
  }, [entries]);
  return (
    <Table aria-label="Configurations">
      <Head
        columns={columns}
        choice={<GroupChoice label={`Choose all ${wanted.length}`} automations={wanted} />}
      />
      {entries.map((entry) => (
        <ListRow key={entry.key} entry={entry} covered={covered} {...shared} />
      ))}
    </Table>
  );
}

type ListRowProps = Omit<EntryProps, 'automation' | 'title' | 'isGrouped' | 'isCovered'> & {
  entry: ListEntry;
  covered: ReadonlySet<string>;
};

function ListRow({ entry, covered, ...shared }: ListRowProps) {
  switch (entry.kind) {
    case 'automation': {
      const { automation, title, isGrouped } = entry;
      const isCovered = covered.has(automation.id);
      return <Entry {...{ automation, title, isGrouped, isCovered }} {...shared} />;
    }
    case 'group':
      return <GroupHead entry={entry} columns={shared.columns} />;
    case 'group-more':
      return <GroupMore entry={entry} columns={shared.columns} />;
  }
}

const places = ['first', 'second', 'third'];

/** The table before its rows are known, as high as three of them. */
export function AutomationsSkeleton() {
  return (
    <Loading label="Loading configurations">
      <Table aria-hidden="true">
        <Head columns={columnsOf({ hasSources: true, hasRoom: false })} />
        {places.map((place) => (
          <RowGroup key={place}>
            <Row className="h-11 @max-wide:min-h-[52px]">
              <Cell className="@max-wide:hidden" />
              <Cell>
                <Skeleton className="h-4 w-40 max-w-full" />
              </Cell>
              <Cell className="@max-wide:hidden">
                <Skeleton className="h-4 w-28 max-w-full" />
              </Cell>
              <Cell className="@max-wide:hidden">
                <Skeleton className="h-4 w-28 max-w-full" />
              </Cell>
              <Cell className="@max-wide:hidden">
                <Skeleton className="h-4 w-20 max-w-full" />
              </Cell>
              <Cell className="@max-wide:col-start-2 @max-wide:row-start-1">
                <Skeleton className="h-[22px] w-16 rounded-full" />
              </Cell>
              <Cell className="@max-wide:hidden" />
            </Row>
          </RowGroup>
        ))}
      </Table>
    </Loading>
  );
}
