import type { Id, Sheet } from '../model.ts';
import type { SheetEvent, Webhook } from './webhook.model.ts';

const maxRows = 20_000;
const maxColumns = 400;
const maxCells = 500_000;

/** Beyond any of these sizes the provider switches webhooks on a sheet off. */
export function exceedsGridLimits({ rows, columns }: Sheet): boolean {
  return rows.length > maxRows || columns.length > maxColumns || rows.length * columns.length > maxCells;
}

function keyOf({ sheetId, ownerId, callbackUrl, columnIds }: Webhook) {
  return JSON.stringify([sheetId, ownerId, callbackUrl, [...columnIds].sort()]);
}

/** The enabled webhooks on a sheet. Of those that are alike in everything only the oldest is called. */
export function matchingWebhooks(webhooks: Iterable<Webhook>, sheetId: Id): Webhook[] {
  const oldest = new Map<string, Webhook>();
  for (const webhook of webhooks) {
    if (webhook.sheetId !== sheetId || !webhook.enabled) continue;
    const key = keyOf(webhook);
    const known = oldest.get(key);
    if (!known || webhook.createdAt < known.createdAt) oldest.set(key, webhook);
  }
  return [...oldest.values()];
}

/**
 * Whether a webhook hears of an event. A subscope lets pass what happens to cells of its columns, and every deleted
 * row; whether a changed definition of a column passes is not documented, so it does not.
 */
export function matchesSubscope({ columnIds }: Webhook, event: SheetEvent): boolean {
  if (columnIds.length === 0) return true;
  if (event.objectType === 'row') return event.eventType === 'deleted';
  return event.objectType === 'cell' && event.columnId !== undefined && columnIds.includes(event.columnId);
}
