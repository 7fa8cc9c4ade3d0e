import { runOutcomes } from '@picksync/contracts';
import { beginSync, DeadLetter, deferSync, finishSync, type Queue, type SyncClaim } from '@picksync/db';
import type { JobReport, Work } from '../run-job.ts';
import type { OwnAccount } from '../smartsheet/account-owner.ts';
import { type SyncPassDeps, syncPass } from './sync/sync-pass.ts';
import { pauseBeforeNextTry } from './sync/try-again.ts';

export type SyncConnectionDeps = SyncPassDeps & {
  queue: Queue;
  ownAccount: OwnAccount;
  /** Whether this process has been told to end. */
  isStopping: () => boolean;
};

/** How long to wait for a sweep or another job that is at the account. */
const patienceMs = 30_000;

/**
 * An account that takes longer, because it has much to do or Smartsheet answers slowly, makes room for the others and
 * queues again: what is begun is finished, and the rest is the next job's.
 */
const longestTurnMs = 2 * 60_000;

/**
 * Brings an account in step: looks at everything that is marked until nothing is. A job says "look again" and not what
 * happened, so running it twice, or after a crash, does no harm.
 */
export const syncConnection =
  (parts: SyncConnectionDeps): Work<'sync-connection'> =>
  async (job) => {
    const claim = await beginSync(parts.prisma, job);
    if (!claim) return { ended: 'taken over' };
    const { connectionId } = claim;
    const owned = await parts.ownAccount({
      connectionId,
      waitMs: patienceMs,
      signal: job.signal,
      work: ({ signal, assertOwned }) =>
        workOff(
          { first: claim, signal },
          { ...parts, openClient: (ask) => parts.openClient({ ...ask, beforeCall: assertOwned }) },
        ),
    });
    if (owned) return owned.value;
    await putOff(claim, atOnce, parts);
    return { ended: 'account is busy' };
  };

async function workOff(
  { first, signal }: { first: SyncClaim; signal: AbortSignal },
  parts: SyncConnectionDeps,
): Promise<JobReport> {
  const totals = { changed: 0, unchanged: 0, waiting_review: 0, failed: 0, passes: 0 };
  const report = (ended: string) => ({ connection: first.connectionId, ended, ...totals });
  const turnEndsAt = parts.now().getTime() + longestTurnMs;
  const shouldStop = () => signal.aborted || parts.isStopping() || parts.now().getTime() >= turnEndsAt;
  let bugs = 0;
  for (let claim = first; ; ) {
    const end = await syncPass({ claim, signal, shouldStop }, parts);
    totals.passes += 1;
    for (const outcome of runOutcomes) totals[outcome] += end.outcomes[outcome];
    bugs += end.bugs;

    if (end.pauseMs !== null) {
      const ask = { now: parts.now(), waitingSince: claim.dirtyAt, askedMs: end.pauseMs };
      await putOff(claim, { pauseMs: pauseBeforeNextTry(ask), isParked: end.pauseMs > 0 }, parts);
      return report('put off');
    }
    if (shouldStop() && end.isLeft) {
      await putOff(claim, atOnce, parts);
      return report('handed back');
    }
    const finish = await finishSync(parts.prisma, claim);
    if (finish.outcome === 'lost') return report('taken over');
    if (finish.outcome === 'again') {
      claim = finish.claim;
      continue;
    }
    // Everybody else's work is done and the account is at rest; what is left is for a person to look at.
    if (bugs > 0) throw new DeadLetter(`${bugs} automations met an error of ours`);
    return report('done');
  }
}

type Pause = { pauseMs: number; isParked: boolean };

const atOnce: Pause = { pauseMs: 0, isParked: false };

const putOff = (claim: SyncClaim, pause: Pause, { prisma, queue }: SyncConnectionDeps) =>
  prisma.$transaction((tx) => deferSync({ tx, queue, claim, ...pause }));
