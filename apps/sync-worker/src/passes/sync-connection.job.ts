import { runOutcomes } from '@picksync/contracts/sync';
import {
  ClaimLostError,
  DeadLetter,
  type Deferral,
  deferSync,
  finishSync,
  type Job,
  type JobReport,
  jobPriorities,
  queryRows,
  type SyncClaim,
  transact,
} from '@picksync/db';
import { openPrepaidCalls, type PrepaidCalls, prepayStatement } from '@picksync/smartsheet-account';
import type { SmartsheetError } from '@picksync/smartsheet-client';
import { probeOutage } from '../connections/probe-outage.ts';
import { reportSlowness } from '../connections/report-slowness.ts';
import { toDeferral } from '../connections/to-deferral.ts';
import type { Context, OpenClient } from '../context.ts';
import { type BegunSync, beginSync } from './passes.store.ts';
import { recordSheetOutages } from './sheet-outages.ts';
import { syncPass } from './sync-pass.ts';

/** How long to wait for the lock of the connection. A longer wait would hold a job slot. */
const maxWaitMs = 500;

/** The same while a person waits: a new automation's webhooks are made by a job that begins with its first sync. */
const maxPersonWaitMs = 3_000;

/** When to retry a connection whose lock is taken. */
const busyDelayMs = 2_000;

/** When to retry a connection in an outage while the limit of such connections is being tried. */
const crowdedDelayMs = 15_000;

/** When at the latest to look again at a connection of which some automations back off. */
const maxBackOffMs = 60_000;

/**
 * How long a job works on one connection before others get their turn. What is begun is finished, and the rest is left
 * to the next job.
 */
const maxTurnMs = 2 * 60_000;

/**
 * Returns the work of a sync: runs passes over a connection until nothing is marked. A job says "look again" and not what
 * happened, so running it twice, or after a crash, does no harm.
 */
export function createSyncConnection(context: Context): (job: Job<'sync-connection'>) => Promise<JobReport> {
  // A call that hangs holds a slot until its time limit: the other slots stay free for connections that answer.
  const maxInOutage = Math.ceil(context.settings.syncConcurrency / 2);
  let inOutage = 0;
  return async (job) => {
    const claim = await beginSync(context.pool, job, (payer) => prepayStatement(payer, context.now()));
    if (!claim) return { connection: job.payload.connectionId, ended: 'taken over' };
    const { connectionId, isInOutage, found, isPrepaid } = claim;
    const prepaid = found && isPrepaid ? openPrepaidCalls(found.connection, context) : undefined;
    const { priority, signal: jobSignal } = job;
    const deferBusy = async (delayMs: number) => {
      await defer(context, { claim, deferral: { reason: 'busy', delayMs }, priority });
      return { connection: connectionId, ended: 'deferred', reason: 'busy' };
    };
    const isCrowded = isInOutage && inOutage >= maxInOutage;
    inOutage += isInOutage ? 1 : 0;
    try {
      if (isCrowded) return await deferBusy(crowdedDelayMs);
      const owned = await context.withConnectionLock({
        connectionId,
        waitMs: priority >= jobPriorities.person ? maxPersonWaitMs : maxWaitMs,
        signal: jobSignal,
        work: ({ signal, assertHeld }) =>
          reportSlowness(context, claim, (openWatched) => {
            const openClient: OpenClient = (input) => openWatched({ ...input, beforeCall: assertHeld });
            return runPasses(context, { first: claim, prepaid, openClient, signal, priority });
          }),
      });
      return owned ? owned.value : await deferBusy(busyDelayMs);
    } finally {
      inOutage -= isInOutage ? 1 : 0;
      await refund(context, prepaid);
    }
  };
}

/** Refunds the calls that were not made. Where that fails, they come back by themselves within a second. */
async function refund({ pool }: Context, prepaid: PrepaidCalls | undefined): Promise<void> {
  for (const statement of prepaid?.end() ?? []) await queryRows(pool, statement).catch(() => {});
}

type Turn = {
  first: BegunSync;
  /** The calls that were taken from the budget with the claim. */
  prepaid: PrepaidCalls | undefined;
  /** Watches its calls, and makes none when the lock of the connection is lost. */
  openClient: OpenClient;
  signal: AbortSignal;
  priority: number;
};

async function runPasses(context: Context, turn: Turn): Promise<JobReport> {
  const { first, prepaid, openClient, signal, priority } = turn;
  const { now, isStopping, maintenance } = context;
  const totals = { changed: 0, unchanged: 0, waiting_review: 0, failed: 0, passes: 0 };
  const report = (ended: string) => ({ connection: first.connectionId, ended, ...totals });
  const turnEndsAt = now().getTime() + maxTurnMs;
  const shouldStop = () =>
    signal.aborted || isStopping() || maintenance.isOn() || now().getTime() >= turnEndsAt;
  const deferAfter = async (claim: SyncClaim, error: SmartsheetError) => {
    const deferral = toDeferral(error);
    await defer(context, { claim, deferral, priority });
    return { ...report('deferred'), reason: deferral.reason };
  };
  const probeOnce = () => probeOutage(context, { connectionId: first.connectionId, openClient, signal });
  const unreachable = first.isInOutage ? await probeOnce() : null;
  if (unreachable) return deferAfter(first, unreachable);
  let bugs = 0;
  for (let claim: SyncClaim = first, found = first.found; ; found = null) {
    const end = await syncPass(context, { claim, found, prepaid, openClient, signal, shouldStop }).catch(
      ignoreLostClaim,
    );
    if (!end) return report('taken over');
    totals.passes += 1;
    for (const outcome of runOutcomes) totals[outcome] += end.outcomes[outcome];
    bugs += end.bugs;

    if (end.retry) return deferAfter(claim, end.retry);
    const cutOff = end.isOutageLikely ? await probeOnce() : null;
    if (cutOff) return deferAfter(claim, cutOff);
    const at = now();
    await recordSheetOutages(context, { failing: end.failing, claim, at }).catch(ignoreLostClaim);
    if (shouldStop() && end.isLeft) {
      // The lowest priority: after every connection that has not had a turn yet.
      await defer(context, { claim, deferral: { reason: 'turn_over' }, priority: jobPriorities.sweep });
      return { ...report('deferred'), reason: 'turn_over' };
    }
    if (end.failing.length > 0 || end.retryAt) {
      const delayMs = Math.max(1_000, (end.retryAt?.getTime() ?? Infinity) - at.getTime());
      const deferral = { reason: 'sheet_backoff', delayMs: Math.min(delayMs, maxBackOffMs) } as const;
      await defer(context, { claim, deferral, priority: jobPriorities.sweep });
      return { ...report('deferred'), reason: deferral.reason };
    }
    const finish = end.finish ?? (await finishSync(context.prisma, claim));
    if (finish.outcome === 'lost') return report('taken over');
    if (finish.outcome === 'again') {
      claim = finish.claim;
      continue;
    }
    // Everything else is done and the connection is at rest; the bugs are for a person to look at.
    if (bugs > 0) throw new DeadLetter(`${bugs} automations met an error of ours`);
    return report('done');
  }
}

/** Ignores a lost claim: the run that took over continues from here. */
function ignoreLostClaim(error: unknown): undefined {
  if (!(error instanceof ClaimLostError)) throw error;
}

function defer({ prisma, queue }: Context, rest: { claim: SyncClaim; deferral: Deferral; priority: number }) {
  return transact(prisma, (tx) => deferSync({ tx, queue, ...rest }));
}
