import type { SmartsheetWebhook } from '@picksync/db';
import type { Webhook } from '@picksync/smartsheet-client';
import { callbackUrlOf, webhookIdIn } from './callback-address.ts';
import type { WantedSheets } from './wanted-sheets.ts';

export type WebhookPlan = {
  /** Sheets that need a webhook and have no row. */
  missing: string[];
  /** Rows whose webhook has to be created: they have none at Smartsheet, or one that can never work again. */
  remake: SmartsheetWebhook[];
  /** Rows whose webhook is enabled at Smartsheet but does not deliver: it is deleted and created anew. */
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
  ofOthers: ReadonlySet<string>;
  /** Our ids of webhooks that are enabled at Smartsheet but do not deliver. */
  silent: ReadonlySet<string>;
}): WebhookPlan {
  const { wanted, rows, remote, base, ofOthers, silent } = input;
  const byId = new Map(remote.map((webhook) => [webhook.id, webhook]));
  const plan: WebhookPlan = {
    missing: [],
    remake: [],
    silent: [],
    renew: [],
    enable: [],
    keep: [],
    drop: [],
    strangers: [],
  };
  for (const row of rows) {
    if (!wanted.has(row.sheetId) || row.status === 'deleting') plan.drop.push(row);
    else plan[careFor({ row, webhook: byId.get(row.remoteId ?? ''), base, silent, wanted })].push(row);
  }
  const staying = [...plan.keep, ...plan.enable, ...plan.renew];
  const cared = new Set([...staying, ...plan.remake, ...plan.silent].map(({ sheetId }) => sheetId));
  plan.missing = [...wanted.keys()].filter((sheetId) => !cared.has(sheetId));
  const standing = new Set(staying.map(({ remoteId }) => remoteId));
  // Includes those that were created while this site had another address.
  const made = new Set(rows.map(({ remoteId }) => remoteId));
  const isStray = ({ id, callbackUrl }: Webhook) => {
    const ourId = webhookIdIn(base, callbackUrl);
    return made.has(id) || (ourId !== null && !ofOthers.has(ourId));
  };
  plan.strangers = remote
    .filter((webhook) => isStray(webhook) && !standing.has(webhook.id))
    .map(({ id }) => id);
  return plan;
}

function careFor(input: {
  row: SmartsheetWebhook;
  webhook: Webhook | undefined;
  base: string;
  silent: ReadonlySet<string>;
  wanted: WantedSheets;
}): 'remake' | 'silent' | 'renew' | 'enable' | 'keep' {
  const { row, webhook, base, silent, wanted } = input;
  if (!webhook || ended.has(webhook.status) || row.sharedSecretSealed === null) return 'remake';
  if (webhook.callbackUrl !== callbackUrlOf(base, row.id)) return 'remake';
  const watchesOthers = String(row.columnIds) !== String(wanted.get(row.sheetId) ?? []);
  if (webhook.status !== 'ENABLED') return watchesOthers ? 'remake' : 'enable';
  if (silent.has(row.id)) return 'silent';
  return watchesOthers ? 'renew' : 'keep';
}
