import * as z from 'zod';
import { automation } from './automation-fields.ts';
import { count, isoTime } from './fields.ts';

/** The events that a webhook can report, with their labels. */
export const webhookEvents = {
  'automation.synced': 'A dropdown was updated, or is in step again',
  'automation.failed': 'A sync failed, for a reason that is new',
  'automation.needs_review': 'A sync waits for your approval',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** Sent on request, to check that the receiver works. */
export const testEvent = 'webhook.test';

const automationOfEvent = automation.pick({
  id: true,
  name: true,
  sheetId: true,
  sheetName: true,
  targetColumnId: true,
  targetColumnName: true,
  sourceSheetId: true,
  sourceSheetName: true,
  sourceColumnId: true,
  sourceColumnName: true,
});

/**
 * The body of an outgoing webhook: ids, names of sheets and columns, and counts; never a cell value or an option. Fields
 * are only ever added.
 */
export const webhookBody = z.object({
  type: z.enum([...webhookEventNames, testEvent]),
  /** When it happened. */
  timestamp: isoTime,
  data: z.object({
    /** Absent with `webhook.test`. */
    automation: automationOfEvent.optional(),
    /** Options added and removed; with `automation.needs_review`, those that would be. Null where the list was not read. */
    added: count.optional(),
    removed: count.optional(),
    optionCount: count.nullable().optional(),
    /** One sentence for a person. */
    message: z.string(),
  }),
});

export type WebhookBody = z.output<typeof webhookBody>;
