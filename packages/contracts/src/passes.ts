import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, idField, idParams, isoTime } from './fields.ts';
import { runOutcomes, runTriggers } from './runs.ts';
import { failureReasons } from './sync-failure-texts.ts';

/** The result for one of the dropdowns that a read of the source column served. */
const passTarget = z.object({
  automationId: idField,
  name: z.string(),
  sheetId: z.string(),
  sheetName: z.string(),
  targetColumnId: z.string(),
  targetColumnName: z.string(),
  outcome: z.enum(runOutcomes),
  /** Options added and removed; with `waiting_review`, those that would have been. */
  added: count,
  removed: count,
  /** Options in the dropdown after the run; null where it was not read. */
  optionCount: count.nullable(),
  durationMs: count,
  calls: count,
  /** The result as one sentence for the user; null where there is nothing to say. */
  details: z.string().nullable(),
  /** Whether this is still how the automation stands: no later run, and no change of it. */
  isLatest: z.boolean(),
  /** The reason behind a failure or a review, while `isLatest`. */
  lastFailure: z.enum(failureReasons).nullable(),
});

export type PassTarget = z.output<typeof passTarget>;

/** One read of a source column and its result for each dropdown. One that fails does not stop the others. */
export const pass = z.object({
  id: idField,
  /** When the last of its dropdowns was done. */
  at: isoTime,
  /** Why it was read; of several reasons the most specific. */
  trigger: z.enum(runTriggers),
  source: z.object({ sheetId: z.string(), sheetName: z.string().nullable(), columnName: z.string() }),
  /** In the order in which they were done. */
  targets: z.array(passTarget),
  totals: z.object({
    changed: count,
    unchanged: count,
    waitingReview: count,
    failed: count,
    added: count,
    removed: count,
    calls: count,
    /** From the beginning of the first run to the end of the last. */
    durationMs: count,
  }),
});

export type Pass = z.output<typeof pass>;

export const passEndpoints = {
  /** One read of a source column with a result for each of the user's dropdowns that it served. */
  pass: endpoint({
    method: 'GET',
    path: '/api/runs/:id',
    params: idParams,
    reply: pass,
    access: 'user',
    programs: 'read',
  }),
};
