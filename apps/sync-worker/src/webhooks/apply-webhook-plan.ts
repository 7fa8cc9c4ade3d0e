import { type Prisma, type SmartsheetWebhook, sealWebhookSecret } from '@picksync/db';
import { type SmartsheetClient, SmartsheetError, type Webhook } from '@picksync/smartsheet-client';
import type { Context } from '../context.ts';
import { recordRemakes } from './silent-webhooks.ts';
import { toCallbackUrl, type WantedSheets, type WebhookPlan } from './webhook-plan.ts';
import type { MendWrite } from './webhooks.store.ts';

type Mending = {
  connectionId: string;
  /** The columns to watch, by sheet. */
  wanted: WantedSheets;
  write: MendWrite;
  client: SmartsheetClient;
  signal: AbortSignal;
};

/** Creates, enables and deletes webhooks. A refusal for one sheet is recorded and does not stop the others. */
export async function applyWebhookPlan(context: Context, plan: WebhookPlan, mending: Mending): Promise<void> {
  const { connectionId, wanted, write } = mending;
  const createFor = (row: SmartsheetWebhook) =>
    runRecordingRefusal(mending, row, () => create(context, mending, row));
  for (const webhookId of plan.strangers) await deleteRemote(mending, webhookId);
  for (const { id } of plan.drop) await write((tx) => tx.smartsheetWebhook.deleteMany({ where: { id } }));
  await write((tx) => recordRemakes(tx, plan.silent));
  for (const row of plan.silent) await createFor(row);
  for (const row of plan.keep) {
    await recordState(context, mending, row, { status: 'ENABLED', disabledDetails: null });
  }
  for (const row of plan.renew) await renew(context, mending, row);
  for (const row of plan.enable) await runRecordingRefusal(mending, row, () => enable(context, mending, row));
  for (const row of plan.remake) await createFor(row);
  for (const sheetId of plan.missing) {
    const data = { connectionId, sheetId, columnIds: getColumnIds(wanted, sheetId) };
    // Before the webhook itself: the callback address names the row, and the first callback may come before the reply.
    await createFor(await write((tx) => tx.smartsheetWebhook.create({ data })));
  }
}

function getColumnIds(wanted: WantedSheets, sheetId: string): string[] {
  return [...(wanted.get(sheetId) ?? [])];
}

/**
 * Replaces a webhook that works by one that watches other columns. The old one is deleted once the new one works. Its
 * callbacks are refused from then on; the changes that they report are read when the new one is enabled. When
 * Smartsheet refuses the new one, the old one stays.
 */
async function renew(context: Context, mending: Mending, row: SmartsheetWebhook): Promise<void> {
  try {
    await create(context, mending, row);
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return;
  }
  if (row.remoteId !== null) await deleteRemote(mending, row.remoteId);
}

/** Runs the work and records a refusal of Smartsheet at the webhook's row: it concerns that sheet only. */
async function runRecordingRefusal(
  mending: Mending,
  row: SmartsheetWebhook,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const { reason: remoteStatus } = error;
    await update(mending, row, { status: 'disabled', remoteStatus });
  }
}

async function create(context: Context, mending: Mending, row: SmartsheetWebhook): Promise<void> {
  const { wanted, client, signal } = mending;
  const columnIds = getColumnIds(wanted, row.sheetId);
  const created = await createWatching(context, mending, { row, columnIds });
  const sharedSecret =
    created.sharedSecret ?? (await client.webhooks.resetSharedSecret({ webhookId: created.id, signal }));
  const sharedSecretSealed = sealWebhookSecret(context.sealer, { webhookId: row.id, sharedSecret });
  const remote = { remoteId: created.id, sharedSecretSealed, columnIds, lastEventAt: null, missedAt: null };
  // Before it is enabled: the challenge and the first callback need the row.
  const state = { ...remote, status: 'creating', remoteStatus: created.status } as const;
  await update(mending, row, state);
  await enable(context, mending, { ...row, ...state });
}

/**
 * Creates a webhook for columns of a sheet. Smartsheet refuses one for a column that is gone: then it is created for
 * the others.
 */
async function createWatching(
  { settings }: Context,
  { client, signal }: Mending,
  { row: { id, sheetId }, columnIds }: { row: SmartsheetWebhook; columnIds: readonly string[] },
): Promise<Webhook> {
  const callbackUrl = toCallbackUrl(settings.callbacks.base, id);
  const wanted = { name: `Picksync ${sheetId}`, callbackUrl, sheetId, signal };
  try {
    return await client.webhooks.create({ ...wanted, columnIds });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.reason !== 'column_gone') throw error;
    const present = new Set((await client.columns.list({ sheetId, signal })).map((column) => column.id));
    return client.webhooks.create({ ...wanted, columnIds: columnIds.filter((one) => present.has(one)) });
  }
}

async function enable(context: Context, mending: Mending, row: SmartsheetWebhook): Promise<void> {
  if (row.remoteId === null) return;
  const { client, signal } = mending;
  const webhook = await client.webhooks.update({ webhookId: row.remoteId, enabled: true, signal });
  await recordState(context, mending, { ...row, status: 'disabled' }, webhook);
}

/** How much of Smartsheet's explanation is stored. */
const maxDetails = 300;

async function recordState(
  { now }: Context,
  mending: Mending,
  row: SmartsheetWebhook,
  { status: remoteStatus, disabledDetails: details }: Pick<Webhook, 'status' | 'disabledDetails'>,
): Promise<void> {
  const status = remoteStatus === 'ENABLED' ? 'enabled' : 'disabled';
  // Smartsheet has just reached us: a callback that was missed before does not count any more.
  const isNew = status === 'enabled' && row.status !== 'enabled';
  const since = isNew ? { enabledAt: now(), missedAt: null } : {};
  const disabledDetails = status === 'enabled' ? null : (details?.slice(0, maxDetails) ?? null);
  await update(mending, row, { status, remoteStatus, disabledDetails, ...since });
}

function update(
  { write }: Mending,
  { id }: SmartsheetWebhook,
  data: Prisma.SmartsheetWebhookUncheckedUpdateManyInput,
) {
  return write((tx) => tx.smartsheetWebhook.updateMany({ where: { id }, data }));
}

async function deleteRemote({ client, signal }: Mending, webhookId: string): Promise<void> {
  try {
    await client.webhooks.delete({ webhookId, signal });
  } catch (error) {
    const isGone = error instanceof SmartsheetError && error.reason === 'not_found';
    if (!isGone) throw error;
  }
}
