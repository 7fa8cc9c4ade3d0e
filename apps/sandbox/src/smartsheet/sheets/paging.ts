import type { Query } from '../api/query.ts';

const DEFAULT_SIZE = 100;

export type Page<Item> = {
  pageNumber: number;
  /** Absent when the list is whole. */
  pageSize?: number;
  totalPages: number;
  totalCount: number;
  data: Item[];
};

/** One page of a list; a page beyond the end is the last one again. `includeAll` makes the other two ignored. */
export function pageOf<Item>(items: readonly Item[], query: Query): Page<Item> {
  const totalCount = items.length;
  if (query.flag('includeAll')) return { pageNumber: 1, totalPages: 1, totalCount, data: [...items] };
  const pageSize = query.page('pageSize') ?? DEFAULT_SIZE;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const pageNumber = Math.min(query.page('page') ?? 1, totalPages);
  const start = (pageNumber - 1) * pageSize;
  return { pageNumber, pageSize, totalPages, totalCount, data: items.slice(start, start + pageSize) };
}

/** The rows of "Get Sheet": all of them, unless a page or its size is named, or there are more than an answer takes. */
export function pageOfRows<Item>(
  rows: Item[],
  { query, mostRows }: { query: Query; mostRows: number | null },
): Item[] {
  const page = query.page('page');
  const asked = query.page('pageSize') ?? (page === undefined ? rows.length : DEFAULT_SIZE);
  const pageSize = Math.max(1, Math.min(asked, mostRows ?? asked));
  const lastPage = Math.max(1, Math.ceil(rows.length / pageSize));
  const start = (Math.min(page ?? 1, lastPage) - 1) * pageSize;
  return rows.slice(start, start + pageSize);
}
