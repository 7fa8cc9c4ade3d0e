import * as z from 'zod';
import { sourceKind } from './automation-settings.ts';
import { endpoint } from './endpoint.ts';
import { count, isoTime, smartsheetIdField } from './fields.ts';

/** How many sheets a search for pairs looks at: those that were changed last. */
export const maxPairSheets = 50;

const pairColumn = z.object({
  sheetId: z.string(),
  sheetName: z.string(),
  columnId: z.string(),
  columnName: z.string(),
});

/** A column and a dropdown of another sheet that look as if they belong together. Of their texts only numbers are known. */
export const likelyPair = z.object({
  source: pairColumn,
  target: pairColumn.extend({ isMultiSelect: z.boolean() }),
  /** Whether the dropdown is called like the source. */
  hasSameName: z.boolean(),
  /** Options in the dropdown, and those of them that are values of the source. */
  optionCount: count,
  matchingCount: count,
});

export type LikelyPair = z.output<typeof likelyPair>;

export const likelyPairs = z.object({
  /** The surest first. A dropdown that cannot be filled, or is filled already, is not among them. */
  pairs: z.array(likelyPair),
  /** Sheets that were looked at, those of them that could not be read, and those that there are. */
  looked: count,
  unread: count,
  total: count,
  /**
   * What ended the search before `looked` was all it looks at: `calls`, the call budget of the account; `smartsheet`, a
   * pause that Smartsheet asked for; `time`. Null when it came to its end.
   */
  stoppedBy: z.enum(['calls', 'smartsheet', 'time']).nullable(),
  lookedAt: isoTime,
});

export type LikelyPairs = z.output<typeof likelyPairs>;

/** How far the search is that is under way; null where none is, or where another process of the API makes it. */
export const pairProgress = z.object({ progress: z.object({ looked: count, wanted: count }).nullable() });

export type PairProgress = z.output<typeof pairProgress>['progress'];

const chosenSource = { sourceSheetId: smartsheetIdField(), sourceColumnId: smartsheetIdField() };

type MaybeSource = { sourceSheetId?: string | undefined; sourceColumnId?: string | undefined };

/** Returns whether a source is named by both or by neither: a sheet alone is none. */
function isWhole({ sourceSheetId, sourceColumnId }: MaybeSource): boolean {
  return (sourceSheetId === undefined) === (sourceColumnId === undefined);
}

/** A dropdown, and how many of its options are values of the source. */
export const columnMatch = z.object({ columnId: z.string(), matchingCount: count });

export type ColumnMatch = z.output<typeof columnMatch>;

export const likelyPairEndpoints = {
  /**
   * Looks through the sheets that were changed last for columns that belong together, so that a new automation can begin
   * with one of them. Ids and counts of the result are kept for a few minutes, and nothing else. With a source it returns
   * the dropdowns that fit this one best.
   */
  list: endpoint('GET', '/api/smartsheet/likely-pairs', {
    query: z.strictObject(chosenSource).partial().refine(isWhole, 'A source is a sheet and a column'),
    reply: likelyPairs,
    access: 'user',
  }),
  /** How far that search is. */
  progress: endpoint('GET', '/api/smartsheet/likely-pairs/progress', { reply: pairProgress, access: 'user' }),
  /**
   * How many options of each dropdown of a sheet are values of a source, a sheet or a report. It reads both with calls that nobody
   * else needs, and stores nothing; what cannot be compared is left out.
   */
  matches: endpoint('GET', '/api/smartsheet/sheets/:id/matches', {
    params: z.strictObject({ id: smartsheetIdField() }),
    query: z.strictObject({ ...chosenSource, sourceKind: sourceKind.optional() }),
    reply: z.array(columnMatch),
    access: 'user',
  }),
};
