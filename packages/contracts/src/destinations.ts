import * as z from 'zod';
import { automation } from './automation-fields.ts';
import { sourceKind } from './automation-settings.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './errors.ts';
import { count, idField, isoTime, smartsheetIdField } from './fields.ts';

/** How many destinations one call adds. */
export const maxDestinations = 20;

/** A dropdown column that looks like a list. Of its options only the number is known. */
export const candidate = z.object({
  sheetId: z.string(),
  sheetName: z.string(),
  columnId: z.string(),
  columnName: z.string(),
  isMultiSelect: z.boolean(),
  /** Whether it is named like the source column, or like a column that follows it already. */
  hasSameName: z.boolean(),
  /** Options in the dropdown now, and those of them that are in the list. */
  optionCount: count,
  matchingCount: count,
  /** What the first sync would do; null where it would do nothing because of `reason`. */
  firstSync: z.object({ added: count, removed: count, needsReview: z.boolean() }).nullable(),
  /** Why it cannot be chosen, fit to show; null when it can. */
  reason: z.string().nullable(),
});

export type Candidate = z.output<typeof candidate>;

/** Some of the user's sheets, looked through for columns that look like a list. */
export const candidates = z.object({
  /** Of the sheets that this call has looked at. */
  candidates: z.array(candidate),
  /** Sheets that were looked at so far, and those that there are. */
  looked: count,
  total: count,
  /** The number of sheets that Smartsheet did not list, so that they are not searched; null if it is not known. */
  unlisted: count.nullable(),
  /** Sheets of this call that could not be read; they count as looked at. */
  unread: count,
  /** The `from` of the next call; null when this was all. */
  next: count.nullable(),
  /** How long to wait before the next call. */
  waitMs: count,
  /**
   * What the search waits for: `calls`, until the account's call budget allows more; `smartsheet`, until the pause that
   * Smartsheet asked for is over. Null when it need not wait.
   */
  waitsFor: z.enum(['calls', 'smartsheet']).nullable(),
  /** Values in the list: options that a dropdown would have. */
  listSize: count,
  lookedAt: isoTime,
});

export type Candidates = z.output<typeof candidates>;

const destination = z.strictObject({
  sheetId: smartsheetIdField('Destination sheet ID is required'),
  targetColumnId: smartsheetIdField('Destination column ID is required'),
});

/** The result for one destination: the automation that fills it, or why there is none. */
const added = z.object({
  sheetId: z.string(),
  targetColumnId: z.string(),
  configuration: automation.nullable(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
});

export type AddedDestination = z.output<typeof added>;

export const destinationEndpoints = {
  /**
   * Looks live through some of the user's sheets for dropdown columns that look like a list: named alike, or with
   * options that are in it. Follow `next` until it is null.
   */
  candidates: endpoint('POST', '/api/configurations/candidates', {
    body: z.strictObject({
      sourceSheetId: smartsheetIdField('Source sheet ID is required'),
      sourceColumnId: smartsheetIdField('Source column ID is required'),
      /** Of the source; a sheet where it is left out. Of an automation that is named, its own counts. */
      sourceKind: sourceKind.optional(),
      /** An automation whose settings make the list; without it the list is the column as it stands. */
      automationId: idField.optional(),
      /** How many sheets were looked at before: `next` of the call before. */
      from: count.max(1_000_000).optional(),
    }),
    reply: candidates,
    access: 'user',
  }),
  /** Creates an automation for each destination, with the source and the settings of one that is there. */
  addDestinations: endpoint('POST', '/api/configurations/destinations', {
    body: z.strictObject({
      /** The automation whose source and settings are taken. */
      automationId: idField,
      destinations: z
        .array(destination)
        .min(1)
        .max(maxDestinations, `Please choose at most ${maxDestinations} destinations`),
    }),
    /** In the order of the request. */
    reply: z.object({ message: z.string(), results: z.array(added) }),
    access: 'user',
    programs: 'write',
    idempotent: true,
  }),
};
