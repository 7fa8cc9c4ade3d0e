import type { QueryParams } from '../api/query-params.ts';

const defaultPageSize = 100;

export type Page<Item> = {
  pageNumber: number;
  /** Absent when the list is whole. */
  pageSize?: number;
  totalPages: number;
  totalCount: number;
  data: Item[];
};

/** One page of a list; a page beyond the end is the last one again. `includeAll` makes the other two ignored. */
export function pageOf<Item>(items: readonly Item[], query: QueryParams): Page<Item> {
  const totalCount = items.length;
  if (query.flag('includeAll')) return { pageNumber: 1, totalPages: 1, totalCount, data: [...items] };
  const pageSize = query.positive('pageSize') ?? defaultPageSize;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const pageNumber = Math.min(query.positive('page') ?? 1, totalPages);
  const start = (pageNumber - 1) * pageSize;
  return { pageNumber, pageSize, totalPages, totalCount, data: items.slice(start, start + pageSize) };
}

/** The rows of "Get Sheet": all of them, unless a page or its size is named, or there are more than an answer takes. */
export function pageOfRows<Item>(
  rows: Item[],
  { query, mostRows }: { query: QueryParams; mostRows: number | null },
): Item[] {
  const page = query.positive('page');
  const asked = query.positive('pageSize') ?? (page === undefined ? rows.length : defaultPageSize);
  const pageSize = Math.max(1, Math.min(asked, mostRows ?? asked));
  const lastPage = Math.max(1, Math.ceil(rows.length / pageSize));
  const start = (Math.min(page ?? 1, lastPage) - 1) * pageSize;
  return rows.slice(start, start + pageSize);
}
