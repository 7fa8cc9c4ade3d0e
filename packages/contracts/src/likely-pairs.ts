import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, isoTime } from './fields.ts';

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

export const likelyPairEndpoints = {
  /**
   * Looks through the sheets that were changed last for columns that belong together, so that a new automation can begin
   * with one of them. Ids and counts of the result are kept for a few minutes, and nothing else.
   */
  list: endpoint('GET', '/api/smartsheet/likely-pairs', { reply: likelyPairs, access: 'user' }),
};
