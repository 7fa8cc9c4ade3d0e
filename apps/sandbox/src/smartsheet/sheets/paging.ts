import type { QueryParams } from '../api/query-params.ts';

const defaultPageSize = 100;

export type Page<Item> = {
  pageNumber: number;
  /** Absent with `includeAll`. */
  pageSize?: number;
  totalPages: number;
  totalCount: number;
  data: Item[];
};

/** Returns one page of a list, or the last page for a higher number. `includeAll` overrides page and page size. */
export function pageOf<Item>(items: readonly Item[], query: QueryParams): Page<Item> {
  const totalCount = items.length;
  if (query.flag('includeAll')) return { pageNumber: 1, totalPages: 1, totalCount, data: [...items] };
  const pageSize = query.positive('pageSize') ?? defaultPageSize;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const pageNumber = Math.min(query.positive('page') ?? 1, totalPages);
  const start = (pageNumber - 1) * pageSize;
  return { pageNumber, pageSize, totalPages, totalCount, data: items.slice(start, start + pageSize) };
}

/**
 * Returns the rows of "Get Sheet": all of them unless the query names a page or a page size, or `maxRows` limits
 * them.
 */
export function pageOfRows<Item>(
  rows: Item[],
  { query, maxRows }: { query: QueryParams; maxRows: number | null },
): Item[] {
  const page = query.positive('page');
  const requestedSize = query.positive('pageSize') ?? (page === undefined ? rows.length : defaultPageSize);
  const pageSize = Math.max(1, Math.min(requestedSize, maxRows ?? requestedSize));
  const lastPage = Math.max(1, Math.ceil(rows.length / pageSize));
  const start = (Math.min(page ?? 1, lastPage) - 1) * pageSize;
  return rows.slice(start, start + pageSize);
}
