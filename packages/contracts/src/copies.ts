import * as z from 'zod';
import { automation } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { count, idField, isoTime } from './fields.ts';
import { previewList } from './previews.ts';
import { runCopy } from './runs.ts';

/** How many copies of each automation are kept. */
export const copiesKept = 10;

/** What restoring a copy would do now: the copy against the dropdown, both read live from Smartsheet and stored nowhere. */
export const restorePreview = z.object({
  copy: runCopy,
  /** When the run began whose list before it the copy is. */
  listBefore: isoTime,
  /** When the dropdown was read. */
  readAt: isoTime,
  /** What comes back, in the order of the copy, with the rows that use it. */
  added: previewList,
  /** What goes, in the order of the dropdown now. */
  removed: previewList,
  /** Options in both. */
  staying: count,
  /** Options in the dropdown now, and after it. */
  optionCount: count,
  optionCountAfter: count,
  /** Rows that use an option that comes back, and rows that would keep a text that nobody can choose; null where not counted. */
  rowsReturning: count.nullable(),
  rowsLeft: count.nullable(),
  /** The column has this list already, in this order: there is nothing to restore. */
  isSame: z.boolean(),
  /** Stands for the dropdown's list as it was read and for the copy; what is restored is exactly this. */
  fingerprint: z.string(),
});

export type RestorePreview = z.output<typeof restorePreview>;

const copyParams = z.strictObject({ id: idField, copyId: idField });
const fingerprint = z.string().min(1).max(200);
const changed = z.object({ message: z.string(), configuration: automation });

export const copyEndpoints = {
  /** What restoring a copy would do now. Refused with the codes of `copyRefusals`; what it finds out is kept with the copy. */
  preview: endpoint('GET', '/api/configurations/:id/copies/:copyId/preview', {
    params: copyParams,
    reply: restorePreview,
    access: 'user',
  }),
  /**
   * Requests that the dropdown gets the list of a copy again, and returns at once: `restore` of the automation shows how it goes.
   * First a copy of the list as it is now is kept, and afterwards the automation is paused. When the dropdown is another than
   * the person saw, nothing is written: 409 `restore_outdated`, here or in `restore`.
   */
  restore: endpoint('POST', '/api/configurations/:id/copies/:copyId/restore', {
    params: copyParams,
    body: z.strictObject({ fingerprint }),
    reply: changed,
    access: 'user',
  }),
  /**
   * Activates a paused automation with what its preview showed, and requests a sync. `keepsRemoved`: the options that the sync
   * would remove stay although the source lacks them, until somebody deletes them in the dropdown; else exactly the shown
   * difference is written without asking again. 409 `review_outdated` when the difference is another by now.
   */
  follow: endpoint('POST', '/api/configurations/:id/follow', {
    params: z.strictObject({ id: idField }),
    body: z.strictObject({ fingerprint, keepsRemoved: z.boolean() }),
    reply: changed,
    access: 'user',
  }),
};
