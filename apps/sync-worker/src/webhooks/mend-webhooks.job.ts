import {
  backOffAfterOutage,
  type Job,
  type JobReport,
  markConnectionDirty,
  type SendOptions,
} from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { HeldConnection } from '../connections/connection-lock.ts';
import { toDeferral } from '../connections/to-deferral.ts';
import type { Context } from '../context.ts';
import { applyWebhookPlan } from './apply-webhook-plan.ts';
import { findSilentWebhooks } from './silent-webhooks.ts';
import {
  findPlanEnd,
  findWantedSheets,
  planWebhooks,
  readWebhookId,
  type WantedSheets,
} from './webhook-plan.ts';
import {
  type ConnectionWebhooks,
  claimMending,
  findConnectionWebhooks,
  findForeignWebhooks,
  findReadBeforeEnabled,
  type MendWrite,
  scheduleWebhookCheck,
  updateAutomationWebhooks,
} from './webhooks.store.ts';

/** How long to wait for the lock of the connection. A longer wait would hold a job slot. */
const maxWaitMs = 500;

/** When to retry a connection whose lock is taken. */
const busyDelaySeconds = 5;

/** Creates, enables and deletes webhooks until exactly the sheets that need one have one that works. */
export async function mendWebhooks(
  context: Context,
  { payload: { connectionId }, signal }: Job<'mend-webhooks'>,
): Promise<JobReport> {
  const owned = await context.withConnectionLock({
    connectionId,
    waitMs: maxWaitMs,
    signal,
    work: (held) => mendConnection(context, { connectionId, ...held }),
  });
  return owned?.value ?? defer(context, { connectionId, reason: 'busy', delaySeconds: busyDelaySeconds });
}

/** Sends another job for the rest, so that nothing waits in this one. */
async function defer(
  { prisma, queue }: Context,
  { connectionId, reason, ...when }: { connectionId: string; reason: string } & SendOptions,
): Promise<JobReport> {
  await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId, ...when });
  return { connection: connectionId, ended: 'deferred', reason };
}

/** Reads the connection after it is locked: the worker before may have created what is missing. */
async function mendConnection(
  context: Context,
  { connectionId, signal, assertHeld }: { connectionId: string } & HeldConnection,
): Promise<JobReport> {
  const { prisma, now, settings } = context;
  const found = await findConnectionWebhooks(prisma, connectionId);
  if (found?.connection.status !== 'connected') return { connection: connectionId, ended: 'not connected' };
  const { parkedUntil } = found.connection;
  if (parkedUntil && parkedUntil > now()) {
    return defer(context, { connectionId, reason: 'parked', startAfter: parkedUntil });
  }
  const write = await claimMending(prisma, connectionId);
  const wanted = findWantedSheets(found, { now: now(), callbacks: settings.callbacks });
  // Most connections without real-time never had a webhook, and need no call.
  const hasNothing = wanted.size === 0 && found.webhooks.length === 0;
  const report: JobReport = hasNothing
    ? { connection: connectionId, ended: 'done' }
    : await mend(context, { found, wanted, write, signal, assertHeld });
  if (report.ended === 'deferred') return report;
  const before = findPlanEnd(found, now());
  await write((tx) => scheduleWebhookCheck(tx, { connectionId, before }));
  return report;
}

type MendInput = { found: ConnectionWebhooks; wanted: WantedSheets; write: MendWrite } & HeldConnection;

async function mend(context: Context, input: MendInput): Promise<JobReport> {
  const { connection } = input.found;
  try {
    return await bringInOrder(context, input);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (error.class === 'retry') return deferAfter(context, { connectionId: connection.id, error });
    if (error.class !== 'needs_user') throw error;
    await recordRefusal({ connection, error }, context);
    return { connection: connection.id, ended: 'refused' };
  }
}

async function bringInOrder(context: Context, input: MendInput): Promise<JobReport> {
  const { found, wanted, write, signal, assertHeld } = input;
  const { connection, webhooks: rows } = found;
  const { prisma, queue, settings } = context;
  const { base } = settings.callbacks;
  const connectionId = connection.id;
  const retry = connection.retryingSince === null ? {} : { retry: singleTry };
  const client = context.openClient({ connection, beforeCall: assertHeld, ...retry });
  const remote = await client.webhooks.list({ signal });
  const named = remote.flatMap(({ callbackUrl }) => readWebhookId(base, callbackUrl) ?? []);
  const foreign = await findForeignWebhooks(prisma, { connectionId, ids: named });
  const silent = await findSilentWebhooks(prisma, connectionId);
  const plan = planWebhooks({ wanted, rows, remote, base, foreign, silent });
  await applyWebhookPlan(context, plan, { write, client, signal, connectionId, wanted });
  await write((tx) => updateAutomationWebhooks(tx, connectionId));
  await write(async (tx) => {
    const sheetIds = await findReadBeforeEnabled(tx, connectionId);
    if (sheetIds.length > 0) await markConnectionDirty({ tx, queue, connectionId, sheetIds });
  });
  const counts = Object.entries(plan).map(([what, list]) => [what, list.length] as const);
  return { connection: connectionId, ended: 'done', ...Object.fromEntries(counts) };
}

/** Defers the job after an error that passes by itself; after an outage the connection backs off, as after a sync. */
async function deferAfter(
  context: Context,
  { connectionId, error }: { connectionId: string; error: SmartsheetError },
): Promise<JobReport> {
  const { reason, delayMs } = toDeferral(error);
  if (reason !== 'outage')
    return defer(context, { connectionId, reason, delaySeconds: Math.ceil(delayMs / 1000) });
  const startAfter = await backOffAfterOutage(context.prisma, connectionId);
  return defer(context, { connectionId, reason, ...(startAfter && { startAfter }) });
}
