import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { memo, type ReactNode, useEffect } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow, type AutomationRowProps } from './automation-row.tsx';
import { useShownRows } from './chosen.ts';
import { GroupChoice, GroupHead, GroupMore } from './group-rows.tsx';
import type { ListEntry } from './list-entries.ts';
import { RuleHead, RuleMore } from './rule-rows.tsx';
import { useHasRoom } from './use-has-room.ts';
import type { Measured } from './virtual-rows.tsx';

type Column = { title: string; className: string };

const name = { title: 'Name', className: '' };
const source = { title: 'Source', className: 'w-[15%]' };
const destination = { title: 'Destination', className: 'w-[17%]' };
const onlyDestination = { title: 'Destination', className: 'w-[26%]' };
const lastUpdate = { title: 'Last Update', className: 'w-[124px]' };
const extra: readonly Column[] = [
  { title: 'Last Update', className: 'w-[124px]' },
  { title: 'Options', className: 'w-[84px]' },
  { title: 'Updates', className: 'w-[112px]' },
  { title: 'Last 12 runs', className: 'w-[172px]' },
];
const rest: readonly Column[] = [
  { title: 'Status', className: 'w-[156px]' },
  { title: 'Actions', className: 'w-[132px] text-end! pointer-coarse:w-[164px]' },
];

/** The columns of the list beside the tick; sources have none where they head groups. */
function listColumns({ hasSources, hasRoom }: { hasSources: boolean; hasRoom: boolean }): readonly Column[] {
  const ends = hasSources ? [source, destination] : [onlyDestination];
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
  measure: Measured['ref'];
  place: Measured['data-index'];
};

/** An automation and its notes. Drawn again only when it has changed. */
const Entry = memo(function Entry({ columns, isCovered, measure, place, ...row }: EntryProps) {
  const { automation, isCompact } = row;
  return (
    <RowGroup ref={measure} data-index={place} className="@max-wide:py-0!">
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

/** Up to here all rows are drawn. */
const drawnWhole = 150;

/** Loaded only for very many rows. */
const VirtualRows = lazyPart(async () => (await import('./virtual-rows.tsx')).VirtualRows);

export function AutomationsTable({ entries, wanted, isGrouped, isCompact, covered }: AutomationsTableProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const hasRoom = useHasRoom();
  const isNarrow = useIsPhone();
  const columns = listColumns({ hasSources: !isGrouped, hasRoom });
  const shared = {
    columns: columns.length + 1,
    hasSources: !isGrouped,
    isCompact,
    hasRoom,
    isNarrow,
    now,
    isReadOnly,
  };
  const isVeryLong = entries.length > drawnWhole;
  const draw = (entry: ListEntry, place: number, measured: Measured = {}) => (
    <ListRow
      key={entry.key}
      entry={entry}
      covered={covered}
      measured={measured}
      // The head is the first row. Screen readers need the place only where rows are missing.
      rowIndex={isVeryLong ? place + 2 : undefined}
      {...shared}
    />
  );
  useEffect(() => {
    const ids = entries.flatMap((entry) => (entry.kind === 'automation' ? [entry.automation.id] : []));
    useShownRows.setState({ ids });
  }, [entries]);
  return (
    <Table aria-label="Configurations" aria-rowcount={isVeryLong ? entries.length + 1 : undefined}>
      <Head
        columns={columns}
        choice={<GroupChoice label={`Choose all ${wanted.length}`} automations={wanted} />}
      />
      {isVeryLong ? (
        <VirtualRows entries={entries}>{draw}</VirtualRows>
      ) : (
        entries.map((entry, place) => draw(entry, place))
      )}
    </Table>
  );
}

type ListRowProps = Omit<
  EntryProps,
  'automation' | 'title' | 'brief' | 'isGrouped' | 'isCovered' | 'measure' | 'place'
> & {
  entry: ListEntry;
  covered: ReadonlySet<string>;
  measured: Measured;
};

function ListRow({ entry, covered, measured, ...shared }: ListRowProps) {
  const { columns, rowIndex, now } = shared;
  switch (entry.kind) {
    case 'automation': {
      const { automation, title, brief, isGrouped } = entry;
      const isCovered = covered.has(automation.id);
      return (
        <Entry
          {...{ automation, title, brief, isGrouped, isCovered }}
          measure={measured.ref}
          place={measured['data-index']}
          {...shared}
        />
      );
    }
    case 'group':
      return <GroupHead {...{ entry, measured, columns, rowIndex, now }} />;
    case 'group-more':
      return <GroupMore {...{ entry, measured, columns, rowIndex }} />;
    case 'rule':
      return <RuleHead {...{ entry, measured, columns, rowIndex, now }} />;
    case 'rule-more':
      return <RuleMore {...{ entry, measured, columns, rowIndex }} />;
  }
}

const places = ['first', 'second', 'third'];

/** The table before its rows are known, as high as three of them. */
export function AutomationsSkeleton() {
  return (
    <Loading label="Loading configurations">
      <Table aria-hidden="true">
        <Head columns={listColumns({ hasSources: true, hasRoom: false })} />
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
