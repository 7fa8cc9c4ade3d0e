import { automationSettings, entitlements, graceEnd } from '@picksync/contracts/sync';
import type { SmartsheetWebhook } from '@picksync/db';
import { type CallbackSite, canReceiveCallbacks, type Webhook } from '@picksync/smartsheet-client';
import type { ConnectionWebhooks, WatchingAutomation } from './webhooks.store.ts';

export type WebhookPlan = {
  /** Sheets that need a webhook and have no row. */
  missing: string[];
  /** Rows whose webhook has to be created: they have none at Smartsheet, or one that can never work again. */
  remake: SmartsheetWebhook[];
  /** Rows whose webhook is enabled at Smartsheet but does not deliver: it is deleted and created again. */
  silent: SmartsheetWebhook[];
  /**
   * Rows whose webhook works but watches other columns than it should, which cannot be changed: the new one works before
   * this one is deleted.
   */
  renew: SmartsheetWebhook[];
  /** Rows whose webhook exists and is switched off. */
  enable: SmartsheetWebhook[];
  /** Rows that are in order. */
  keep: SmartsheetWebhook[];
  /** Rows that are no longer wanted. */
  drop: SmartsheetWebhook[];
  /** Ids of webhooks at Smartsheet that no row of ours needs any more. */
  strangers: string[];
};

/** Smartsheet never delivers to these again. */
const ended = new Set(['DISABLED_APP_REVOKED', 'DISABLED_ADMINISTRATIVE']);

/** Returns what has to be done so that exactly the wanted sheets have a working webhook. */
export function planWebhooks(input: {
  wanted: WantedSheets;
  rows: readonly SmartsheetWebhook[];
  /** All webhooks of its account at Smartsheet. */
  remote: readonly Webhook[];
  /** Where this site receives callbacks. */
  base: string;
  /** Our ids of webhooks that belong to other users who connected the same Smartsheet account. */
  foreign: ReadonlySet<string>;
  /** Our ids of webhooks that are enabled at Smartsheet but do not deliver. */
  silent: ReadonlySet<string>;
}): WebhookPlan {
  const { wanted, rows, remote, base, foreign, silent } = input;
  const byId = new Map(remote.map((webhook) => [webhook.id, webhook]));
  const ofRows = { remake: [], silent: [], renew: [], enable: [], keep: [], drop: [] };
  const plan: WebhookPlan = { missing: [], ...ofRows, strangers: [] };
  for (const row of rows) {
    if (!wanted.has(row.sheetId) || row.status === 'deleting') plan.drop.push(row);
    else plan[chooseCare({ row, webhook: byId.get(row.remoteId ?? ''), base, silent, wanted })].push(row);
  }
  const staying = [...plan.keep, ...plan.enable, ...plan.renew];
  const cared = new Set([...staying, ...plan.remake, ...plan.silent].map(({ sheetId }) => sheetId));
  plan.missing = [...wanted.keys()].filter((sheetId) => !cared.has(sheetId));
  const kept = new Set(staying.map(({ remoteId }) => remoteId));
  // Includes those that were created while this site had another address.
  const made = new Set(rows.map(({ remoteId }) => remoteId));
  const isStray = ({ id, callbackUrl }: Webhook) => {
    const ourId = readWebhookId(base, callbackUrl);
    return made.has(id) || (ourId !== null && !foreign.has(ourId));
  };
  plan.strangers = remote.filter((webhook) => isStray(webhook) && !kept.has(webhook.id)).map(({ id }) => id);
  return plan;
}

function chooseCare(input: {
  row: SmartsheetWebhook;
  webhook: Webhook | undefined;
  base: string;
  silent: ReadonlySet<string>;
  wanted: WantedSheets;
}): 'remake' | 'silent' | 'renew' | 'enable' | 'keep' {
  const { row, webhook, base, silent, wanted } = input;
  if (!webhook || ended.has(webhook.status) || row.sharedSecretSealed === null) return 'remake';
  if (webhook.callbackUrl !== toCallbackUrl(base, row.id)) return 'remake';
  const watchesOthers = String(row.columnIds) !== String(wanted.get(row.sheetId) ?? []);
  if (webhook.status !== 'ENABLED') return watchesOthers ? 'remake' : 'enable';
  if (silent.has(row.id)) return 'silent';
  return watchesOthers ? 'renew' : 'keep';
}

/** The columns that a webhook watches, by its sheet; an empty list means all of them. */
export type WantedSheets = ReadonlyMap<string, readonly string[]>;

/**
 * Returns which sheets should have a webhook. One on the source reports new values, one on the target a dropdown that was
 * changed by hand; a report has none. Where the plan has no real-time, or Smartsheet could not reach this site, the 15-minute
 * check does it alone.
 */
export function findWantedSheets(
  { user, connection, automations, volatileSheetIds }: ConnectionWebhooks,
  { now, callbacks }: { now: Date; callbacks: CallbackSite },
): WantedSheets {
  const { realTime } = entitlements({ ...user, tier: user.subscriptionTier, now });
  const mayCall = connection.scopes.includes('ADMIN_WEBHOOKS');
  if (!realTime || !mayCall || !canReceiveCallbacks(callbacks)) return new Map();
  const whole = new Set([...automations.map(({ sheetId }) => sheetId), ...volatileSheetIds]);
  const wanted = new Map(automations.map(({ sheetId }) => [sheetId, [] as readonly string[]]));
  // Smartsheet has no webhooks on reports.
  const ofSheets = automations.filter(({ sourceKind }) => sourceKind === 'sheet');
  for (const [sheetId, readers] of Map.groupBy(ofSheets, ({ sourceSheetId }) => sourceSheetId)) {
    wanted.set(sheetId, whole.has(sheetId) ? [] : listColumnsRead(readers));
  }
  return wanted;
}

/**
 * Returns the columns that these automations read of their source, sorted: a webhook on these columns reports no other
 * edits. Returns none, which means all, when the settings of one cannot be read.
 */
function listColumnsRead(readers: readonly WatchingAutomation[]): string[] {
  const columns = new Set<string>();
  for (const { sourceColumnId, ...settings } of readers) {
    const read = readSchema.safeParse(settings).data;
    if (!read) return [];
    columns.add(sourceColumnId);
    const addresses = read.addressColumn ? [read.addressColumn] : [];
    const named = [...(read.filters?.rules ?? []), ...(read.labelTemplate?.columns ?? []), ...addresses];
    for (const { columnId } of named) {
      columns.add(columnId);
    }
  }
  return [...columns].toSorted();
}

const readSchema = automationSettings.pick({ filters: true, labelTemplate: true, addressColumn: true });

/** Returns when the user's plan changes next, as far as that is known; null when it will not by itself. */
export function findPlanEnd({ user }: ConnectionWebhooks, now: Date): Date | null {
  const { trialEndDate, subscriptionEndDate: end } = user;
  const times = [trialEndDate, end, end && graceEnd(end)];
  const ahead = times.flatMap((time) => (time && time > now ? [time.getTime()] : []));
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null;
}

const path = '/api/smartsheet/callbacks/';

/** Returns the callback address of a webhook. It holds our id, because it is needed before Smartsheet assigns one. */
export function toCallbackUrl(base: string, webhookId: string): string {
  return `${base}${path}${webhookId}`;
}

/** Returns our id from a callback address of this installation; null for any other address. */
export function readWebhookId(base: string, callbackUrl: string): string | null {
  return callbackUrl.startsWith(`${base}${path}`) ? callbackUrl.slice(base.length + path.length) : null;
}
