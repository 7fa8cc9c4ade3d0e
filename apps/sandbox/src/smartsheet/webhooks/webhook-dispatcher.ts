import { getAccess } from '../access.ts';
import type { Id, Sheet } from '../model.ts';
import { postCallback, statusBody } from './callback.request.ts';
import { type DeliveryDeps, deliverCallback } from './deliver-callback.ts';
import { type SheetEvent, setWebhookStatus, type Webhook, type WebhookStatus } from './webhook.model.ts';

/**
 * Returns the dispatcher, which collects events for the delivery delay and sends one callback at a time per webhook.
 * Later events wait while a callback is being sent or retried.
 */
export function createWebhookDispatcher(deps: DeliveryDeps) {
  const { state, config, now, changes } = deps;
  const waiting = new Map<Id, NodeJS.Timeout>();
  const running = new Set<Id>();
  let isStopped = false;

  function schedule(webhook: Webhook): void {
    const delayMs = state.sheets.get(webhook.sheetId)?.deliveryDelayMs ?? config.DELIVERY_DELAY_MS;
    const dueAt = webhook.callback?.nextAt ?? (webhook.pendingSince ?? 0) + delayMs;
    const isIdle = !webhook.callback && webhook.pending.length === 0;
    if (isStopped || isIdle || running.has(webhook.id) || waiting.has(webhook.id)) return;
    const run = () => {
      waiting.delete(webhook.id);
      // A reset replaces all webhooks.
      if (state.webhooks.get(webhook.id) !== webhook) return;
      running.add(webhook.id);
      void deliverCallback(deps, webhook).finally(() => {
        running.delete(webhook.id);
        if (state.webhooks.get(webhook.id) === webhook && webhook.enabled) schedule(webhook);
      });
    };
    waiting.set(webhook.id, setTimeout(run, Math.max(0, dueAt - now().getTime())));
  }

  function sendStatusChange(webhook: Webhook, status: WebhookStatus): void {
    const at = now().getTime();
    setWebhookStatus(webhook, status, at);
    void postCallback(webhook, statusBody(webhook, status, at), config);
  }

  return {
    emit: (sheet: Sheet, events: SheetEvent[]) => {
      for (const webhook of matchingWebhooks(state.webhooks.values(), sheet.id)) {
        if (exceedsGridLimits(sheet)) {
          setWebhookStatus(webhook, 'DISABLED_EXCEEDED_GRID_LIMITS', now().getTime());
          continue;
        }
        const matching = events.filter((event) => matchesSubscope(webhook, event));
        if (matching.length === 0) continue;
        webhook.pending.push(...matching);
        webhook.pendingSince ??= now().getTime();
        schedule(webhook);
      }
    },
    onAccessChanged: (sheetId: Id) => {
      const sheet = state.sheets.get(sheetId);
      for (const webhook of state.webhooks.values()) {
        if (webhook.sheetId !== sheetId) continue;
        const isVisible = sheet !== undefined && getAccess(sheet, webhook.ownerId) !== null;
        if (webhook.enabled && !isVisible) sendStatusChange(webhook, 'DISABLED_SCOPE_INACCESSIBLE');
        else if (webhook.status === 'DISABLED_SCOPE_INACCESSIBLE' && isVisible)
          sendStatusChange(webhook, 'ENABLED');
      }
      changes.announce({});
    },
    /** Permanently disables the webhooks that an app created for an account. */
    onAppRevoked: (accountId: Id) => {
      for (const webhook of state.webhooks.values()) {
        if (webhook.ownerId === accountId && webhook.clientId === config.CLIENT_ID) {
          setWebhookStatus(webhook, 'DISABLED_APP_REVOKED', now().getTime());
        }
      }
    },
    /** Continues with callbacks that were pending when the process stopped. */
    resume: () => {
      for (const webhook of state.webhooks.values()) if (webhook.enabled) schedule(webhook);
    },
    stop: () => {
      isStopped = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

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
function matchingWebhooks(webhooks: Iterable<Webhook>, sheetId: Id): Webhook[] {
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
function matchesSubscope({ columnIds }: Webhook, event: SheetEvent): boolean {
  if (columnIds.length === 0) return true;
  if (event.objectType === 'row') return event.eventType === 'deleted';
  return event.objectType === 'cell' && event.columnId !== undefined && columnIds.includes(event.columnId);
}
