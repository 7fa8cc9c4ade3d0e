import { cx } from '@picksync/ui/class-names.ts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { Cell, HeadCell, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import {
  type InfiniteData,
  type QueryKey,
  type UseSuspenseInfiniteQueryOptions,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { Page } from '../../api/call.ts';
import { ShowMore } from '../../api/show-more.tsx';
import { AdminSection } from './admin-section.tsx';

export type Column<T> = {
  head: string;
  /** The head is only read out, because the cells explain themselves. */
  isHeadHidden?: boolean;
  /** The width, for head and cells. */
  className?: string;
  cell: (row: T) => ReactNode;
};

type AdminTableProps<T> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** Which row is shown in full. */
  selected?: string | undefined;
  /** Shown when there are no rows. */
  empty: ComponentProps<typeof EmptyState>;
};

/**
 * A list for administrators. Where there is no room for columns, each row is a block: its first cell, and the others
 * beneath it.
 */
export function AdminTable<T extends { id: string | number }>(props: AdminTableProps<T>) {
  const { label, columns, rows, selected, empty } = props;
  if (rows.length === 0) return <EmptyState {...empty} />;
  return (
    <Table aria-label={label}>
      <TableHead>
        {columns.map(({ head, isHeadHidden, className }) => (
          <HeadCell key={head} className={className}>
            {isHeadHidden ? <span className="sr-only">{head}</span> : head}
          </HeadCell>
        ))}
      </TableHead>
      {rows.map((row) => (
        <RowGroup key={row.id} className={row.id === selected ? 'bg-accent-soft' : ''}>
          <tr className="@max-wide:flex @max-wide:flex-wrap @max-wide:items-center @max-wide:gap-x-3 @max-wide:gap-y-1 @max-wide:px-4 @max-wide:py-2 @max-wide:text-ink-2">
            {columns.map(({ head, cell }) => (
              <Cell
                key={head}
                className={cx(
                  'tabular @max-wide:min-w-0 @max-wide:max-w-full',
                  '@max-wide:first:basis-full @max-wide:first:text-ink @max-wide:last:not-first:ms-auto @max-wide:empty:hidden @max-wide:has-[[data-minor]]:hidden',
                )}
              >
                {cell(row)}
              </Cell>
            ))}
          </tr>
        </RowGroup>
      ))}
    </Table>
  );
}

type PagedQuery<T, K extends QueryKey> = UseSuspenseInfiniteQueryOptions<
  Page<T[]>,
  Error,
  InfiniteData<Page<T[]>>,
  K,
  string
>;

type AdminListProps<T, K extends QueryKey> = Omit<AdminTableProps<T>, 'rows'> & { query: PagedQuery<T, K> };

/** The same for a list that comes in pages. */
export function AdminList<T extends { id: string | number }, K extends QueryKey>({
  query,
  ...table
}: AdminListProps<T, K>) {
  const list = useSuspenseInfiniteQuery(query);
  return (
    <>
      <AdminTable {...table} rows={list.data.pages.flatMap(({ reply }) => reply)} />
      <ShowMore list={list} variant="quiet" className="border-t px-2.5 py-2" />
    </>
  );
}

type AdminListPageProps<T, K extends QueryKey> = Omit<ComponentProps<typeof AdminSection>, 'children'> &
  Omit<AdminListProps<T, K>, 'label'>;

/** A page for administrators that is one such list. */
export function AdminListPage<T extends { id: string | number }, K extends QueryKey>({
  title,
  subtitle,
  actions,
  ...list
}: AdminListPageProps<T, K>) {
  return (
    <AdminSection title={title} subtitle={subtitle} actions={actions}>
      <AdminList {...list} label={title} />
    </AdminSection>
  );
}
