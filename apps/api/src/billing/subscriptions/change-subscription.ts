import type { Prisma, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { requestUserWebhooks } from '../../sync/automations/sync-requests.ts';
import { insertPlanChange, updateSubscription, writeBillingStatus } from './subscriptions.store.ts';
import { findTransition, type SubscriptionFact, type SubscriptionState } from './transitions.ts';

export type Change = {
  /** As it was read in this transaction, under `lockUser`. */
  subscription: Subscription;
  fact: SubscriptionFact;
  at: Date;
  /** What else changes in the row, such as the period. */
  data?: Omit<Prisma.SubscriptionUncheckedUpdateManyInput, 'status'>;
};

/**
 * Applies a fact to a subscription: updates its row by the table of transitions, adds a line to the book of plan
 * changes, and updates the user's row. The only place where a state changes. Call it under `lockUser`. Returns the
 * changed row; null when the fact changes nothing.
 */
export async function changeSubscription(
  context: Context,
  tx: Tx,
  { subscription, fact, at, data = {} }: Change,
): Promise<Subscription | null> {
  const { id, userId, planId } = subscription;
  const from = getState(subscription);
  const transition = from && findTransition(from, fact);
  if (!transition) {
    const about = { subscription: id, from: subscription.status, fact };
    context.log.info(about, 'a fact does not change the subscription');
    return null;
  }
  const { to, change } = transition;
  const updated = await updateSubscription(tx, subscription, { ...toColumns(to, at), ...data, status: to });
  if (!updated) return null;
  await insertPlanChange(tx, {
    id: context.newId(),
    userId,
    subscriptionId: id,
    planId,
    provider: updated.paymentProvider,
    kind: change,
    monthlyCents: monthlyCents(to, updated),
    at,
  });
  await writeBillingStatus(tx, { userId, now: at });
  // Whether there are webhooks depends on the plan.
  if (change === 'activated' || change === 'ended') await requestUserWebhooks(context, tx, userId);
  return updated;
}

function getState({ status }: Subscription): SubscriptionState | null {
  return status === 'trial' || status === 'free' ? null : status;
}

/** The columns that go with a state. */
function toColumns(to: SubscriptionState, at: Date): Prisma.SubscriptionUncheckedUpdateManyInput {
  if (to === 'active')
    return { cancelAtPeriodEnd: false, cancelledAt: null, pastDueSince: null, endDate: null };
  if (to === 'cancelled') return { cancelAtPeriodEnd: true, cancelledAt: at };
  if (to === 'expired') return { endDate: at };
  return {};
}

function monthlyCents(to: SubscriptionState, { paymentProvider, priceCents }: Subscription): number {
  const goesOn = to === 'active' || to === 'past_due';
  return goesOn && isPaymentProvider(paymentProvider) ? priceCents : 0;
}
