import { AppError } from '@picksync/contracts';
import type { PaymentTransaction, Plan, Tx } from '@picksync/db';
import { centsOf } from '../../base/amounts.ts';
import { findPlan } from '../../base/plans.store.ts';
import { type IssueDeps, issueReceipt } from '../../billing/receipts/issue-receipt.ts';
import { type BeginDeps, beginSubscription } from '../../billing/subscriptions/begin-subscription.ts';
import { changeSubscription } from '../../billing/subscriptions/change-subscription.ts';
import { dayOf, nextPeriodEnd } from '../../billing/subscriptions/periods.ts';
import { beginScheduled, dropScheduled } from '../../billing/subscriptions/schedule-subscription.ts';
import {
  findCurrentSubscription,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';
import { updateTransaction } from '../../billing/subscriptions/transactions.store.ts';
import type { PaymentRow } from './payments-to-settle.store.ts';

export type GrantDeps = BeginDeps & IssueDeps & { now: () => Date };

type Bought = { subscriptionId: string; start: Date; end: Date };

/**
 * Gives a payer the month that a payment was for: a new plan that nothing renews, or one more month of the plan they have. From then on
 * the payment is like any other, with a receipt; a refund of it ends the month again. Call it under `lockUser`.
 * Returns what to tell the administrator. Throws `not_found` when the payer or the plan is gone.
 */
export async function grantPayment(
  tx: Tx,
  { id, userId, planId }: PaymentRow,
  deps: GrantDeps,
): Promise<string> {
  const plan = planId === null ? null : await findPlan(tx, planId);
  if (userId === null || plan === null) throw new AppError('not_found');
  const [at, payment] = [deps.now(), await tx.paymentTransaction.findUniqueOrThrow({ where: { id } })];
  await beginScheduled(tx, { userId, now: at }, deps);
  const current = await findCurrentSubscription(tx, userId);
  const granted = { userId, plan, payment, at };
  const { subscriptionId, start, end } = current
    ? await extend(tx, { ...granted, current }, deps)
    : await begin(tx, granted, deps);
  const transaction = await updateTransaction(tx, id, {
    transactionType: 'payment',
    subscriptionId,
    periodStart: start,
    nextBillingDate: end,
    settledAt: at,
  });
  const totalCents = centsOf(payment.amount);
  const lines = [{ label: plan.name, detail: 'One month', cents: totalCents }];
  const receipt = { userId, transaction, plan, totalCents, lines, payerName: payment.payerName, at };
  await issueReceipt(tx, receipt, deps);
  if (current) await deps.sendMailLater(tx, { mail: 'plan_renewed', transactionId: id, key: id });
  return `${plan.name} is paid until ${dayOf(end)}.`;
}

type Granted = { userId: string; plan: Plan; payment: PaymentTransaction; at: Date };

async function begin(tx: Tx, { userId, plan, payment, at }: Granted, deps: GrantDeps): Promise<Bought> {
  const end = nextPeriodEnd(at, at);
  const { id } = await beginSubscription(
    tx,
    {
      userId,
      planId: plan.id,
      couponId: null,
      provider: 'manual',
      reference: `granted_${payment.id}`,
      priceCents: centsOf(plan.price),
      currency: plan.currency,
      valueCents: centsOf(payment.amount),
      start: at,
      end,
      current: null,
      checkoutId: null,
      now: at,
    },
    deps,
  );
  return { subscriptionId: id, start: at, end };
}

async function extend(
  tx: Tx,
  { current, payment, at }: Granted & { current: SubscriptionWithPlan },
  deps: GrantDeps,
): Promise<Bought> {
  await dropScheduled(tx, { userId: current.userId, at }, deps);
  const start = current.currentPeriodEnd ?? at;
  const end = nextPeriodEnd(start, current.startDate);
  const isEarly = start > at;
  const data = {
    currentPeriodStart: isEarly ? current.currentPeriodStart : start,
    currentPeriodEnd: end,
    periodValueCents: centsOf(payment.amount) + (isEarly ? current.periodValueCents : 0),
    remindedAt: null,
    paymentStatus: 'paid' as const,
    // A plan that is cancelled stays so, since the day on which it was.
    ...(current.cancelledAt && { cancelledAt: current.cancelledAt }),
  };
  await changeSubscription(tx, { subscription: current, fact: 'paid', at, data }, deps);
  return { subscriptionId: current.id, start, end };
}
