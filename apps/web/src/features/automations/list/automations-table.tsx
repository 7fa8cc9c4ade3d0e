import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { memo } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow, type AutomationRowProps, extraCell } from './automation-row.tsx';
import { GroupHead, GroupMore } from './group-rows.tsx';
import type { ListEntry } from './list-entries.ts';

type Column = { title: string; className: string };

const name = { title: 'Name', className: '' };
const source = { title: 'Source', className: 'w-[22%]' };
const destination = { title: 'Destination', className: 'w-[26%]' };
const rest: readonly Column[] = [
  { title: 'Last Update', className: 'w-[154px] @min-[87.5rem]:w-[124px]' },
  { title: 'Options', className: `w-[84px] ${extraCell}` },
  { title: 'Updates', className: `w-[112px] ${extraCell}` },
  { title: 'Last 12 runs', className: `w-[172px] ${extraCell}` },
  { title: 'Status', className: 'w-[164px]' },
  { title: 'Actions', className: 'w-[132px] text-right! pointer-coarse:w-[164px]' },
];

/** The columns of the list; sources have none where they head groups. */
function columnsOf(hasSources: boolean): readonly Column[] {
  return hasSources ? [name, source, destination, ...rest] : [name, destination, ...rest];
}

function Head({ columns }: { columns: readonly Column[] }) {
  return (
    <TableHead>
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
  /** Whether automations stand under their sources. */
  isGrouped: boolean;
  isCompact: boolean;
  /** Ids of the automations whose cause a card above the list tells. */
  covered: ReadonlySet<string>;
};

export function AutomationsTable({ entries, isGrouped, isCompact, covered }: AutomationsTableProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const columns = columnsOf(!isGrouped);
  const shared = { columns: columns.length, hasSources: !isGrouped, isCompact, now, isReadOnly };
  return (
    <Table aria-label="Configurations">
      <Head columns={columns} />
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
        <Head columns={columnsOf(true)} />
        {places.map((place) => (
          <RowGroup key={place}>
            <Row className="h-11 @max-wide:min-h-[52px]">
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
              <Cell className={extraCell} />
              <Cell className={extraCell} />
              <Cell className={extraCell} />
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
