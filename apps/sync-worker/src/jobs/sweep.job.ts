import {
  type Database,
  type MovedConnection,
  markMovedConnections,
  type PrismaClient,
  parkAllAfterOutage,
  type Queue,
  repairConnections,
} from '@picksync/db';
import { type PrepaidAccounts, type PrepayAccounts, recordRefusal } from '@picksync/smartsheet-account';
import type { Logger } from 'pino';
import type { Work } from '../run-job.ts';
import { claimDueConnections, type DueConnection, recordSweeps, type Swept } from '../store/sweeps.store.ts';
import { claimWebhookChecks, moveCallbackCounts } from '../store/webhooks.store.ts';
import { eachInParallel, inBatches } from './in-parallel.ts';
import { createNextItem } from './sweep/create-next-item.ts';
import { type SweepResult, sweepConnection } from './sweep/sweep-connection.ts';

/** Connections claimed, paid for and recorded together: enough to need few statements, few enough to give back soon. */
const sliceSize = 200;

/** A claim that runs out sooner than this is not worth a call: another worker may have the connection by then. */
const claimMarginMs = 60_000;

export type SweepJobDeps = {
  prisma: PrismaClient;
  pool: Database['pool'];
  queue: Queue;
  prepayAccounts: PrepayAccounts;
  now: () => Date;
  log: Logger;
  random: () => number;
  /** Accounts swept at once. */
  sweepConcurrency: number;
  isStopping: () => boolean;
};

type Outcome = SweepResult['outcome'] | 'failed';
type Totals = Record<Outcome, number> & {
  repaired: number;
  /** Connections of which Smartsheet listed the sheets in part. */
  listedInPart: number;
};

/** Connections that were claimed together. */
type Slice = {
  accounts: PrepaidAccounts;
  /** Those whose sweep has not ended. */
  left: number;
  swept: Swept[];
  /** Those for which Smartsheet could not be reached. */
  cutOff: string[];
};
type Claimed = { due: DueConnection; slice: Slice };

/** Sweeps every connection that is due, and finds connections whose job was lost. */
export function sweep(deps: SweepJobDeps): Work<'sweep'> {
  return async ({ signal }) => {
    const totals: Totals = {
      unchanged: 0,
      moved: 0,
      refused: 0,
      unreachable: 0,
      failed: 0,
      repaired: 0,
      listedInPart: 0,
    };
    const onListedInPart = () => {
      totals.listedInPart += 1;
    };
    const shouldStop = () => signal.aborted || deps.isStopping();
    const mark = inBatches(async (moved: readonly MovedConnection[]) => {
      await mendWebhooksOf(await markMovedConnections(moved, deps), deps);
    });
    await eachInParallel({
      next: createNextItem<Claimed>({
        claim: async () => (shouldStop() ? [] : claimSlice(deps)),
        claimAt: deps.sweepConcurrency,
      }),
      limit: deps.sweepConcurrency,
      work: async ({ due, slice }) => {
        const ended =
          shouldStop() || isClaimSpent(due, deps)
            ? 'not_begun'
            : await sweepOne({ due, slice, signal, mark, onListedInPart }, deps);
        if (ended !== 'not_begun') totals[ended] += 1;
        slice.swept.push(dueAgain(due, ended));
        slice.left -= 1;
        if (slice.left === 0) await recordSlice(slice, deps);
      },
    });
    totals.repaired = await repairConnections(deps);
    return totals;
  };
}

/** Claims connections that are due, and pays for one call of each. */
async function claimSlice({ prisma, prepayAccounts }: SweepJobDeps): Promise<Claimed[]> {
  const claimed = await claimDueConnections(prisma, { limit: sliceSize });
  const accounts = await prepayAccounts(claimed.filter(({ watched }) => watched.length > 0));
  const slice: Slice = { accounts, left: claimed.length, swept: [], cutOff: [] };
  return claimed.map((due) => ({ due, slice }));
}

/** Returns whether a claim is nearly over: after that, other workers may sweep the connection. */
function isClaimSpent({ claimedUntil }: DueConnection, { now }: SweepJobDeps): boolean {
  return claimedUntil.getTime() - now().getTime() < claimMarginMs;
}

/** Sweeps one connection; its errors do not stop the others. */
async function sweepOne(
  {
    due,
    slice,
    signal,
    mark,
    onListedInPart,
  }: Claimed & {
    signal: AbortSignal;
    mark: (moved: MovedConnection) => Promise<void>;
    onListedInPart: () => void;
  },
  deps: SweepJobDeps,
): Promise<Outcome> {
  try {
    const found = await sweepConnection({ due, signal }, { ...deps, accounts: slice.accounts });
    if ('isListWhole' in found && !found.isListWhole) onListedInPart();
    if (found.outcome === 'moved') await mark(found.moved);
    if (found.outcome === 'unreachable' && found.isOutage) slice.cutOff.push(due.id);
    if (found.outcome === 'refused') await recordRefusal({ connection: due, error: found.error }, deps);
    return found.outcome;
  } catch (err) {
    deps.log.error({ connection: due.id, err }, 'a connection could not be swept');
    return 'failed';
  }
}

/** Records a slice whose last sweep has ended. Connections that were not begun are given back to the next sweep. */
async function recordSlice({ accounts, swept, cutOff }: Slice, deps: SweepJobDeps): Promise<void> {
  await accounts.refund();
  if (cutOff.length > 0) await parkAllAfterOutage(deps.prisma, cutOff);
  await recordSweeps(deps.prisma, swept);
  await checkWebhooks(
    swept.map(({ connectionId }) => connectionId),
    deps,
  );
}

/** Sends a job for each connection whose webhooks are due for a check, and records how many callbacks came. */
async function checkWebhooks(connectionIds: string[], deps: SweepJobDeps): Promise<void> {
  const { prisma } = deps;
  await moveCallbackCounts(prisma, connectionIds);
  await mendWebhooksOf(await claimWebhookChecks(prisma, connectionIds), deps);
}

async function mendWebhooksOf(
  connectionIds: readonly string[],
  { prisma, queue }: SweepJobDeps,
): Promise<void> {
  for (const connectionId of connectionIds) {
    await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId });
  }
}

const againAfter: Record<Outcome | 'not_begun', Swept['again']> = {
  unchanged: 'next_window',
  moved: 'next_window',
  refused: 'next_window',
  failed: 'next_window',
  unreachable: 'soon',
  not_begun: 'as_before',
};

function dueAgain(
  { id: connectionId, dueAt, claimedUntil }: DueConnection,
  ended: Outcome | 'not_begun',
): Swept {
  const isSwept = ended === 'unchanged' || ended === 'moved' || ended === 'refused';
  return { connectionId, dueAt, claimedUntil, again: againAfter[ended], isSwept };
}
