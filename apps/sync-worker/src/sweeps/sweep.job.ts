import { shownAfterMs } from '@picksync/contracts/sync';
import {
  backOffAllAfterOutage,
  beginCatchUp,
  type Job,
  type JobReport,
  type MovedConnection,
  markMovedConnections,
  recordCaughtUp,
  repairConnections,
} from '@picksync/db';
import { type PrepaidAccounts, recordRefusal } from '@picksync/smartsheet-account';
import type { Context } from '../context.ts';
import { createNextItem, eachInParallel, inBatches } from '../in-parallel.ts';
import { claimWebhookChecks, moveCallbackCounts } from '../webhooks/webhooks.store.ts';
import { type SweepResult, sweepConnection } from './sweep-connection.ts';
import {
  claimDueConnections,
  type DueConnection,
  findRules,
  recordSweeps,
  type Swept,
} from './sweeps.store.ts';

/** Connections claimed, paid for and recorded together: enough to need few statements, few enough to be recorded soon. */
const sliceSize = 200;

/** A claim that runs out sooner than this is not worth a call: another worker may have the connection by then. */
const claimMarginMs = 60_000;

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
export async function sweep(context: Context, { signal }: Job<'sweep'>): Promise<JobReport> {
  const { sweepConcurrency } = context.settings;
  const ends = { unchanged: 0, moved: 0, refused: 0, unreachable: 0, failed: 0 };
  const totals: Totals = { ...ends, repaired: 0, listedInPart: 0 };
  const shouldStop = () => signal.aborted || context.isStopping() || context.maintenance.isOn();
  const maintenanceId = findUncheckedMaintenance(context);
  if (maintenanceId) await beginCatchUp(context.prisma, maintenanceId);
  const mark = inBatches(async (moved: readonly MovedConnection[]) => {
    await sendMending(context, await markMovedConnections(moved, context));
  });
  await eachInParallel({
    next: createNextItem<Claimed>({
      claim: async () => (shouldStop() ? [] : claimSlice(context)),
      claimAt: sweepConcurrency,
    }),
    limit: sweepConcurrency,
    work: async ({ due, slice }) => {
      const ended =
        shouldStop() || due.claimedUntil.getTime() - context.now().getTime() < claimMarginMs
          ? 'not_begun'
          : await sweepOne(context, { due, slice, signal, mark, totals });
      if (ended !== 'not_begun') totals[ended] += 1;
      slice.swept.push(toSwept(due, ended));
      slice.left -= 1;
      if (slice.left === 0) await recordSlice(context, slice);
    },
  });
  totals.repaired = await repairConnections(context);
  if (maintenanceId) await recordCaughtUp(context.prisma, maintenanceId);
  return totals;
}

/** Returns the id of the maintenance after which not every connection was swept yet, while people are told of it. */
function findUncheckedMaintenance({ maintenance, now }: Context): string | null {
  const { id, endedAt, checkedAt } = maintenance.read() ?? {};
  if (!id || !endedAt || checkedAt) return null;
  return now().getTime() - endedAt.getTime() < shownAfterMs ? id : null;
}

/** Claims connections that are due, and pays for one call of each. */
async function claimSlice({ prisma, accounts: { prepayAccounts } }: Context): Promise<Claimed[]> {
  const claimed = await claimDueConnections(prisma, { limit: sliceSize });
  const accounts = await prepayAccounts(claimed.filter(({ watched }) => watched.length > 0));
  const slice: Slice = { accounts, left: claimed.length, swept: [], cutOff: [] };
  return claimed.map((due) => ({ due, slice }));
}

/** Sweeps one connection; its errors do not stop the others. */
async function sweepOne(
  context: Context,
  input: Claimed & {
    signal: AbortSignal;
    mark: (moved: MovedConnection) => Promise<void>;
    totals: Totals;
  },
): Promise<Outcome> {
  const { due, slice, signal, mark, totals } = input;
  try {
    const found = await sweepConnection(context, { due, accounts: slice.accounts, signal });
    if ('isListWhole' in found && !found.isListWhole) totals.listedInPart += 1;
    if (found.outcome === 'moved') await mark(found.moved);
    if (found.outcome === 'unreachable' && found.isOutage) slice.cutOff.push(due.id);
    if (found.outcome === 'refused') await recordRefusal({ connection: due, error: found.error }, context);
    return found.outcome;
  } catch (err) {
    context.log.error({ connection: due.id, err }, 'a connection could not be swept');
    return 'failed';
  }
}

/** Records a slice whose last sweep has ended. Connections that were not begun are left to the next sweep. */
async function recordSlice(context: Context, { accounts, swept, cutOff }: Slice): Promise<void> {
  const { prisma, queue } = context;
  await accounts.refund();
  if (cutOff.length > 0) await backOffAllAfterOutage(prisma, cutOff);
  await recordSweeps(prisma, swept);
  const connectionIds = swept.map(({ connectionId }) => connectionId);
  await moveCallbackCounts(prisma, connectionIds);
  const sweptIds = swept.flatMap(({ connectionId, isSwept }) => (isSwept ? [connectionId] : []));
  for (const ruleId of await findRules(prisma, sweptIds))
    await queue.send(prisma, 'look-into-rule', { ruleId }, { key: ruleId });
  await sendMending(context, await claimWebhookChecks(prisma, connectionIds));
}

async function sendMending({ prisma, queue }: Context, connectionIds: readonly string[]): Promise<void> {
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

function toSwept(
  { id: connectionId, dueAt, claimedUntil }: DueConnection,
  ended: Outcome | 'not_begun',
): Swept {
  const isSwept = ended === 'unchanged' || ended === 'moved' || ended === 'refused';
  return { connectionId, dueAt, claimedUntil, again: againAfter[ended], isSwept };
}
