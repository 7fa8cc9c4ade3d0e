import { parkAfterOutage, repairConnections } from '@picksync/db';
import type { Logger } from 'pino';
import type { Work } from '../run-job.ts';
import { claimDueConnections, type DueConnection, recordSweeps, type Swept } from '../store/sweeps.store.ts';
import { claimWebhookChecks, moveCallbackCounts } from '../store/webhooks.store.ts';
import { inParallel } from './in-parallel.ts';
import { type SweepDeps, type SweepOutcome, sweepConnection } from './sweep/sweep-connection.ts';

/** Accounts claimed by one statement: enough to need few, few enough to return when the process ends. */
const sliceSize = 200;

export type SweepJobDeps = SweepDeps & {
  log: Logger;
  random: () => number;
  /** Accounts swept at once. */
  sweepConcurrency: number;
  isStopping: () => boolean;
};

type Totals = Record<SweepOutcome['outcome'] | 'failed', number> & { repaired: number };

/** Sweeps every connection that is due, and finds connections whose job was lost. */
export function sweep(deps: SweepJobDeps): Work<'sweep'> {
  return async ({ signal }) => {
    const totals: Totals = {
      unchanged: 0,
      moved: 0,
      busy: 0,
      refused: 0,
      unreachable: 0,
      failed: 0,
      repaired: 0,
    };
    const shouldStop = () => signal.aborted || deps.isStopping();
    while (!shouldStop()) {
      const slice = await claimDueConnections(deps.prisma, { limit: sliceSize });
      await sweepSlice({ slice, signal, shouldStop, totals }, deps);
      if (slice.length < sliceSize) break;
    }
    totals.repaired = await repairConnections(deps);
    return totals;
  };
}

async function sweepSlice(
  input: { slice: DueConnection[]; signal: AbortSignal; shouldStop: () => boolean; totals: Totals },
  deps: SweepJobDeps,
): Promise<void> {
  const { slice, signal, shouldStop, totals } = input;
  const swept: Swept[] = [];
  await inParallel({
    items: slice,
    limit: deps.sweepConcurrency,
    work: async (due) => {
      if (shouldStop()) {
        // Given back: the next sweep takes it, here or elsewhere.
        swept.push(dueAgain(due, 'not_begun'));
        return;
      }
      const ended = await sweepOne({ due, signal }, deps);
      totals[ended.outcome] += 1;
      swept.push(dueAgain(due, ended.outcome));
    },
  });
  await recordSweeps(deps.prisma, swept);
  await checkWebhooks(slice, deps);
}

/** Sends a job for each connection whose webhooks are due for a check, and records how many callbacks came. */
async function checkWebhooks(slice: DueConnection[], { prisma, queue }: SweepJobDeps): Promise<void> {
  const connectionIds = slice.map(({ connection }) => connection.id);
  if (connectionIds.length === 0) return;
  await moveCallbackCounts(prisma, connectionIds);
  for (const connectionId of await claimWebhookChecks(prisma, connectionIds)) {
    await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId });
  }
}

/** Sweeps one connection; its errors do not stop the others. */
async function sweepOne(
  input: { due: DueConnection; signal: AbortSignal },
  deps: SweepJobDeps,
): Promise<SweepOutcome | { outcome: 'failed' }> {
  const connectionId = input.due.connection.id;
  try {
    const ended = await sweepConnection(input, deps);
    if (ended.outcome === 'unreachable' && ended.isOutage) {
      await parkAfterOutage(deps.prisma, connectionId);
    }
    return ended;
  } catch (err) {
    deps.log.error({ connection: connectionId, err }, 'a connection could not be swept');
    return { outcome: 'failed' };
  }
}

const againAfter: Record<keyof Omit<Totals, 'repaired'>, Swept['again']> = {
  unchanged: 'next_window',
  moved: 'next_window',
  refused: 'next_window',
  failed: 'next_window',
  busy: 'soon',
  unreachable: 'soon',
};

function dueAgain(
  { connection: { id: connectionId }, dueAt, claimedUntil }: DueConnection,
  ended: keyof typeof againAfter | 'not_begun',
): Swept {
  return {
    connectionId,
    dueAt,
    claimedUntil,
    again: ended === 'not_begun' ? 'as_before' : againAfter[ended],
    isSwept: ended === 'unchanged' || ended === 'moved' || ended === 'refused',
  };
}
