import type { Subscription, Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { dropScheduled } from '../begin-subscription.ts';
import { changeSubscription } from '../change-subscription.ts';
import {
  findCreditSpentOn,
  findSubscription,
  updateSubscription,
  writeBillingStatus,
} from '../subscriptions.store.ts';
import { getKeptCredit, takeKeptCredit } from './kept-credit.ts';

type Taken = {
  userId: string;
  /** The subscription that the payment had bought, and until when. */
  subscriptionId: string;
  paidUntil: Date;
  cents: number;
  /** How much of the payment was refunded before: its credit goes once. */
  beforeCents: number;
  at: Date;
};

/**
 * Removes the credit of a refunded payment from the plan that was bought with it: that plan is worth less
 * and ends earlier, or at once when nothing is left. A period that was over before gave no credit, and a plan that was
 * renewed since is paid by itself. What a plan had kept and passed on to the next one is looked for there. Call it under `lockUser`.
 */
export async function removeCredit(context: Context, tx: Tx, taken: Taken): Promise<void> {
  const { userId, subscriptionId, paidUntil, cents, beforeCents, at } = taken;
  let from = await findSubscription(tx, { id: subscriptionId, userId });
  if (!from?.endDate || from.endDate >= paidUntil) return;
  // In all, and without this refund: of each plan in between no more can go than it got.
  let [inAll, before] = [beforeCents + cents, beforeCents];
  while (from?.replacedById && inAll > before) {
    const { id: replacesId, replacedById } = from;
    let most = await findCreditSpentOn(tx, { replacesId, subscriptionId: replacedById });
    from = await findSubscription(tx, { id: replacedById, userId });
    if (!from) return;
    if (from.replacedById === null) {
      inAll -= await takeKeptCredit(tx, { subscription: from, cents: inAll - before });
    } else most += getKeptCredit(from);
    [inAll, before] = [Math.min(inAll, most), Math.min(before, most)];
  }
  const lost = inAll - before;
  if (!from || from.id === subscriptionId || from.status === 'expired' || lost <= 0) return;
  await shortenPlan(context, tx, { subscription: from, lost, at });
}

async function shortenPlan(
  context: Context,
  tx: Tx,
  { subscription, lost, at }: { subscription: Subscription; lost: number; at: Date },
): Promise<void> {
  const { id, userId, startDate, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (!start || !end || end <= at || start.getTime() !== startDate.getTime()) return;
  const left = subscription.periodValueCents - lost;
  const share = left > 0 ? left / subscription.periodValueCents : 0;
  const currentPeriodEnd = new Date(start.getTime() + Math.floor((end.getTime() - start.getTime()) * share));
  const data = { periodValueCents: Math.max(0, left) };
  if (currentPeriodEnd > at) {
    await updateSubscription(tx, subscription, { ...data, currentPeriodEnd });
    await writeBillingStatus(tx, { userId, now: at });
    return;
  }
  await changeSubscription(context, tx, { subscription, cause: 'refunded', at, data });
  await dropScheduled(context, tx, { userId, at });
  await context.sendMailLater(tx, { mail: 'plan_refunded', subscriptionId: id, key: id });
}
