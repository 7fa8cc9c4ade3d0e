import * as z from 'zod';
import { sourceKind } from './automation-settings.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './errors.ts';
import { count, givenTime, idField, isoTime, smartsheetIdField } from './fields.ts';

/** How many automations one call changes: as many as any plan allows. */
export const maxBulkAutomations = 1000;

/** How many automations one call moves: for each of them Smartsheet is asked. */
export const maxMovedAutomations = 100;

const uniqueIds = z
  .array(idField)
  .min(1, 'Please choose at least one automation')
  .max(maxBulkAutomations, `Please choose at most ${maxBulkAutomations} automations`)
  .refine((ids) => new Set(ids).size === ids.length, 'Please name each automation once');

/** The result for one automation: whether it was done, or why not. */
const bulkResult = z.object({
  id: z.string(),
  /**
   * `done`; `unchanged` where there was nothing to do, as in pausing one that is paused; `refused` with an error. One that is
   * somebody else's is refused as one that does not exist.
   */
  outcome: z.enum(['done', 'unchanged', 'refused']),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
});

export type BulkResult = z.output<typeof bulkResult>;

const bulkReply = z.object({
  message: z.string(),
  /** In the order of the request. */
  results: z.array(bulkResult),
  /** How many of them were done. */
  done: count,
});

/** Returns the schema of a list of moves, of which each names its automation. */
function uniqueMoves<Move extends z.ZodType<{ id: string }>>(move: Move) {
  return z
    .array(move)
    .min(1, 'Please choose at least one automation')
    .max(maxMovedAutomations, `Please choose at most ${maxMovedAutomations} automations`)
    .refine(
      (given) => new Set(given.map(({ id }) => id)).size === given.length,
      'Please name each automation once',
    );
}

const targetColumn = { targetColumnId: smartsheetIdField('Destination column ID is required') };
const sourceColumn = { sourceColumnId: smartsheetIdField('Source column ID is required') };

/** To which columns of one sheet: columns to fill or, with `side: source`, to read. A report is read as well. */
const moveBody = z.discriminatedUnion('side', [
  z.strictObject({
    side: z.literal('target').optional(),
    sheetId: smartsheetIdField('Destination sheet ID is required'),
    moves: uniqueMoves(z.strictObject({ id: idField, ...targetColumn })),
  }),
  z.strictObject({
    side: z.literal('source'),
    sourceKind: sourceKind.default('sheet'),
    sourceSheetId: smartsheetIdField('Source sheet ID is required'),
    moves: uniqueMoves(z.strictObject({ id: idField, ...sourceColumn })),
  }),
]);

/** What the first sync of a moved automation would do, in numbers; or why it cannot be moved there. */
const movePreview = z.object({
  id: z.string(),
  firstSync: z
    .object({ added: count, removed: count, needsReview: z.boolean(), fillsContacts: z.boolean().optional() })
    .nullable(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
});

export type MovePreview = z.output<typeof movePreview>;

export const bulkEndpoints = {
  /** Requests a sync of each, as `sync` does for one. `requestedAt` is the name of the request: `stopSyncs` takes it. */
  syncMany: endpoint('POST', '/api/configurations/bulk/sync', {
    body: z.strictObject({ ids: uniqueIds }),
    reply: bulkReply.extend({ requestedAt: isoTime }),
    access: 'user',
  }),
  /**
   * Takes back the syncs of one request that have not begun. What has begun goes on to its end, and what else has changed in
   * Smartsheet meanwhile is still followed.
   */
  stopSyncs: endpoint('POST', '/api/configurations/bulk/stop-syncs', {
    body: z.strictObject({ ids: uniqueIds, requestedAt: givenTime }),
    reply: bulkReply,
    access: 'user',
  }),
  /** Pauses or activates each. Activating keeps to the plan: those beyond it are refused. */
  toggleMany: endpoint('POST', '/api/configurations/bulk/toggle', {
    body: z.strictObject({ ids: uniqueIds, isActive: z.boolean() }),
    reply: bulkReply,
    access: 'user',
  }),
  /** Deletes each. The dropdowns keep their options. */
  deleteMany: endpoint('POST', '/api/configurations/bulk/delete', {
    body: z.strictObject({ ids: uniqueIds }),
    reply: bulkReply,
    access: 'user',
  }),
  /**
   * Gives each another column to fill, or to read, all in one sheet, under the rules of editing one. What else an automation reads of
   * its source, such as the column of a filter, is found there by its name. Their next sync follows at once.
   */
  moveMany: endpoint('POST', '/api/configurations/bulk/move', {
    body: moveBody,
    reply: bulkReply,
    access: 'user',
  }),
  /** What the first syncs would do if they were moved so. Reads Smartsheet and changes nothing. */
  previewMoves: endpoint('POST', '/api/configurations/bulk/move-preview', {
    body: moveBody,
    reply: z.object({ results: z.array(movePreview) }),
    access: 'user',
  }),
};
