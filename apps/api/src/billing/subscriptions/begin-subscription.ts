import type { PaymentProvider, Queue, Subscription, Tx } from '@picksync/db';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { findOpenCheckout } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { chargedBy } from './align-charges.ts';
import { type ChangeDeps, changeSubscription } from './change-subscription.ts';
import { keptCredit } from './kept-credit.ts';
import { dropScheduled } from './schedule-subscription.ts';
import { insertSubscription, type SubscriptionWithPlan } from './subscriptions.store.ts';

export type BeginDeps = ChangeDeps & { queue: Queue; sendMailLater: SendMailLater };

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
export async function beginSubscription(tx: Tx, begin: Beginning, deps: BeginDeps): Promise<Subscription> {
  const id = deps.newId();
  await dropScheduled(tx, { userId: begin.userId, at: begin.now }, deps);
  if (begin.current) await endReplaced(tx, { current: begin.current, id, now: begin.now }, deps);
  const open = await findOpenCheckout(tx, begin.userId);
  if (open && open.id !== begin.checkoutId) {
    await closeCheckout(tx, { checkout: open, status: 'cancelled', at: begin.now }, deps);
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
  const active = await changeSubscription(tx, { subscription: pending, fact: 'paid', at: begin.now }, deps);
  await deps.sendMailLater(tx, { mail: 'plan_started', subscriptionId: id, key: id });
  return active ?? pending;
}

/** Ends the subscription that is replaced. A job stops its charges. */
async function endReplaced(
  tx: Tx,
  { current, id, now }: { current: SubscriptionWithPlan; id: string; now: Date },
  deps: BeginDeps,
): Promise<void> {
  const data = { replacedById: id };
  await changeSubscription(tx, { subscription: current, fact: 'replaced', at: now, data }, deps);
  const charged = chargedBy(current);
  if (charged) await deps.queue.send(tx, 'refresh-subscription', charged);
}
