import * as z from 'zod';
import { automationChangeEndpoints } from './automation-changes.ts';
import { automation, createAutomationBody, editAutomationBody } from './automation-fields.ts';
import { bulkEndpoints } from './bulk-actions.ts';
import { destinationEndpoints } from './destinations.ts';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { idParams, pageQuery } from './fields.ts';
import { previewRenamesShown, renameId } from './previews.ts';
import { passEndpoints, recentRunsKept, run } from './runs.ts';

/** The reply to every change of an automation: what happened, and the automation as it is now. */
const automationReply = z.object({ message: z.string(), configuration: automation });

export const automationEndpoints = {
  /** The user's automations, newest first. */
  list: endpoint('GET', '/api/configurations', {
    query: z.strictObject(pageQuery({ defaultLimit: 100, maxLimit: 100 })),
    reply: z.array(automation),
    access: 'user',
    programs: 'read',
    paged: true,
  }),
  /** One automation. */
  read: endpoint('GET', '/api/configurations/:id', {
    params: idParams,
    reply: automation,
    access: 'user',
    programs: 'read',
  }),
  /** Creates an automation and requests its first sync. */
  create: endpoint('POST', '/api/configurations', {
    body: createAutomationBody,
    reply: automationReply,
    access: 'user',
    programs: 'write',
    idempotent: true,
    status: 201,
  }),
  /** Pauses, activates or edits; an edit is followed by a sync. */
  edit: endpoint('PATCH', '/api/configurations/:id', {
    params: idParams,
    body: editAutomationBody,
    reply: automationReply,
    access: 'user',
    programs: 'write',
  }),
  /** Deletes the automation. The dropdown keeps its options. */
  remove: endpoint('DELETE', '/api/configurations/:id', { ...userAct, params: idParams, programs: 'write' }),
  /** The last runs, newest first. At least the `runsKept` newest are there; older ones are deleted now and then. */
  runs: endpoint('GET', '/api/configurations/:id/runs', {
    params: idParams,
    query: z.strictObject(pageQuery({ defaultLimit: recentRunsKept, maxLimit: 100 })),
    reply: z.array(run),
    access: 'user',
    programs: 'read',
    paged: true,
  }),
  /** Requests a sync now and returns at once; `syncState` and `lastRun` show how it goes. */
  sync: endpoint('POST', '/api/configurations/:id/sync', {
    params: idParams,
    reply: automationReply,
    access: 'user',
    programs: 'write',
  }),
  /**
   * Resumes a sync that was stopped for a review. It writes exactly the list that was reviewed: if the target, the
   * source or the settings have changed since, nothing is written and there is a new review, or 409 `review_outdated`
   * when there is one already. The first answer to a review counts: the same one may be sent again, another one gets
   * 409 `review_answered`.
   */
  approve: endpoint('POST', '/api/configurations/:id/approve', {
    params: idParams,
    body: z.strictObject({
      fingerprint: z.string().min(1).max(200),
      /** Has to be given where rows of the source would be deleted, or the dropdown be emptied. */
      isConfirmed: z.boolean().optional(),
      /**
       * With `names_changed`: the ids of the lines of the preview's `renames` that are to be renamed. Of the others the new name is
       * added and the old one removed. Default: all but merges.
       */
      renames: z.array(renameId).max(previewRenamesShown).optional(),
    }),
    reply: automationReply,
    access: 'user',
  }),
  /**
   * Ends a review the other way: what is new is added and nothing is removed, and it is asked again only when the source
   * changes. Where somebody edited the dropdown by hand their change stays; options deleted in a two-way automation come back,
   * and no row is deleted. Throws as an approval does.
   */
  keep: endpoint('POST', '/api/configurations/:id/keep', {
    params: idParams,
    body: z.strictObject({ fingerprint: z.string().min(1).max(200) }),
    reply: automationReply,
    access: 'user',
  }),
  /** Looks up the name of the source sheet, for automations that lack it. */
  updateSourceName: endpoint('POST', '/api/configurations/:id/update-source-name', {
    params: idParams,
    reply: automationReply,
    access: 'user',
  }),
  ...automationChangeEndpoints,
  ...bulkEndpoints,
  ...destinationEndpoints,
  ...passEndpoints,
};
