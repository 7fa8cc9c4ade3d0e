import { type Db, type Sealer, type SmartsheetWebhook, sealWebhookSecret } from '@picksync/db';
import { type SmartsheetClient, SmartsheetError, type Webhook } from '@picksync/smartsheet-client';
import { createWebhook, deleteWebhook, updateWebhook } from '../../store/webhooks.store.ts';
import { callbackUrlOf } from './callback-address.ts';
import type { WebhookPlan } from './webhook-plan.ts';

export type CarryOutParts = {
  db: Db;
  client: SmartsheetClient;
  sealer: Sealer;
  signal: AbortSignal;
  /** Where this site takes callbacks. */
  base: string;
  connectionId: string;
};

/** Makes, switches on and deletes webhooks. One sheet's refusal is written down and does not stop the others. */
export async function carryOutWebhookPlan(plan: WebhookPlan, parts: CarryOutParts): Promise<void> {
  const { db, client, signal, connectionId } = parts;
  for (const webhookId of plan.strangers) await deleteRemote({ client, webhookId, signal });
  for (const { id } of plan.drop) await deleteWebhook(db, id);
  for (const row of plan.keep) await noteState(db, row, { status: 'ENABLED' });
  for (const row of plan.enable) await orRefused(row, parts, () => enable(row, parts));
  for (const row of plan.remake) await orRefused(row, parts, () => make(row, parts));
  for (const sheetId of plan.missing) {
    const row = await createWebhook(db, { connectionId, sheetId });
    await orRefused(row, parts, () => make(row, parts));
  }
}

/** Without an own webhook there is nothing to undo: whatever Smartsheet refuses about one sheet concerns that sheet. */
async function orRefused(
  row: SmartsheetWebhook,
  { db }: CarryOutParts,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    await updateWebhook(db, row.id, { status: 'disabled', remoteStatus: error.reason });
  }
}

async function make(row: SmartsheetWebhook, parts: CarryOutParts): Promise<void> {
  const { db, client, sealer, signal, base } = parts;
  const made = await client.webhooks.create({
    name: `Picksync ${row.sheetId}`,
    callbackUrl: callbackUrlOf(base, row.id),
    sheetId: row.sheetId,
    signal,
  });
  const sharedSecret =
    made.sharedSecret ?? (await client.webhooks.resetSharedSecret({ webhookId: made.id, signal }));
  const sharedSecretSealed = sealWebhookSecret(sealer, { webhookId: row.id, sharedSecret });
  const remote = { remoteId: made.id, sharedSecretSealed };
  // Before it is switched on: the challenge and the first callback ask for the row.
  await updateWebhook(db, row.id, { ...remote, status: 'creating', remoteStatus: made.status });
  await enable({ ...row, ...remote }, parts);
}

async function enable(row: SmartsheetWebhook, { db, client, signal }: CarryOutParts): Promise<void> {
  if (row.remoteId === null) return;
  const webhook = await client.webhooks.update({ webhookId: row.remoteId, enabled: true, signal });
  await noteState(db, row, webhook);
}

const noteState = (db: Db, { id }: SmartsheetWebhook, { status }: Pick<Webhook, 'status'>) =>
  updateWebhook(db, id, { status: status === 'ENABLED' ? 'enabled' : 'disabled', remoteStatus: status });

async function deleteRemote(ask: {
  client: SmartsheetClient;
  webhookId: string;
  signal: AbortSignal;
}): Promise<void> {
  const { client, webhookId, signal } = ask;
  try {
    await client.webhooks.delete({ webhookId, signal });
  } catch (error) {
    const isGone = error instanceof SmartsheetError && error.reason === 'not_found';
    if (!isGone) throw error;
  }
}
