import { type CurrentSubscription, graceEnd, plans } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import {
  isPaymentProvider,
  type PaymentProviderName,
  type PaymentProviders,
} from '../../base/payments/payment-provider.ts';
import { isForSale } from '../../base/plans.store.ts';
import { type Allowed, readEntitlements } from '../../base/read-entitlements.ts';
import { readNextPrice } from '../checkouts/read-next-price.ts';
import { isResumable } from '../subscriptions/by-user/resume-subscription.ts';
import { isRenewable } from '../subscriptions/periods.ts';
import { type PaidAhead, withPaidAhead } from '../subscriptions/subscriptions.store.ts';
import { getCreditToward } from '../subscriptions/unused-credit.ts';
import { getEffects } from './plan-effects.ts';
import {
  type AroundIt,
  type CurrentRow,
  findCurrentRows,
  findInUse,
  findSurroundings,
} from './plans.store.ts';

/** Returns what a user has at this moment: the plan, what it costs, what is about to happen to it. */
export async function readCurrentSubscription(
  context: Context,
  userId: string,
): Promise<CurrentSubscription> {
  const at = context.now();
  const [allowed, { row, next }, around] = await Promise.all([
    readEntitlements(context.db, { userId, now: at }),
    findCurrentRows(context.db, { userId, at }),
    findSurroundings(context.db, { userId, at }),
  ]);
  // A period that is over counts as ended, although the job that ends it runs a little later.
  const own = allowed.plan === 'basic' || allowed.plan === 'premium' ? row : null;
  const due = own && (await withPaidAhead(context.db, await toDue(context, own, at)));
  return {
    hasSubscription: own !== null,
    subscription:
      due &&
      toSubscriptionView(due, {
        now: at,
        hasNext: next !== null,
        paymentProviders: context.payments.providers,
      }),
    plan: toPlan(allowed, own),
    configsUsed: allowed.total,
    configsAvailable: allowed.limit,
    trial: {
      isActive: allowed.plan === 'trial',
      daysRemaining: allowed.trialEndsInDays ?? 0,
      endsAt: allowed.trialEndsAt?.toISOString() ?? null,
    },
    pending: toPending(around),
    next: next && (await toNextView(context, await toDue(context, next, at))),
    afterEnd: next ? null : toAfterEnd(allowed, own),
    pausedByPlan: around.pausedByPlan,
    lastPayment: toLastPayment(around),
  };
}

function toPlan({ plan }: Allowed, row: CurrentRow | null): CurrentSubscription['plan'] {
  if (row) return { id: row.plan.id, name: row.plan.name };
  if (plan === 'trial') return null;
  return { id: plans[plan].id, name: plans[plan].name };
}

/** A plan with the price of today, unless PayPal goes on charging the one that was agreed. `dueCents`: what the next payment is. */
type DueRow = CurrentRow & { dueCents: number };

type OwnRow = DueRow & { paidAhead: readonly PaidAhead[] };

async function toDue(context: Context, row: CurrentRow, now: Date): Promise<DueRow> {
  const { paymentProvider: provider, status, paymentStatus } = row;
  const isPaid = status === 'cancelled' || (status === 'scheduled' && paymentStatus === 'paid');
  if (isPaid) return { ...row, dueCents: row.priceCents };
  return { ...row, ...(await readNextPrice(context, { ...row, provider }, now)) };
}

/** Returns the booked plan, with what it means for the automations that there are now. */
async function toNextView(context: Context, next: DueRow): Promise<CurrentSubscription['next']> {
  const { userId, plan, startDate, paymentStatus, checkouts } = next;
  const at = context.now();
  const isPaid = paymentStatus === 'paid';
  const { willPause, willWait } = getEffects(
    { tier: plan.tier, limit: plan.configsLimit },
    await findInUse(context.db, { userId, at }),
  );
  return {
    planId: plan.id,
    planName: plan.name,
    startsAt: startDate.toISOString(),
    price: toAmount(next.priceCents),
    firstAmount: toAmount(checkouts[0]?.amountCents ?? next.dueCents),
    currency: next.currency,
    payment_provider: next.paymentProvider,
    payment_provider_subscription_id: next.paymentProviderSubscriptionId,
    isPaid,
    isOffered: isForSale(plan),
    canRenew: !isPaid && isForSale(plan) && isRenewable({ ...next, currentPeriodEnd: startDate }, at),
    limit: plan.configsLimit,
    willPause,
    willWait,
  };
}

