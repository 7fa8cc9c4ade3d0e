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
import type { WebhookPlan } from './webhook-plan.ts';

export type ApplyDeps = {
  write: MendWrite;
  client: SmartsheetClient;
  sealer: Sealer;
  signal: AbortSignal;
  /** Where this site receives callbacks. */
  base: string;
  connectionId: string;
  now: () => Date;
};

/** Creates, enables and deletes webhooks. One sheet's refusal is written down and does not stop the others. */
export async function applyWebhookPlan(plan: WebhookPlan, deps: ApplyDeps): Promise<void> {
  const { write, client, signal, connectionId } = deps;
  for (const webhookId of plan.strangers) await deleteRemote({ client, webhookId, signal });
  for (const { id } of plan.drop) await write((tx) => deleteWebhook(tx, id));
  await write((tx) => recordRemakes(tx, plan.silent));
  for (const row of plan.silent) await recordFailureOf(row, deps, () => create(row, deps));
  for (const row of plan.keep) await recordState(row, { status: 'ENABLED' }, deps);
  for (const row of plan.enable) await recordFailureOf(row, deps, () => enable(row, deps));
  for (const row of plan.remake) await recordFailureOf(row, deps, () => create(row, deps));
  for (const sheetId of plan.missing) {
    const row = await write((tx) => createWebhook(tx, { connectionId, sheetId }));
    await recordFailureOf(row, deps, () => create(row, deps));
  }
}

/** Without an own webhook there is nothing to undo: whatever Smartsheet refuses about one sheet concerns that sheet. */
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
  const { write, client, sealer, signal, base } = deps;
  const created = await client.webhooks.create({
    name: `Picksync ${row.sheetId}`,
    callbackUrl: callbackUrlOf(base, row.id),
    sheetId: row.sheetId,
    signal,
  });
  const sharedSecret =
    created.sharedSecret ?? (await client.webhooks.resetSharedSecret({ webhookId: created.id, signal }));
  const sharedSecretSealed = sealWebhookSecret(sealer, { webhookId: row.id, sharedSecret });
  const remote = { remoteId: created.id, sharedSecretSealed, lastEventAt: null, missedAt: null };
  // Before it is enabled: the challenge and the first callback need the row.
  const state = { ...remote, status: 'creating', remoteStatus: created.status } as const;
  await write((tx) => updateWebhook(tx, row.id, state));
  await enable({ ...row, ...state }, deps);
}

async function enable(row: SmartsheetWebhook, deps: ApplyDeps): Promise<void> {
  if (row.remoteId === null) return;
  const { client, signal } = deps;
  const webhook = await client.webhooks.update({ webhookId: row.remoteId, enabled: true, signal });
  await recordState({ ...row, status: 'disabled' }, webhook, deps);
}

async function recordState(
  row: SmartsheetWebhook,
  { status: remoteStatus }: Pick<Webhook, 'status'>,
  { write, now }: ApplyDeps,
): Promise<void> {
  const status = remoteStatus === 'ENABLED' ? 'enabled' : 'disabled';
  // Smartsheet has just reached us: a callback that was missed before does not count any more.
  const isNew = status === 'enabled' && row.status !== 'enabled';
  const since = isNew ? { enabledAt: now(), missedAt: null } : {};
  await write((tx) => updateWebhook(tx, row.id, { status, remoteStatus, ...since }));
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
