import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { Cell, HeadCell, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { showToast } from '../../stores/toast.ts';

export type Column<T> = {
  head: string;
  /** The head is only read out, because the cells explain themselves. */
  isHeadHidden?: boolean;
  /** The width, for head and cells. */
  className?: string;
  cell: (row: T) => ReactNode;
};

/** A list that comes in pages, as an infinite query returns it. */
type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ isError: boolean }>;
};

type AdminTableProps<T> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  getKey: (row: T) => string;
  /** Which row is shown in full. */
  selected?: string | undefined;
  /** Absent for lists without pages. */
  pages?: Pages;
  /** Shown when there are no rows. */
  empty: ComponentProps<typeof EmptyState>;
};

/**
 * A list for administrators. Where there is no room for columns, each row is a block: its first cell, and the others
 * beneath it.
 */
export function AdminTable<T>({ label, columns, rows, getKey, selected, pages, empty }: AdminTableProps<T>) {
  if (rows.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <Table aria-label={label}>
        <TableHead>
          {columns.map(({ head, isHeadHidden, className }) => (
            <HeadCell key={head} className={className}>
              {isHeadHidden ? <span className="sr-only">{head}</span> : head}
            </HeadCell>
          ))}
        </TableHead>
        {rows.map((row) => (
          <RowGroup key={getKey(row)} className={getKey(row) === selected ? 'bg-accent-soft' : ''}>
            <tr className="@max-wide:flex @max-wide:flex-wrap @max-wide:items-center @max-wide:gap-x-3 @max-wide:gap-y-1 @max-wide:px-4 @max-wide:py-2 @max-wide:text-ink-2">
              {columns.map(({ head, cell }) => (
                <Cell
                  key={head}
                  className={cx(
                    'tabular @max-wide:min-w-0 @max-wide:max-w-full',
                    '@max-wide:first:basis-full @max-wide:first:text-ink @max-wide:last:not-first:ml-auto @max-wide:empty:hidden @max-wide:has-[[data-minor]]:hidden',
                  )}
                >
                  {cell(row)}
                </Cell>
              ))}
            </tr>
          </RowGroup>
        ))}
      </Table>
      {pages?.hasNextPage && <ShowMore {...pages} />}
    </>
  );
}

function ShowMore({ isFetchingNextPage, fetchNextPage }: Pages) {
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) showToast({ tone: 'bad', title: 'Could not load more', description: 'Please try again.' });
  };
  return (
    <div className="border-t border-line px-2.5 py-2">
      <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void showMore()}>
        Show more
      </Button>
    </div>
  );
}

/** A first cell: what it is, over a detail. */
export function NameCell({ name, detail }: { name: ReactNode; detail?: ReactNode }) {
  return (
    <div className="grid min-w-0">
      <div className="min-w-0 font-semi [overflow-wrap:anywhere]">{name}</div>
      {detail && <div className="text-xs text-ink-2 [overflow-wrap:anywhere]">{detail}</div>}
    </div>
  );
}
