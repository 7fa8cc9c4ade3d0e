import type { PrismaClient } from '@picksync/db';
import { reconcilePayments } from '../checkouts/reconcile-payments.ts';
import { type LookForDisputesDeps, lookForDisputes } from '../disputes/look-for-disputes.ts';
import { type PauseSurplusDeps, pauseSurplus } from './pause-surplus.ts';
import { type SettleCheckoutsDeps, settleCheckouts } from './settle-checkouts.ts';
import { endTrials } from './settle-plans.store.ts';
import { type SettleSubscriptionsDeps, settleSubscriptions } from './settle-subscriptions.ts';

export type SettlePlansDeps = SettleSubscriptionsDeps &
  SettleCheckoutsDeps &
  PauseSurplusDeps &
  LookForDisputesDeps;

const batchRows = 500;

/**
 * Updates the rows for the time that has passed: trials and periods that ended, payments that are missing, payment
 * pages that expired, automations beyond what a plan covers. Nobody waits for it: entitlements are computed from the
 * rows and the clock. It follows the present state, so it may run twice, even at once. A step that fails does not keep
 * the next ones from running.
 */
export async function settlePlans(deps: SettlePlansDeps): Promise<void> {
  const steps = {
    trials: settleTrials,
    checkouts: settleCheckouts,
    subscriptions: settleSubscriptions,
    // An event that was lost is found within a day.
    reconciled: (all: SettlePlansDeps) => reconcilePayments({ isWhole: false }, all),
    disputes: lookForDisputes,
    paused: pauseSurplus,
  };
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [name, step] of Object.entries(steps)) {
    try {
      counts[name] = await step(deps);
    } catch (error) {
      failures.push(error);
    }
  }
  deps.log.info(counts, 'plans are settled');
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
