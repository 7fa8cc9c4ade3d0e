import type { QueryParams } from '../api/query-params.ts';
import { apiError } from '../errors.ts';

const defaultPageSize = 100;

/**
 * Returns one page of a list, or the last page for a higher number. `includeAll` overrides page and page size, unless
 * the list has a limit: then no answer has more than 100 items, and with `first` it is always the first page.
 */
export function getPage<Item>(
  items: readonly Item[],
  query: QueryParams,
  limit: 'none' | 'pages' | 'first' = 'none',
) {
  const totalCount = items.length;
  const isWhole = query.flag('includeAll') && limit === 'none';
  if (isWhole) return { pageNumber: 1, totalPages: 1, totalCount, data: [...items] };
  const wantedSize = query.positive('pageSize') ?? defaultPageSize;
  const pageSize = limit === 'none' ? wantedSize : Math.min(wantedSize, defaultPageSize);
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const pageNumber = limit === 'first' ? 1 : Math.min(query.positive('page') ?? 1, totalPages);
  const start = (pageNumber - 1) * pageSize;
  return { pageNumber, pageSize, totalPages, totalCount, data: items.slice(start, start + pageSize) };
}

/** The fewest, the usual and the most items of a page with a token, which come in hundreds. */
const minItems = 100;
const mostItems = 1000;

/** Returns the items after the place that the token `lastKey` stands for, and the token of those that are left. */
export function pageByToken<Item>(
  items: readonly Item[],
  query: QueryParams,
): { data: Item[]; lastKey?: string } {
  const maxItems = query.positive('maxItems') ?? minItems;
  if (maxItems % minItems !== 0 || maxItems > mostItems) throw apiError(1018, maxItems, 'maxItems');
  const token = query.text('lastKey');
  const start = token === undefined ? 0 : parsePlace(token);
  const end = start + maxItems;
  const data = items.slice(start, end);
  return end < items.length ? { data, lastKey: toToken(end) } : { data };
}

function toToken(place: number): string {
  return Buffer.from(`place ${place}`).toString('base64url');
}

function parsePlace(token: string): number {
  const [, place] = /^place (\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (place === undefined) throw apiError(1018, token, 'lastKey');
  return Number(place);
}

/**
 * Returns the rows of "Get Sheet": all of them unless the query names a page or a page size, or `maxRows` limits
 * them.
 */
export function getRowPage<Item>(
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
