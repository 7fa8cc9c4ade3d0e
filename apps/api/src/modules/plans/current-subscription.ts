import { type CurrentSubscription, graceEnd, plans } from '@picksync/contracts';
import { type Allowed, readEntitlements } from '../entitlements/entitlements.ts';
import { amountOf } from '../payments/amounts.ts';
import { isRenewable } from '../subscriptions/periods.ts';
import {
  type AroundIt,
  type CurrentRow,
  findAroundIt,
  findCurrentRow,
} from './current-subscription.store.ts';
import type { PlanDeps } from './plans.ts';

/** Returns what a user has at this moment: the plan, what it costs, what is about to happen to it. */
export async function readCurrentSubscription(
  userId: string,
  { db, now }: PlanDeps,
): Promise<CurrentSubscription> {
  const at = now();
  const [allowed, row, around] = await Promise.all([
    readEntitlements(db, { userId, now: at }),
    findCurrentRow(db, userId),
    findAroundIt(db, { userId, at }),
  ]);
  // A period that is over counts as ended, although the job that ends it runs a little later.
  const own = allowed.plan === 'basic' || allowed.plan === 'premium' ? row : null;
  return {
    hasSubscription: own !== null,
    subscription: own && subscriptionView(own, at),
    plan: planOf(allowed, own),
    configsUsed: allowed.total,
    configsAvailable: allowed.limit,
    trial: {
      isActive: allowed.plan === 'trial',
      daysRemaining: allowed.trialEndsInDays ?? 0,
      endsAt: allowed.trialEndsAt?.toISOString() ?? null,
    },
    pending: pendingOf(around),
    afterEnd: afterEnd(allowed, own),
    pausedByPlan: around.pausedByPlan,
    lastPayment: lastPaymentOf(around),
  };
}

function planOf({ plan }: Allowed, row: CurrentRow | null): CurrentSubscription['plan'] {
  if (row) return row.plan;
  if (plan === 'trial') return null;
  return { id: plans[plan].id, name: plans[plan].name };
}

function subscriptionView(row: CurrentRow, at: Date): CurrentSubscription['subscription'] {
  const { currentPeriodEnd: end } = row;
  const hasGrace = row.paymentProvider === 'paypal' || row.paymentProvider === 'razorpay';
  const isOver = row.status === 'active' && end !== null && end <= at;
  const isLate = row.status === 'past_due' || (hasGrace && isOver);
  const dueSince = isLate ? (row.pastDueSince ?? end) : null;
  return {
    id: row.id,
    status: row.status,
    price: amountOf(row.priceCents),
    currency: row.currency,
    current_period_start: row.currentPeriodStart?.toISOString() ?? null,
    current_period_end: end?.toISOString() ?? null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    payment_provider: row.paymentProvider,
    payment_provider_subscription_id: row.paymentProviderSubscriptionId,
    grantedFor: grantedFor(row),
    graceEndsAt: dueSince && graceEnd(dueSince).toISOString(),
    canResume: row.status === 'cancelled' && end !== null && end > at,
    canRenew: (row.status === 'active' || row.status === 'past_due') && isRenewable(row, at),
  };
}

/** Returns the payment for which an administrator granted the plan; null for any other plan. */
function grantedFor({ paymentProvider, transactions: [payment] }: CurrentRow) {
  if (paymentProvider !== 'manual' || !payment) return null;
  const { amount, currency, paymentDate, createdAt } = payment;
  return { amount: amount.toNumber(), currency, at: (paymentDate ?? createdAt).toISOString() };
}

function pendingOf({
  planId,
  planName,
  provider,
  reference,
  couponCode,
  isApproved,
  since,
}: AroundIt): CurrentSubscription['pending'] {
  if (planId === null || planName === null || provider === null || reference === null || since === null)
    return null;
  return {
    planId,
    planName,
    payment_provider: provider,
    reference,
    couponCode,
    isApproved: isApproved === true,
    since: since.toISOString(),
  };
}

/**
 * Returns what comes after the end: a trial, a cancelled period and an unpaid one end by themselves, and then the plan
 * is Free.
 */
function afterEnd(
  { plan, active, freeLimit }: Allowed,
  row: CurrentRow | null,
): CurrentSubscription['afterEnd'] {
  const ends = plan === 'trial' || row?.status === 'cancelled' || row?.paymentProvider === 'none';
  return ends ? { limit: freeLimit, willPause: Math.max(0, active - freeLimit) } : null;
}

function lastPaymentOf({
  amount,
  currency,
  paidAt,
  receiptNumber,
}: AroundIt): CurrentSubscription['lastPayment'] {
  if (amount === null || currency === null || paidAt === null) return null;
  return { amount: amount.toNumber(), currency, at: paidAt.toISOString(), receiptNumber };
}
