import { AppError } from '@picksync/contracts';
import type { PaymentTransaction, Plan, Tx } from '@picksync/db';
import { toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { findPlan } from '../../base/plans.store.ts';
import { issueReceipt } from '../../billing/receipts/issue-receipt.ts';
import {
  beginScheduled,
  beginSubscription,
  dropScheduled,
} from '../../billing/subscriptions/begin-subscription.ts';
import { changeSubscription } from '../../billing/subscriptions/change-subscription.ts';
import { updateTransaction } from '../../billing/subscriptions/money/transactions.ts';
import { getNextPeriodEnd, toDay } from '../../billing/subscriptions/periods.ts';
import {
  findCurrentSubscription,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';
import type { PaymentRow } from './admin-payments.store.ts';

type Bought = { subscriptionId: string; start: Date; end: Date };

/**
 * Gives a payer the month that a payment was for: a new plan that nothing renews, or one more month of the plan they have. From then on
 * the payment is like any other, with a receipt; a refund of it ends the month again. Call it under `lockUser`.
 * Returns what to tell the administrator. Throws `not_found` when the payer or the plan is gone.
 */
export async function grantPayment(
  context: Context,
  tx: Tx,
  { id, userId, planId }: PaymentRow,
): Promise<string> {
  const plan = planId === null ? null : await findPlan(tx, planId);
  if (userId === null || plan === null) throw new AppError('not_found');
  const [at, payment] = [context.now(), await tx.paymentTransaction.findUniqueOrThrow({ where: { id } })];
  await beginScheduled(context, tx, { userId, now: at });
  const current = await findCurrentSubscription(tx, userId);
  const granted = { userId, plan, payment, at };
  const { subscriptionId, start, end } = current
    ? await extend(context, tx, { ...granted, current })
    : await begin(context, tx, granted);
  const transaction = await updateTransaction(tx, id, {
    transactionType: 'payment',
    subscriptionId,
    periodStart: start,
    nextBillingDate: end,
    settledAt: at,
  });
  const totalCents = toCents(payment.amount);
  const lines = [{ label: plan.name, detail: 'One month', cents: totalCents }];
  const receipt = { userId, transaction, plan, totalCents, lines, payerName: payment.payerName, at };
  await issueReceipt(context, tx, receipt);
  if (current) await context.sendMailLater(tx, { mail: 'plan_renewed', transactionId: id, key: id });
  return `${plan.name} is paid until ${toDay(end)}.`;
}

type Granted = { userId: string; plan: Plan; payment: PaymentTransaction; at: Date };

async function begin(context: Context, tx: Tx, { userId, plan, payment, at }: Granted): Promise<Bought> {
  const end = getNextPeriodEnd(at, at);
  const { id } = await beginSubscription(context, tx, {
    userId,
    planId: plan.id,
    couponId: null,
    provider: 'manual',
    reference: `granted_${payment.id}`,
    priceCents: toCents(plan.price),
    currency: plan.currency,
    valueCents: toCents(payment.amount),
    start: at,
    end,
    current: null,
    checkoutId: null,
    now: at,
  });
  return { subscriptionId: id, start: at, end };
}

async function extend(
  context: Context,
  tx: Tx,
  { current, payment, at }: Granted & { current: SubscriptionWithPlan },
): Promise<Bought> {
  await dropScheduled(context, tx, { userId: current.userId, at });
  const start = current.currentPeriodEnd ?? at;
  const end = getNextPeriodEnd(start, current.startDate);
  const isEarly = start > at;
  const data = {
    currentPeriodStart: isEarly ? current.currentPeriodStart : start,
    currentPeriodEnd: end,
    periodValueCents: toCents(payment.amount) + (isEarly ? current.periodValueCents : 0),
    remindedAt: null,
    paymentStatus: 'paid' as const,
    // A plan that is cancelled stays so, since the day on which it was.
    ...(current.cancelledAt && { cancelledAt: current.cancelledAt }),
  };
  await changeSubscription(context, tx, { subscription: current, cause: 'paid', at, data });
  return { subscriptionId: current.id, start, end };
}
