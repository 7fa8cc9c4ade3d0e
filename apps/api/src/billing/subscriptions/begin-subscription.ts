import type { PaymentProvider, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findOpenCheckout } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { getChargedReference } from './align-charges.ts';
import { changeSubscription } from './change-subscription.ts';
import { keptCredit } from './ledger/kept-credit.ts';
import { dropScheduled } from './schedule-subscription.ts';
import { insertSubscription, type SubscriptionWithPlan } from './subscriptions.store.ts';

export type Beginning = {
  userId: string;
  planId: number;
  couponId: string | null;
  provider: PaymentProvider;
  /** The provider's id, or one of ours: `free_…`, `manual_…`. */
  reference: string;
  /** Of a regular period. */
  priceCents: number;
  currency: string;
  /** What the first period was bought for: money and credit. */
  valueCents: number;
  /** The credit that is left for a later purchase; by default that of the current subscription. */
  keptCents?: number;
  start: Date;
  end: Date;
  /** The user's current subscription, which ends now. */
  current: SubscriptionWithPlan | null;
  /** The checkout that is being paid; every other open one is closed. */
  checkoutId: string | null;
  now: Date;
};

/**
 * Begins a subscription in the place of the current one, if any, and tells the user by mail. The only way to a new active row. Call it
 * under `lockUser`.
 */
export async function beginSubscription(context: Context, tx: Tx, begin: Beginning): Promise<Subscription> {
  const id = context.newId();
  await dropScheduled(context, tx, { userId: begin.userId, at: begin.now });
  if (begin.current) await endReplaced(context, tx, { current: begin.current, id, now: begin.now });
  const open = await findOpenCheckout(tx, begin.userId);
  if (open && open.id !== begin.checkoutId) {
    await closeCheckout(context, tx, { checkout: open, status: 'cancelled', at: begin.now });
  }
  const keptCents = begin.keptCents ?? (begin.current ? keptCredit(begin.current) : 0);
  const pending = await insertSubscription(tx, {
    ...(keptCents > 0 && { metadata: { keptCreditCents: keptCents } }),
    id,
    userId: begin.userId,
    planId: begin.planId,
    couponId: begin.couponId,
    status: 'pending',
    paymentStatus: 'paid',
    paymentProvider: begin.provider,
    paymentProviderSubscriptionId: begin.reference,
    priceCents: begin.priceCents,
    currency: begin.currency,
    periodValueCents: begin.valueCents,
    startDate: begin.start,
    currentPeriodStart: begin.start,
    currentPeriodEnd: begin.end,
    createdAt: begin.now,
  });
  const active = await changeSubscription(context, tx, {
    subscription: pending,
    fact: 'paid',
    at: begin.now,
  });
  await context.sendMailLater(tx, { mail: 'plan_started', subscriptionId: id, key: id });
  return active ?? pending;
}

/** Ends the subscription that is replaced. A job stops its charges. */
async function endReplaced(
  context: Context,
  tx: Tx,
  { current, id, now }: { current: SubscriptionWithPlan; id: string; now: Date },
): Promise<void> {
  const data = { replacedById: id };
  await changeSubscription(context, tx, { subscription: current, fact: 'replaced', at: now, data });
  const charged = getChargedReference(current);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
}
