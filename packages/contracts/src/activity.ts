import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, idField, idParams, isoTime, pageQuery, rawReply } from './fields.ts';
import { runOutcomes } from './runs.ts';

export const activityActions = [
  'create_automation',
  'edit_automation',
  'pause_automation',
  'activate_automation',
  'delete_automation',
  'approve_review',
  'keep_review',
  'restore_list',
  'manual_sync',
  'update_dropdown',
  'sheet_outage',
  'webhook_received',
  'token_refresh',
  'connect_smartsheet',
  'disconnect_smartsheet',
  'plan_limit',
] as const;
export const activityStatuses = ['success', 'error', 'warning', 'info'] as const;

export type ActivityAction = (typeof activityActions)[number];
export type ActivityStatus = (typeof activityStatuses)[number];

export const activity = z.object({
  id: z.string(),
  configurationId: z.string().nullable(),
  /** Kept with the entry, so that it is there after the automation is deleted. */
  configurationName: z.string().nullable(),
  userId: z.string(),
  action: z.enum(activityActions),
  status: z.enum(activityStatuses),
  /** One sentence; never a cell value or an option text. */
  details: z.string().nullable(),
  /** Options added and removed, on entries about a dropdown. */
  added: count.nullable(),
  removed: count.nullable(),
  /** Options that got another name. */
  renamed: count.nullish(),
  /** Of entries about a run: what came of it. */
  outcome: z.enum(runOutcomes).nullish(),
  timestamp: isoTime,
});

export type Activity = z.output<typeof activity>;

/**
 * One line of the log: an entry, or all entries that one thing has caused, such as a read of a source, or what was asked of
 * many automations at once. With a filter it has those of them that pass.
 */
export const activityLine = z.object({
  /** The group's id, or the entry's own. It stays the same when entries join. */
  id: idField,
  /** The newest entry. */
  entry: activity,
  /** The most serious one of its entries. */
  status: z.enum(activityStatuses),
  entries: count,
  /** Of entries about runs: the list that was read; null where its automation is gone, or several were read. */
  source: z.object({ sheetName: z.string().nullable(), columnName: z.string() }).nullable(),
  /** The sheet that all of its dropdowns are in; null where there are several. */
  sheetName: z.string().nullable(),
  /** The sentence that all of its entries share; null where they differ. */
  details: z.string().nullable(),
  /** The action that all of its entries share; null where they differ. */
  action: z.enum(activityActions).nullable(),
  /** Whether Smartsheet told of a change of the source. */
  isChange: z.boolean(),
  updated: count,
  waitingReview: count,
  failed: count,
  added: count,
  removed: count,
  renamed: count,
});

export type ActivityLine = z.output<typeof activityLine>;

/** One entry of a line, with the dropdown that it is about. */
const lineEntry = activity.extend({
  /** The dropdown as it is now; null where the automation is gone. */
  target: z.object({ sheetName: z.string(), columnName: z.string() }).nullable(),
  /** The name of the API key by which a program did it. */
  keyName: z.string().nullable(),
});

export type LineEntry = z.output<typeof lineEntry>;

/** How many entries of a line are returned at most. */
export const lineEntriesShown = 500;

const lineDetails = z.object({
  /** The newest first, at most `lineEntriesShown`. */
  entries: z.array(lineEntry),
  /** What the read of the source cost, whatever came of it; null where it is no longer recorded. */
  pass: z.object({ dropdowns: count, calls: count, durationMs: count }).nullable(),
});

export type LineDetails = z.output<typeof lineDetails>;

const activityFilter = {
  configId: idField.optional(),
  status: z.enum(activityStatuses).optional(),
  action: z.enum(activityActions).optional(),
};

/** Part of the name of an automation, of a sheet or column, of a key, or of a sentence. */
export const activitySearchMax = 100;
const search = z
  .string()
  .trim()
  .max(activitySearchMax)
  .regex(/^[^\0]*$/, 'Please search for plain characters');
const lineFilter = { ...activityFilter, search: search.optional() };

export const activityEndpoints = {
  /** The user's activity, newest first. */
  list: endpoint('GET', '/api/activity-logs', {
    query: z.strictObject({
      ...pageQuery({ defaultLimit: 5, maxLimit: 100 }),
      ...activityFilter,
    }),
    reply: z.array(activity),
    access: 'user',
    programs: 'read',
    paged: true,
  }),
  /** The same as the log shows it: what one thing has caused is one line, and never two, however long the page is. */
  lines: endpoint('GET', '/api/activity-logs/lines', {
    query: z.strictObject({ ...pageQuery({ defaultLimit: 25, maxLimit: 100 }), ...lineFilter }),
    reply: z.array(activityLine),
    access: 'user',
    paged: true,
  }),
  /** The entries of a line that pass the filter. */
  line: endpoint('GET', '/api/activity-logs/lines/:id', {
    params: idParams,
    query: z.strictObject(lineFilter),
    reply: lineDetails,
    access: 'user',
  }),
  /** All entries that pass the filter as CSV, newest first; the browser navigates here. Refused without the full log. */
  file: endpoint('GET', '/api/activity-logs/file', {
    query: z.object(lineFilter),
    reply: rawReply,
    access: 'user',
    raw: 'redirect',
    isFile: true,
    failTo: '/dashboard?section=activity',
    rate: 'strict',
  }),
};
