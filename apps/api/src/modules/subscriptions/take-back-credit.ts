import type { Subscription, Tx } from '@picksync/db';
import type { ApplyDeps } from './apply-payment.ts';
import { changeSubscription } from './change-subscription.ts';
import { takeKeptCredit } from './kept-credit.ts';
import { dropScheduled } from './schedule-subscription.ts';
import {
  findCreditSpentOn,
  findSubscription,
  updateSubscription,
  writeStanding,
} from './subscriptions.store.ts';

type Taken = {
  userId: string;
  /** The subscription that the payment had bought, and until when. */
  subscriptionId: string;
  paidUntil: Date;
  cents: number;
  at: Date;
};

/**
 * Removes the credit of a payment that was taken back from the plan that was bought with it: that plan is worth less
 * and ends earlier, or at once when nothing is left. A period that was over before gave no credit, and a plan that was
 * renewed since is paid by itself. Call it under `lockUser`.
 */
export async function takeBackCredit(
  tx: Tx,
  { userId, subscriptionId, paidUntil, cents, at }: Taken,
  deps: ApplyDeps,
): Promise<void> {
  let lost = cents;
  let from = await findSubscription(tx, { id: subscriptionId, userId });
  if (!from?.endDate || from.endDate >= paidUntil) return;
  while (from?.replacedById && lost > 0) {
    const { id: replacesId, replacedById } = from;
    from = await findSubscription(tx, { id: replacedById, userId });
    if (from) lost -= await takeKeptCredit(tx, { subscription: from, cents: lost });
    lost = Math.min(lost, await findCreditSpentOn(tx, { replacesId, subscriptionId: replacedById }));
  }
  if (!from || from.id === subscriptionId || from.status === 'expired' || lost <= 0) return;
  await takeOut(tx, { subscription: from, lost, at }, deps);
}

async function takeOut(
  tx: Tx,
  { subscription, lost, at }: { subscription: Subscription; lost: number; at: Date },
  deps: ApplyDeps,
): Promise<void> {
  const { id, userId, startDate, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (!start || !end || end <= at || start.getTime() !== startDate.getTime()) return;
  const left = subscription.periodValueCents - lost;
  const share = left > 0 ? left / subscription.periodValueCents : 0;
  const currentPeriodEnd = new Date(start.getTime() + Math.floor((end.getTime() - start.getTime()) * share));
  const data = { periodValueCents: Math.max(0, left) };
  if (currentPeriodEnd > at) {
    await updateSubscription(tx, subscription, { ...data, currentPeriodEnd });
    await writeStanding(tx, { userId, now: at });
    return;
  }
  await changeSubscription(tx, { subscription, fact: 'taken_back', at, data }, deps);
  await dropScheduled(tx, { userId, at }, deps);
  await deps.sendMailLater(tx, { mail: 'plan_taken_back', subscriptionId: id, key: id });
}
