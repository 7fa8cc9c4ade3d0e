import type { Id, Sheet } from '../model.ts';
import type { SheetEvent, Webhook } from './webhook.model.ts';

const maxRows = 20_000;
const maxColumns = 400;
const maxCells = 500_000;

/** Returns whether a sheet is larger than webhooks support. */
export function exceedsGridLimits({ rows, columns }: Sheet): boolean {
  return rows.length > maxRows || columns.length > maxColumns || rows.length * columns.length > maxCells;
}

function getKey({ sheetId, ownerId, callbackUrl, columnIds }: Webhook) {
  return JSON.stringify([sheetId, ownerId, callbackUrl, [...columnIds].sort()]);
}

/** Returns the enabled webhooks on a sheet. Of identical ones only the oldest is called. */
export function matchingWebhooks(webhooks: Iterable<Webhook>, sheetId: Id): Webhook[] {
  const oldest = new Map<string, Webhook>();
  for (const webhook of webhooks) {
    if (webhook.sheetId !== sheetId || !webhook.enabled) continue;
    const key = getKey(webhook);
    const known = oldest.get(key);
    if (!known || webhook.createdAt < known.createdAt) oldest.set(key, webhook);
  }
  return [...oldest.values()];
}

/**
 * Returns whether an event is within a webhook's subscope: cells of its columns and all deleted rows. The
 * documentation does not mention column updates, so they are not included.
 */
export function matchesSubscope({ columnIds }: Webhook, event: SheetEvent): boolean {
  if (columnIds.length === 0) return true;
  if (event.objectType === 'row') return event.eventType === 'deleted';
  return event.objectType === 'cell' && event.columnId !== undefined && columnIds.includes(event.columnId);
}
