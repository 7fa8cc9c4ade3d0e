import * as z from 'zod';
import { automation } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime, pageQuery } from './fields.ts';

/** The events that a webhook can report, with their labels. */
export const webhookEvents = {
  'automation.synced': 'A list was updated, or is in step again',
  'automation.failed': 'A sync failed, for a reason that is new',
  'automation.needs_review': 'A sync waits for your approval',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** Sent on request, to check that the receiver works. */
export const testEvent = 'webhook.test';

const eventAutomation = automation.pick({
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
    automation: eventAutomation.optional(),
    /** Options added and removed; with `automation.needs_review`, those that would be. Null where the list was not read. */
    added: count.optional(),
    removed: count.optional(),
    optionCount: count.nullable().optional(),
    /** Options renamed, cells that got the new name, and cells that keep the old one; absent where no name changed. */
    renamed: count.optional(),
    cellsRenamed: count.optional(),
    cellsLocked: count.optional(),
    /** One sentence for a person. */
    message: z.string(),
  }),
});

export type WebhookBody = z.output<typeof webhookBody>;

/** How long the secret before a new one goes on being used beside it. */
export const secretOverlapHours = 24;

/** How long deliveries are kept. */
export const deliveryDays = 30;

/**
 * Why a webhook was switched off: its receiver failed for days or said that it is gone, its secret can no longer be
 * read, or its address has a port that may not be called.
 */
const stopReasons = ['failing', 'gone', 'secret_lost', 'port_refused'] as const;

export const outgoingWebhook = z.object({
  id: idField,
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  isActive: z.boolean(),
  /** Why we switched it off; null while it is active, and when its owner did. */
  stopReason: z.enum(stopReasons).nullable(),
  /** Since when deliveries fail; null while all is well. */
  failingSince: isoTime.nullable(),
  /** Until when the secret before this one signs as well; null when there is none. */
  previousSecretUntil: isoTime.nullable(),
  createdAt: isoTime,
});

export type OutgoingWebhook = z.output<typeof outgoingWebhook>;

/** Why the last attempt failed. */
export const deliveryFailures = {
  status: 'The receiver answered with an error.',
  redirect: 'The receiver answered with a redirect. Enter the address it leads to.',
  timeout: 'The receiver did not answer within 10 seconds.',
  unreachable: 'The receiver could not be reached.',
  certificate: 'The certificate of the receiver is not valid.',
  address_refused: 'The name of the receiver leads to an address that is not public.',
  port_refused: 'The port of the address is neither 443 nor 8443. Enter an address with one of them.',
  plan_ended: 'Outgoing webhooks are part of Premium, which had ended.',
  switched_off: 'The webhook was switched off.',
} as const;

export type DeliveryFailure = keyof typeof deliveryFailures;

export const webhookDelivery = z.object({
  /** What the receiver gets as `webhook-id`, in every try. */
  id: idField,
  event: z.enum([...webhookEventNames, testEvent]),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: count,
  createdAt: isoTime,
  lastAttemptAt: isoTime.nullable(),
  /** While pending. */
  nextAttemptAt: isoTime.nullable(),
  /** HTTP status of the last answer; null where there was none. */
  responseStatus: count.nullable(),
  durationMs: count.nullable(),
  failure: z.enum(Object.keys(deliveryFailures) as [DeliveryFailure, ...DeliveryFailure[]]).nullable(),
});

export type WebhookDelivery = z.output<typeof webhookDelivery>;

const urlMessage = 'Please enter an address that begins with https://';

/**
 * The server decides which addresses may be called, since that depends on the installation. An address is stored exactly
 * as it is called.
 */
const url = z
  .string(urlMessage)
  .trim()
  .max(500, 'Please use at most 500 characters')
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), urlMessage)
  .transform((text) => {
    const called = new URL(text);
    called.hash = '';
    return called.href;
  });

const events = z
  .array(z.enum(webhookEventNames))
  .min(1, 'Please choose at least one event')
  .max(webhookEventNames.length)
  .transform((chosen) => webhookEventNames.filter((name) => chosen.includes(name)));

export const outgoingWebhookBody = z.strictObject({ url, events });

/** Only what is given changes. */
export const editWebhookBody = outgoingWebhookBody
  .extend({ isActive: z.boolean() })
  .partial()
  .refine((edit) => Object.keys(edit).length > 0, 'There is nothing to change');

const withSecret = z.object({ message: z.string(), secret: z.string(), webhook: outgoingWebhook });
const changed = z.object({ message: z.string(), webhook: outgoingWebhook });
const path = '/api/account/webhooks';

export const outgoingWebhookEndpoints = {
  /** The person's outgoing webhooks, newest first; never more than `maxOutgoingWebhooks`. */
  list: endpoint('GET', path, { reply: z.array(outgoingWebhook), access: 'user' }),
  /** Creates one. This reply is the only place where its secret stands. */
  create: endpoint('POST', path, {
    body: outgoingWebhookBody,
    reply: withSecret,
    access: 'user',
    stepUp: 'recent',
    status: 201,
  }),
  /**
   * Changes address and events, or switches it off and on. What failed meanwhile is not sent by itself. Another address and
   * switching on need a recent step-up, as a new webhook does.
   */
  edit: endpoint('PATCH', `${path}/:id`, {
    params: idParams,
    body: editWebhookBody,
    reply: changed,
    access: 'user',
  }),
  /** Deletes it with its deliveries. */
  remove: endpoint('DELETE', `${path}/:id`, { ...userAct, params: idParams }),
  /** Makes a new secret. The one before signs as well for `secretOverlapHours`, so that the receiver can change over. */
  rotateSecret: endpoint('POST', `${path}/:id/secret`, {
    params: idParams,
    reply: withSecret,
    access: 'user',
    stepUp: 'recent',
  }),
  /** Sends a `webhook.test` to it. */
  test: endpoint('POST', `${path}/:id/test`, {
    params: idParams,
    reply: z.object({ message: z.string(), delivery: webhookDelivery }),
    access: 'user',
  }),
  /** Its deliveries of the last `deliveryDays` days, newest first. */
  deliveries: endpoint('GET', `${path}/:id/deliveries`, {
    params: idParams,
    query: z.strictObject(pageQuery({ defaultLimit: 10, maxLimit: 100 })),
    reply: z.array(webhookDelivery),
    access: 'user',
    paged: true,
  }),
  /** Sends a delivery again, with the id it had. */
  redeliver: endpoint('POST', `${path}/:id/deliveries/:deliveryId`, {
    params: z.strictObject({ id: idField, deliveryId: idField }),
    reply: z.object({ message: z.string(), delivery: webhookDelivery }),
    access: 'user',
  }),
};
