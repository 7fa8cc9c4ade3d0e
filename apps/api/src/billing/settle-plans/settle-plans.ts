import type { PrismaClient } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { reconcilePayments } from '../checkouts/reconcile-payments.ts';
import { lookForDisputes } from '../disputes/look-for-disputes.ts';
import { pauseSurplus } from './pause-surplus.ts';
import { settleCheckouts } from './settle-checkouts.ts';
import { endTrials } from './settle-plans.store.ts';
import { settleSubscriptions } from './settle-subscriptions.ts';

const batchRows = 500;

/**
 * Updates the rows for the time that has passed: trials and periods that ended, payments that are missing, payment
 * pages that expired, automations beyond what a plan covers. Nobody waits for it: entitlements are computed from the
 * rows and the clock. It follows the present state, so it may run twice, even at once. A step that fails does not keep
 * the next ones from running.
 */
export async function settlePlans(context: Context): Promise<void> {
  const steps = {
    trials: settleTrials,
    checkouts: settleCheckouts,
    subscriptions: settleSubscriptions,
    // An event that was lost is found within a day.
    reconciled: (context: Context) => reconcilePayments({ isWhole: false }, context),
    disputes: lookForDisputes,
    paused: pauseSurplus,
  };
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [name, step] of Object.entries(steps)) {
    try {
      counts[name] = await step(context);
    } catch (error) {
      failures.push(error);
    }
  }
  context.log.info(counts, 'plans are settled');
  if (failures.length > 0) throw new AggregateError(failures, 'some plans could not be settled');
}

async function settleTrials({ db, now }: { db: PrismaClient; now: () => Date }): Promise<number> {
  const at = now();
  let ended = 0;
  for (;;) {
    const count = await endTrials(db, { at, limit: batchRows });
    ended += count;
    if (count < batchRows) return ended;
  }
}
