import {
  markConnectionDirty,
  type PrismaClient,
  parkAfterOutage,
  type Queue,
  type Sealer,
  type SendOptions,
} from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { type CallbackSite, SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { JobReport, Work } from '../run-job.ts';
import type { HeldConnection, WithConnectionLock } from '../smartsheet/connection-lock.ts';
import type { OpenClient } from '../smartsheet/open-client.ts';
import {
  type ConnectionWebhooks,
  claimMending,
  findConnectionWebhooks,
  findReadBeforeEnabled,
  findSilentWebhooks,
  findWebhooksOfOthers,
  type MendWrite,
  scheduleWebhookCheck,
  updateAutomationWebhooks,
} from '../store/webhooks.store.ts';
import { deferralAfter } from './deferral-after.ts';
import { applyWebhookPlan } from './webhooks/apply-webhook-plan.ts';
import { webhookIdIn } from './webhooks/callback-address.ts';
import { planMayEndAt, type WantedSheets, wantedSheets } from './webhooks/wanted-sheets.ts';
import { planWebhooks } from './webhooks/webhook-plan.ts';

export type MendDeps = {
  prisma: PrismaClient;
  queue: Queue;
  sealer: Sealer;
  withConnectionLock: WithConnectionLock;
  openClient: OpenClient;
  now: () => Date;
  callbacks: CallbackSite;
};

/** How long to wait for the lock of the connection. A longer wait would hold a job slot. */
const maxWaitMs = 500;

/** When to retry a connection whose lock is taken. */
const busyDelaySeconds = 5;

/** Creates, enables and deletes webhooks until exactly the sheets that need one have one that works. */
export function mendWebhooks(deps: MendDeps): Work<'mend-webhooks'> {
  return async ({ payload: { connectionId }, signal }) => {
    const owned = await deps.withConnectionLock({
      connectionId,
      waitMs: maxWaitMs,
      signal,
      work: (held) => mendConnection({ connectionId, ...held }, deps),
    });
    return owned?.value ?? defer({ connectionId, reason: 'busy', delaySeconds: busyDelaySeconds }, deps);
  };
}

/** Sends another job for the rest, so that nothing waits in this one. */
async function defer(
  { connectionId, reason, ...when }: { connectionId: string; reason: string } & SendOptions,
  { prisma, queue }: MendDeps,
): Promise<JobReport> {
  await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId, ...when });
  return { connection: connectionId, ended: 'deferred', reason };
}

/** Reads the connection after it is locked: the worker before may have created what is missing. */
async function mendConnection(
  { connectionId, signal, assertHeld }: { connectionId: string } & HeldConnection,
  deps: MendDeps,
): Promise<JobReport> {
  const found = await findConnectionWebhooks(deps.prisma, connectionId);
  if (found?.connection.status !== 'connected') return { connection: connectionId, ended: 'not connected' };
  const { parkedUntil } = found.connection;
  if (parkedUntil && parkedUntil > deps.now()) {
    return defer({ connectionId, reason: 'parked', startAfter: parkedUntil }, deps);
  }
  const write = await claimMending(deps.prisma, connectionId);
  const wanted = wantedSheets(found, deps);
  // Most connections without real-time never had a webhook, and need no call.
  const hasNothing = wanted.size === 0 && found.webhooks.length === 0;
  const report: JobReport = hasNothing
    ? { connection: connectionId, ended: 'done' }
    : await mend({ found, wanted, write, signal, assertHeld }, deps);
  if (report.ended === 'deferred') return report;
  const before = planMayEndAt(found, deps.now());
  await write((tx) => scheduleWebhookCheck(tx, { connectionId, before }));
  return report;
}

type MendInput = { found: ConnectionWebhooks; wanted: WantedSheets; write: MendWrite } & HeldConnection;

async function mend(input: MendInput, deps: MendDeps): Promise<JobReport> {
  const { connection } = input.found;
  try {
    return await bringInOrder(input, deps);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (error.class === 'retry') return deferAfter({ connectionId: connection.id, error }, deps);
    if (error.class !== 'needs_user') throw error;
    await recordRefusal({ connection, error }, deps);
    return { connection: connection.id, ended: 'refused' };
  }
}

async function bringInOrder(input: MendInput, deps: MendDeps): Promise<JobReport> {
  const { found, wanted, write, signal, assertHeld } = input;
  const { connection, webhooks: rows } = found;
  const { prisma, queue, sealer, callbacks, now } = deps;
  const { base } = callbacks;
  const connectionId = connection.id;
  const retry = connection.retryingSince === null ? {} : { retry: singleTry };
  const client = deps.openClient({ connection, beforeCall: assertHeld, ...retry });
  const remote = await client.webhooks.list({ signal });
  const named = remote.flatMap(({ callbackUrl }) => webhookIdIn(base, callbackUrl) ?? []);
  const ofOthers = await findWebhooksOfOthers(prisma, { connectionId, ids: named });
  const silent = await findSilentWebhooks(prisma, connectionId);
  const plan = planWebhooks({ wanted, rows, remote, base, ofOthers, silent });
  await applyWebhookPlan(plan, { write, client, sealer, signal, base, connectionId, wanted, now });
  await write((tx) => updateAutomationWebhooks(tx, connectionId));
  await write(async (tx) => {
    const sheetIds = await findReadBeforeEnabled(tx, connectionId);
    if (sheetIds.length > 0) await markConnectionDirty({ tx, queue, connectionId, sheetIds });
  });
  const counts = Object.entries(plan).map(([what, list]) => [what, list.length] as const);
  return { connection: connectionId, ended: 'done', ...Object.fromEntries(counts) };
}

/** Defers the job after an error that passes by itself; after an outage it parks the connection, as a sync does. */
async function deferAfter(
  { connectionId, error }: { connectionId: string; error: SmartsheetError },
  deps: MendDeps,
): Promise<JobReport> {
  const { reason, delayMs } = deferralAfter(error);
  if (reason !== 'outage')
    return defer({ connectionId, reason, delaySeconds: Math.ceil(delayMs / 1000) }, deps);
  const startAfter = await parkAfterOutage(deps.prisma, connectionId);
  return defer({ connectionId, reason, ...(startAfter && { startAfter }) }, deps);
}
