import { type Sealer, type SmartsheetWebhook, sealWebhookSecret } from '@picksync/db';
import { type SmartsheetClient, SmartsheetError, type Webhook } from '@picksync/smartsheet-client';
import {
  createWebhook,
  deleteWebhook,
  type MendWrite,
  recordRemakes,
  updateWebhook,
} from '../../store/webhooks.store.ts';
import { callbackUrlOf } from './callback-address.ts';
import type { WantedSheets } from './wanted-sheets.ts';
import type { WebhookPlan } from './webhook-plan.ts';

export type ApplyDeps = {
  write: MendWrite;
  client: SmartsheetClient;
  sealer: Sealer;
  signal: AbortSignal;
  /** Where this site receives callbacks. */
  base: string;
  connectionId: string;
  /** The columns to watch, by sheet. */
  wanted: WantedSheets;
  now: () => Date;
};

/** Creates, enables and deletes webhooks. A refusal for one sheet is recorded and does not stop the others. */
export async function applyWebhookPlan(plan: WebhookPlan, deps: ApplyDeps): Promise<void> {
  const { write, client, signal, connectionId, wanted } = deps;
  for (const webhookId of plan.strangers) await deleteRemote({ client, webhookId, signal });
  for (const { id } of plan.drop) await write((tx) => deleteWebhook(tx, id));
  await write((tx) => recordRemakes(tx, plan.silent));
  for (const row of plan.silent) await recordFailureOf(row, deps, () => create(row, deps));
  for (const row of plan.keep) await recordState(row, { status: 'ENABLED', disabledDetails: null }, deps);
  for (const row of plan.renew) await renew(row, deps);
  for (const row of plan.enable) await recordFailureOf(row, deps, () => enable(row, deps));
  for (const row of plan.remake) await recordFailureOf(row, deps, () => create(row, deps));
  for (const sheetId of plan.missing) {
    const row = await write((tx) =>
      createWebhook(tx, { connectionId, sheetId, columnIds: columnsOf(wanted, sheetId) }),
    );
    await recordFailureOf(row, deps, () => create(row, deps));
  }
}

function columnsOf(wanted: WantedSheets, sheetId: string): string[] {
  return [...(wanted.get(sheetId) ?? [])];
}

/**
 * Replaces a webhook that works by one that watches other columns. The old one is deleted once the new one works. Its
 * callbacks are refused from then on; the changes that they report are read when the new one is enabled. When
 * Smartsheet refuses the new one, the old one stays.
 */
async function renew(row: SmartsheetWebhook, deps: ApplyDeps): Promise<void> {
  const { client, signal } = deps;
  try {
    await create(row, deps);
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return;
  }
  if (row.remoteId !== null) await deleteRemote({ client, webhookId: row.remoteId, signal });
}

/** Runs the work and records a refusal of Smartsheet at the webhook's row: it concerns that sheet only. */
async function recordFailureOf(
  row: SmartsheetWebhook,
  { write }: ApplyDeps,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const { reason: remoteStatus } = error;
    await write((tx) => updateWebhook(tx, row.id, { status: 'disabled', remoteStatus }));
  }
}

async function create(row: SmartsheetWebhook, deps: ApplyDeps): Promise<void> {
  const { write, client, sealer, signal, wanted } = deps;
  const columnIds = columnsOf(wanted, row.sheetId);
  const created = await createWatching(row, columnIds, deps);
  const sharedSecret =
    created.sharedSecret ?? (await client.webhooks.resetSharedSecret({ webhookId: created.id, signal }));
  const sharedSecretSealed = sealWebhookSecret(sealer, { webhookId: row.id, sharedSecret });
  const remote = { remoteId: created.id, sharedSecretSealed, columnIds, lastEventAt: null, missedAt: null };
  // Before it is enabled: the challenge and the first callback need the row.
  const state = { ...remote, status: 'creating', remoteStatus: created.status } as const;
  await write((tx) => updateWebhook(tx, row.id, state));
  await enable({ ...row, ...state }, deps);
}

/**
 * Creates a webhook for columns of a sheet. Smartsheet refuses one for a column that is gone: then it is created for
 * the others.
 */
async function createWatching(
  { id, sheetId }: SmartsheetWebhook,
  columnIds: readonly string[],
  { client, signal, base }: ApplyDeps,
): Promise<Webhook> {
  const wanted = { name: `Picksync ${sheetId}`, callbackUrl: callbackUrlOf(base, id), sheetId, signal };
  try {
    return await client.webhooks.create({ ...wanted, columnIds });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.reason !== 'column_gone') throw error;
    const standing = new Set((await client.columns.list({ sheetId, signal })).map((column) => column.id));
    return client.webhooks.create({ ...wanted, columnIds: columnIds.filter((one) => standing.has(one)) });
  }
}

async function enable(row: SmartsheetWebhook, deps: ApplyDeps): Promise<void> {
  if (row.remoteId === null) return;
  const { client, signal } = deps;
  const webhook = await client.webhooks.update({ webhookId: row.remoteId, enabled: true, signal });
  await recordState({ ...row, status: 'disabled' }, webhook, deps);
}

/** How much of Smartsheet's explanation is stored. */
const maxDetails = 300;

async function recordState(
  row: SmartsheetWebhook,
  { status: remoteStatus, disabledDetails: details }: Pick<Webhook, 'status' | 'disabledDetails'>,
  { write, now }: ApplyDeps,
): Promise<void> {
  const status = remoteStatus === 'ENABLED' ? 'enabled' : 'disabled';
  // Smartsheet has just reached us: a callback that was missed before does not count any more.
  const isNew = status === 'enabled' && row.status !== 'enabled';
  const since = isNew ? { enabledAt: now(), missedAt: null } : {};
  const disabledDetails = status === 'enabled' ? null : (details?.slice(0, maxDetails) ?? null);
  await write((tx) => updateWebhook(tx, row.id, { status, remoteStatus, disabledDetails, ...since }));
}

async function deleteRemote(input: {
  client: SmartsheetClient;
  webhookId: string;
  signal: AbortSignal;
}): Promise<void> {
  const { client, webhookId, signal } = input;
  try {
    await client.webhooks.delete({ webhookId, signal });
  } catch (error) {
    const isGone = error instanceof SmartsheetError && error.reason === 'not_found';
    if (!isGone) throw error;
  }
}
