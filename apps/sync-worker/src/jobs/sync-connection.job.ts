import { runOutcomes } from '@picksync/contracts';
import {
  beginSync,
  ClaimLostError,
  DeadLetter,
  type Deferral,
  deferSync,
  finishSync,
  jobPriorities,
  repeatOnDeadlock,
  type SyncClaim,
} from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';
import type { JobReport, Work } from '../run-job.ts';
import type { WithConnectionLock } from '../smartsheet/connection-lock.ts';
import { deferralAfter } from './deferral-after.ts';
import { probe } from './probe.ts';
import { reportSlowness } from './report-slowness.ts';
import { recordSheetOutages } from './sheet-outages.ts';
import { type SyncPassDeps, syncPass } from './sync/sync-pass.ts';

export type SyncConnectionDeps = SyncPassDeps & {
  withConnectionLock: WithConnectionLock;
  /** Whether this process is shutting down. */
  isStopping: () => boolean;
  /** Connections worked on at once. */
  syncConcurrency: number;
};

/** How long to wait for the lock of the connection. A longer wait would hold a job slot. */
const maxWaitMs = 500;

/** The same while a person waits: a new automation's webhooks are made by a job that begins with its first sync. */
const maxWaitOfPersonMs = 3_000;

/** When to retry a connection whose lock is taken. */
const busyDelayMs = 2_000;

/** When to retry a connection in an outage while the limit of such connections is being tried. */
const crowdedDelayMs = 15_000;

/** When at the latest to look again at a connection of which some sheets rest. */
const restMs = 60_000;

/**
 * How long a job works on one connection before others get their turn. What is begun is finished, and the rest is left
 * to the next job.
 */
const maxTurnMs = 2 * 60_000;

/**
 * Brings a connection in step: looks at everything that is marked until nothing is. A job says "look again" and not what
 * happened, so running it twice, or after a crash, does no harm.
 */
export function syncConnection(deps: SyncConnectionDeps): Work<'sync-connection'> {
  // A call that hangs holds a slot until its time limit: the other slots stay free for connections that answer.
  const maxInOutage = Math.ceil(deps.syncConcurrency / 2);
  let inOutage = 0;
  return async (job) => {
    const claim = await beginSync(deps.prisma, job);
    if (!claim) return { connection: job.payload.connectionId, ended: 'taken over' };
    const { connectionId, isInOutage } = claim;
    const { priority, signal: jobSignal } = job;
    const deferBusy = async (delayMs: number) => {
      await defer(claim, { deferral: { reason: 'busy', delayMs }, priority }, deps);
      return { connection: connectionId, ended: 'deferred', reason: 'busy' };
    };
    if (isInOutage && inOutage >= maxInOutage) return deferBusy(crowdedDelayMs);
    inOutage += isInOutage ? 1 : 0;
    try {
      const owned = await deps.withConnectionLock({
        connectionId,
        waitMs: priority >= jobPriorities.person ? maxWaitOfPersonMs : maxWaitMs,
        signal: jobSignal,
        work: ({ signal, assertHeld }) =>
          reportSlowness(claim, deps, (openClient) =>
            runPasses(
              { first: claim, isInOutage, signal, priority },
              {
                ...deps,
                openClient: (input) => openClient({ ...input, beforeCall: assertHeld }),
              },
            ),
          ),
      });
      return owned ? owned.value : await deferBusy(busyDelayMs);
    } finally {
      inOutage -= isInOutage ? 1 : 0;
    }
  };
}

type Turn = {
  first: SyncClaim;
  /** Smartsheet could not be reached the last time. */
  isInOutage: boolean;
  signal: AbortSignal;
  priority: number;
};

async function runPasses(
  { first, isInOutage, signal, priority }: Turn,
  deps: SyncConnectionDeps,
): Promise<JobReport> {
  const totals = { changed: 0, unchanged: 0, waiting_review: 0, failed: 0, passes: 0 };
  const report = (ended: string) => ({ connection: first.connectionId, ended, ...totals });
  const turnEndsAt = deps.now().getTime() + maxTurnMs;
  const shouldStop = () => signal.aborted || deps.isStopping() || deps.now().getTime() >= turnEndsAt;
  const deferAfter = async (claim: SyncClaim, error: SmartsheetError) => {
    const deferral = deferralAfter(error);
    await defer(claim, { deferral, priority }, deps);
    return { ...report('deferred'), reason: deferral.reason };
  };
  const unreachable = isInOutage ? await probe({ connectionId: first.connectionId, signal }, deps) : null;
  if (unreachable) return deferAfter(first, unreachable);
  let bugs = 0;
  for (let claim = first; ; ) {
    const end = await syncPass({ claim, signal, shouldStop }, deps).catch(ignoreLostClaim);
    if (!end) return report('taken over');
    totals.passes += 1;
    for (const outcome of runOutcomes) totals[outcome] += end.outcomes[outcome];
    bugs += end.bugs;

    if (end.retry) return deferAfter(claim, end.retry);
    const cutOff = end.isOutageLikely
      ? await probe({ connectionId: claim.connectionId, signal }, deps)
      : null;
    if (cutOff) return deferAfter(claim, cutOff);
    const at = deps.now();
    await recordSheetOutages({ failing: end.failing, claim, at }, deps).catch(ignoreLostClaim);
    if (shouldStop() && end.isLeft) {
      // The lowest priority: after every connection that has not had a turn yet.
      await defer(claim, { deferral: { reason: 'turn_over' }, priority: jobPriorities.sweep }, deps);
      return { ...report('deferred'), reason: 'turn_over' };
    }
    if (end.failing.length > 0 || end.restUntil) {
      const delayMs = Math.max(1_000, (end.restUntil?.getTime() ?? Infinity) - at.getTime());
      const deferral = { reason: 'resting', delayMs: Math.min(delayMs, restMs) } as const;
      await defer(claim, { deferral, priority: jobPriorities.sweep }, deps);
      return { ...report('deferred'), reason: deferral.reason };
    }
    const finish = end.finish ?? (await finishSync(deps.prisma, claim));
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

function defer(
  claim: SyncClaim,
  how: { deferral: Deferral; priority: number },
  { prisma, queue }: SyncConnectionDeps,
) {
  return repeatOnDeadlock(() => prisma.$transaction((tx) => deferSync({ tx, queue, claim, ...how })));
}
