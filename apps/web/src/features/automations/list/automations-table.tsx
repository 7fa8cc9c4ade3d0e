import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { memo } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow } from './automation-row.tsx';
import { GroupEnd, GroupHead, NeedsYouHead } from './group-rows.tsx';
import type { ListEntry } from './list-entries.ts';

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

type EntryProps = { automation: Automation; now: Date; isReadOnly: boolean };

/** An automation and its notes. Drawn again only when it has changed. */
const Entry = memo(function Entry(props: EntryProps) {
  return (
    <RowGroup>
      <AutomationRow {...props} />
      <AutomationNotes automation={props.automation} columns={columns.length} />
    </RowGroup>
  );
});

export function AutomationsTable({ entries }: { entries: readonly ListEntry[] }) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  return (
    <Table aria-label="Configurations">
      <Head />
      {entries.map((entry) => (
        <ListRow key={entry.key} entry={entry} now={now} isReadOnly={isReadOnly} />
      ))}
    </Table>
  );
}

function ListRow({ entry, ...rest }: Omit<EntryProps, 'automation'> & { entry: ListEntry }) {
  switch (entry.kind) {
    case 'automation':
      return <Entry automation={entry.automation} {...rest} />;
    case 'needs-you':
      return <NeedsYouHead entry={entry} columns={columns.length} />;
    case 'group':
      return <GroupHead entry={entry} columns={columns.length} />;
    case 'group-end':
      return <GroupEnd entry={entry} columns={columns.length} />;
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