type ViewContext = { now: Date; hasNext: boolean; paymentProviders: PaymentProviders };

function toSubscriptionView(row: OwnRow, context: ViewContext): CurrentSubscription['subscription'] {
  const at = context.now;
  const end = getShownEnd(row, at);
  const isOver = row.status === 'active' && row.currentPeriodEnd !== null && row.currentPeriodEnd <= at;
  const isLate = row.status === 'past_due' || (isPaymentProvider(row.paymentProvider) && isOver);
  const isOn = row.status === 'active' || row.status === 'past_due';
  const isOffered = isForSale(row.plan);
  const canRenew = isOffered && !context.hasNext && isOn && isRenewable(row, at);
  const dueSince = isLate ? (row.pastDueSince ?? end) : null;
  return {
    id: row.id,
    status: row.status,
    price: toAmount(row.priceCents),
    currency: row.currency,
    current_period_start: row.currentPeriodStart?.toISOString() ?? null,
    current_period_end: end?.toISOString() ?? null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    payment_provider: row.paymentProvider,
    payment_provider_subscription_id: row.paymentProviderSubscriptionId,
    grantedFor: findGrantedPayment(row),
    graceEndsAt: dueSince && graceEnd(dueSince).toISOString(),
    canResume: isResumable({ ...row, hasNext: context.hasNext }, context),
    isOffered,
    canRenew,
    renewalAmount: canRenew ? toAmount(row.dueCents) : null,
    movableTo: getOtherProvider(row, context),
  };
}

/** Returns the provider that can be chosen instead of the present one. Where the next period can be paid now, both can be chosen. */
function getOtherProvider(row: OwnRow, context: ViewContext): PaymentProviderName | null {
  const { now, hasNext, paymentProviders } = context;
  const { status, paymentProvider, currentPeriodEnd: end, paymentStatus, priceCents, planId } = row;
  const isRunning = status === 'active' && paymentStatus === 'paid' && end !== null && end > now;
  if (!isRunning || hasNext || isRenewable(row, now) || !isForSale(row.plan)) return null;
  if (paymentProvider === 'paypal') return paymentProviders.razorpay ? 'razorpay' : null;
  // PayPal begins a new period at once, and no paid days may be lost.
  const isPaidLongAhead = getCreditToward(planId, row, now) >= priceCents;
  return paymentProvider === 'razorpay' && paymentProviders.paypal && !isPaidLongAhead ? 'paypal' : null;
}

/** PayPal has a day to charge for a plan that was booked: until it has, the day is shown on which the plan began. */
function getShownEnd(row: CurrentRow, at: Date): Date | null {
  const { paymentStatus, paymentProvider, startDate, currentPeriodEnd: end } = row;
  const isToBeCharged = paymentStatus === 'pending' && paymentProvider === 'paypal';
  return isToBeCharged && end !== null && end > at ? startDate : end;
}

/** Returns the payment for which an administrator granted the plan; null for any other plan. */
function findGrantedPayment({ paymentProvider, transactions: [payment] }: CurrentRow) {
  if (paymentProvider !== 'manual' || !payment) return null;
  const { amount, currency, paymentDate, createdAt } = payment;
  return { amount: amount.toNumber(), currency, at: (paymentDate ?? createdAt).toISOString() };
}

function toPending(around: AroundIt): CurrentSubscription['pending'] {
  const { planId, planName, provider, reference, couponCode, isApproved, since } = around;
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
function toAfterEnd(allowed: Allowed, row: CurrentRow | null): CurrentSubscription['afterEnd'] {
  const { plan, active, freeLimit } = allowed;
  const ends = plan === 'trial' || row?.status === 'cancelled' || row?.paymentProvider === 'none';
  return ends ? { limit: freeLimit, willPause: Math.max(0, active - freeLimit) } : null;
}

function toLastPayment(around: AroundIt): CurrentSubscription['lastPayment'] {
  const { amount, refunded, currency, paidAt, receiptNumber } = around;
  if (amount === null || currency === null || paidAt === null) return null;
  const [paid, back] = [amount.toNumber(), refunded?.toNumber() ?? 0];
  return { amount: paid, refunded: back, currency, at: paidAt.toISOString(), receiptNumber };
}
