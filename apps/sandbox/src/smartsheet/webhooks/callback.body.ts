import { randomUUID } from 'node:crypto';
import type { Time } from '../model.ts';
import type { SheetEvent, Webhook, WebhookStatus } from './webhook.model.ts';

/** Callbacks carry milliseconds and a numeric offset, unlike the API's answers. */
const stamp = (at: Time) => new Date(at).toISOString().replace('Z', '+00:00');

const frame = ({ id, sheetId }: Webhook, at: Time) => ({
  nonce: randomUUID(),
  timestamp: stamp(at),
  webhookId: id,
  scope: 'sheet',
  scopeObjectId: sheetId,
});

export const eventsBody = (webhook: Webhook, events: readonly SheetEvent[], at: Time): string =>
  JSON.stringify({
    ...frame(webhook, at),
    events: events.map(({ at: happenedAt, ...event }) => ({ ...event, timestamp: stamp(happenedAt) })),
  });

export const statusBody = (webhook: Webhook, status: WebhookStatus, at: Time): string =>
  JSON.stringify({ ...frame(webhook, at), newWebhookStatus: status });
