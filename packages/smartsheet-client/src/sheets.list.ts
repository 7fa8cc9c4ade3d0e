import { parseOrUndefined, type ReadBody } from './body.ts';
import { createRowsSplitter } from './rows.splitter.ts';

/** Bytes of the list to parse at a time: many accounts are asked at once. */
const batchBytes = 64 * 1024;

/**
 * Reads the answer of "List Sheets" while it arrives and keeps of `data` only what `isWanted`: an account of 20,000
 * sheets is never in memory as one text and one tree.
 */
export function readListBody(isWanted: (item: unknown) => boolean): ReadBody {
  return async ({ body }) => {
    const data: unknown[] = [];
    let isJson = true;
    const splitter = createRowsSplitter({
      member: 'data',
      batchBytes,
      onRows: (json) => {
        const items = parseOrUndefined(json);
        if (Array.isArray(items)) data.push(...items.filter(isWanted));
        else isJson = false;
      },
    });
    for await (const piece of body) splitter.push(piece);
    const rest = parseOrUndefined(splitter.end());
    if (!isJson || typeof rest !== 'object' || rest === null) return undefined;
    return 'data' in rest ? { ...rest, data } : rest;
  };
}

/**
 * Returns a filter that keeps the items that are one of these sheets, or cannot be told from one; the schema
 * then refuses those.
 */
export function isOneOf(sheetIds: ReadonlySet<string>) {
  return (item: unknown): boolean => {
    const id = (item as { id?: unknown } | null)?.id;
    return typeof id === 'string' || typeof id === 'number' ? sheetIds.has(String(id)) : true;
  };
}
