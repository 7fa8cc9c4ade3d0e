import { type ReadBody, readInBatches } from './body.ts';
import { SmartsheetError } from './errors.ts';
import { eachPage, type ListAnswer, type ListPlace } from './list-pages.ts';
import type { SheetList, SheetSummary } from './sheets.wire.ts';

/** Bytes of the list to parse at a time: many accounts are asked at once. */
const batchBytes = 64 * 1024;

/**
 * Reads the answer of "List Sheets" while it arrives and keeps of `data` only what `isWanted`, with the number of all
 * items and the id of the first: an account of 20,000 sheets is never in memory as one text and one tree.
 */
export function readListBody(isWanted: (item: unknown) => boolean): ReadBody {
  return async (reply) => {
    const data: unknown[] = [];
    let count = 0;
    let firstId: unknown = null;
    const onItems = (items: unknown[]) => {
      firstId ??= readId(items[0]) ?? null;
      count += items.length;
      data.push(...items.filter(isWanted));
    };
    const rest = await readInBatches(reply, { member: 'data', batchBytes, onItems });
    return rest && 'data' in rest ? { ...rest, data, count, firstId } : rest;
  };
}

function readId(item: unknown): unknown {
  return (item as { id?: unknown } | null | undefined)?.id;
}

/**
 * Returns a filter that keeps the items that are one of these sheets, or cannot be told from one; the schema
 * then refuses those.
 */
export function isIn(sheetIds: ReadonlySet<string>) {
  return (item: unknown): boolean => {
    const id = readId(item);
    return typeof id === 'string' || typeof id === 'number' ? sheetIds.has(String(id)) : true;
  };
}

/** How many sheets to ask for at once where the list is not sent as a whole; Smartsheet may send fewer. */
const wantedPageSize = 1_000;

/**
 * Returns how to ask for a place in the list. The whole list is asked for first, and a large page of it in the same
 * call: `pageSize` counts only where `includeAll` does not.
 */
export function listQuery(place: ListPlace) {
  const include = 'sheetVersion';
  if (place.from === 'token') return { include, maxItems: wantedPageSize, lastKey: place.lastKey };
  if (place.from === 'page') return { include, page: place.page, pageSize: place.pageSize };
  return { includeAll: true, include, pageSize: wantedPageSize };
}

/** Reads the list of all sheets, following its pages where it has some. `load` reads one of them. */
export async function collectSheets(
  load: (place: ListPlace) => Promise<ListAnswer<SheetSummary>>,
  maxPages = 50,
): Promise<SheetList> {
  const sheets = new Map<string, SheetSummary>();
  let totalCount: number | null = null;
  let isWhole = false;
  try {
    for await (const page of eachPage({ first: { from: 'start' }, maxPages, load })) {
      for (const sheet of page.items) sheets.set(sheet.id, sheet);
      totalCount = page.totalCount ?? totalCount;
      isWhole = page.isWhole && sheets.size >= (totalCount ?? 0);
    }
  } catch (error) {
    // What came before is of use.
    if (sheets.size === 0 || !passesByItself(error)) throw error;
  }
  return { sheets: [...sheets.values()], totalCount: isWhole ? sheets.size : totalCount, isWhole };
}

function passesByItself(error: unknown): boolean {
  return error instanceof SmartsheetError && error.class === 'retry';
}
