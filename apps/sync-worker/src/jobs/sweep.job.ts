import { repairConnections } from '@picksync/db';
import type { Logger } from 'pino';
import type { Work } from '../run-job.ts';
import { claimDueAccounts, type DueAccount, recordSweeps, type Swept } from '../store/sweeps.store.ts';
import { findBrokenWebhooks } from '../store/webhooks.store.ts';
import { inParallel } from './in-parallel.ts';
import { nextSweep, sweepEveryMs } from './sweep/next-sweep.ts';
import { type SweepOutcome, type SweepParts, sweepAccount } from './sweep/sweep-account.ts';
import { pauseBeforeNextTry } from './sync/try-again.ts';

/** Accounts claimed at a time: few statements for many accounts, and little to give back when the process ends. */
const sliceSize = 200;

/** So soon an account is looked at again that could not be looked at now. */
const postponeMs = 60_000;

/** How long a webhook that does not work is left alone between two tries. */
const mendAfterMs = 60 * 60_000;

export type SweepJobParts = SweepParts & {
  log: Logger;
  random: () => number;
  /** Accounts swept at once. */
  sweepConcurrency: number;
  isStopping: () => boolean;
};

type Totals = Record<SweepOutcome['outcome'] | 'failed', number> & { repaired: number };

/** Sweeps every account that is due, and finds accounts whose job was lost. */
export const sweep =
  (parts: SweepJobParts): Work<'sweep'> =>
  async ({ signal }) => {
    const totals: Totals = {
      unchanged: 0,
      moved: 0,
      busy: 0,
      refused: 0,
      unreachable: 0,
      failed: 0,
      repaired: 0,
    };
    const shouldStop = () => signal.aborted || parts.isStopping();
    while (!shouldStop()) {
      const slice = await claimDueAccounts(parts.prisma, { now: parts.now(), limit: sliceSize });
      await sweepSlice({ slice, signal, shouldStop, totals }, parts);
      if (slice.length < sliceSize) break;
    }
    totals.repaired = await repairConnections(parts);
    return totals;
  };

async function sweepSlice(
  ask: { slice: DueAccount[]; signal: AbortSignal; shouldStop: () => boolean; totals: Totals },
  parts: SweepJobParts,
): Promise<void> {
  const { slice, signal, shouldStop, totals } = ask;
  const swept: Swept[] = [];
  await inParallel({
    items: slice,
    limit: parts.sweepConcurrency,
    work: async (account) => {
      if (shouldStop()) {
        // Given back: the next sweep takes it, here or elsewhere.
        swept.push({ connectionId: account.connection.id, nextSweepAt: account.dueAt, sweptAt: null });
        return;
      }
      const ended = await sweepOne({ account, signal }, parts);
      totals[ended.outcome] += 1;
      swept.push(dueAgain({ account, ended }, parts));
    },
  });
  await recordSweeps(parts.prisma, swept);
  await mendLater(slice, parts);
}

/** Has webhooks tried again that do not work. What is wrong with them may be mended by others meanwhile. */
async function mendLater(slice: DueAccount[], { prisma, queue, now }: SweepJobParts): Promise<void> {
  const connectionIds = slice.map(({ connection }) => connection.id);
  const untouchedSince = new Date(now().getTime() - mendAfterMs);
  for (const connectionId of await findBrokenWebhooks(prisma, { connectionIds, untouchedSince })) {
    await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId });
  }
}

/** One account's trouble is not the others'. */
async function sweepOne(
  ask: { account: DueAccount; signal: AbortSignal },
  parts: SweepJobParts,
): Promise<SweepOutcome | { outcome: 'failed' }> {
  try {
    return await sweepAccount(ask, parts);
  } catch (err) {
    parts.log.error({ connection: ask.account.connection.id, err }, 'an account could not be swept');
    return { outcome: 'failed' };
  }
}

function dueAgain(
  { account, ended }: { account: DueAccount; ended: SweepOutcome | { outcome: 'failed' } },
  { now, random }: SweepJobParts,
): Swept {
  const at = now();
  const { id: connectionId, lastSweptAt, createdAt } = account.connection;
  const soon = (ms: number) => ({ connectionId, nextSweepAt: new Date(at.getTime() + ms), sweptAt: null });
  if (ended.outcome === 'busy') return soon(postponeMs);
  if (ended.outcome === 'unreachable') {
    const waitingSince = new Date((lastSweptAt ?? createdAt).getTime() + sweepEveryMs);
    const pauseMs = pauseBeforeNextTry({ now: at, waitingSince, askedMs: ended.retryAfterMs });
    return soon(Math.max(pauseMs, postponeMs));
  }
  const sweptAt = ended.outcome === 'failed' ? null : at;
  return { connectionId, nextSweepAt: nextSweep({ dueAt: account.dueAt, now: at, random }), sweptAt };
}
