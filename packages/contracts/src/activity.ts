import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, idField, isoTime, pageQuery } from './fields.ts';
import { runOutcomes } from './runs.ts';

export const activityActions = [
  'create_automation',
  'edit_automation',
  'pause_automation',
  'activate_automation',
  'delete_automation',
  'approve_review',
  'keep_review',
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
  /** Of entries about a run: what came of it. */
  outcome: z.enum(runOutcomes).nullish(),
  timestamp: isoTime,
});

export type Activity = z.output<typeof activity>;

export const activityEndpoints = {
  /** The user's activity, newest first. */
  list: endpoint('GET', '/api/activity-logs', {
    query: z.strictObject({
      ...pageQuery({ defaultLimit: 5, maxLimit: 100 }),
      configId: idField.optional(),
      status: z.enum(activityStatuses).optional(),
      action: z.enum(activityActions).optional(),
    }),
    reply: z.array(activity),
    access: 'user',
    programs: 'read',
    paged: true,
  }),
};
