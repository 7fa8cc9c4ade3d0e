import {
  AppError,
  canBeginLater,
  missingForTax,
  type NeededForTax,
  type paymentMethods,
  paymentProviderLabels,
} from '@picksync/contracts';
import type { CheckoutKind, Db, Plan } from '@picksync/db';
import { formatMoney, toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { formatDayFor } from '../../base/format-day-for.ts';
import type { PaymentProvider } from '../../base/payments/payment-provider.ts';
import { describeNotForSale, findPlan, isForSale } from '../../base/plans.store.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { findBillingDetails } from '../billing-details/billing-details.store.ts';
import { type Discount, findDiscount } from '../coupons/coupon-discount.ts';
import { findEndedWithCredit, getKeptCredit } from '../subscriptions/money/kept-credit.ts';
import { isRenewable } from '../subscriptions/periods.ts';
import {
  type Bookings,
  findBookings,
  type SubscriptionWithPlan,
  withPaidAhead,
} from '../subscriptions/subscriptions.store.ts';
import { getCreditToward } from '../subscriptions/unused-credit.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { type TaxTerms, withTax } from '../taxes/tax-amounts.ts';

export type PaymentMethod = (typeof paymentMethods)[number];

export type Wanted = {
  userId: string;
  planId: number;
  couponCode: string | undefined;
  method: PaymentMethod;
  /** For a plan bought in a trial: whether it begins now or after the free days. Undefined for the default. */
  start: 'now' | 'later' | undefined;
};

/** What a checkout would cost, in whole cents with tax. `totalCents` is the price less discount and credit. */
export type Priced = {
  kind: CheckoutKind;
  plan: Plan;
  /** The subscription that ends when this one begins, or that goes on. */
  current: SubscriptionWithPlan | null;
  /** When it begins and is paid: at the end of the period or of the trial before it; null for at once. */
  startsAt: Date | null;
  trialEndsAt: Date | null;
  priceCents: number;
  discount: Discount | null;
  creditCents: number;
  /** The rest of the credit, for a later purchase. */
  keptCents: number;
  totalCents: number;
  /** The tax in these amounts; null where no rate is set. */
  tax: TaxTerms | null;
  /** The billing detail that is required before this can be paid. */
  missing: NeededForTax | undefined;
};

/**
 * Computes the price of a checkout at `now`. Throws `validation_failed` for a plan that is not for sale and for a later
 * start that the payment method does not support, `plan_current`, and `coupon_invalid`.
 */
export async function priceCheckout(
  { settings, payments }: Context,
  db: Db,
  { userId, planId, couponCode, method, start, now }: Wanted & { now: Date },
): Promise<Priced> {
  const plan = await findPlan(db, planId);
  if (!isForSale(plan)) {
    const message = describeNotForSale(plan);
    throw new AppError('validation_failed', { message, errors: { plan_id: message } });
  }
  const booked = await findBookings(db, { userId, now });
  const { kind, current } = getKind({ ...booked, plan, method, now });
  if (kind === 'renewal' && current?.status !== 'scheduled' && couponCode) {
    throw new AppError('coupon_invalid', { message: 'Coupons are for the first period of a plan.' });
  }
  const { listCents, priceCents, tax, buyer, needs } = await readPlanPrice(settings, db, {
    userId,
    plan,
    now,
  });
  // A coupon reduces the price before tax. A credit was paid with tax and reduces the total.
  const coupon = couponCode
    ? await findDiscount(db, { userId, code: couponCode, planId, now, priceCents: listCents })
    : null;
  const toPay = withTax(listCents - (coupon?.discountCents ?? 0), tax);
  const discount = coupon && { ...coupon, discountCents: priceCents - toPay };
  const { trialEndsAt } = await readEntitlements(db, { userId, now });
  const startsAt = getStart({ kind, current, plan, method, start, trialEndsAt, toPay, now });
  if (kind !== 'renewal' && isBooked(booked.next, { planId, method, startsAt }))
    throw new AppError('plan_current', { message: `${plan.name} is booked already.` });
  const hasCredit = startsAt === null;
  const bought = hasCredit && kind !== 'renewal' && current ? await withPaidAhead(db, current) : null;
  const unused = bought ? getCreditToward(planId, bought, now) : 0;
  if (unused >= toPay && toPay > 0 && current?.planId === planId)
    throw await toPaidLongAheadError(db, current, method);
  const credited = hasCredit ? (current ?? (await findEndedWithCredit(db, userId))) : null;
  const worth = unused + (credited ? getKeptCredit(credited) : 0);
  // Only a plan that begins anew can cost nothing.
  const least = kind === 'renewal' ? (payments.providers[method]?.leastCents(plan.currency) ?? 0) : 0;
  const creditCents = Math.min(worth, Math.max(0, toPay - least));
  const totalCents = toPay - creditCents;
  return {
    kind,
    plan,
    current,
    startsAt,
    trialEndsAt,
    priceCents,
    discount,
    creditCents,
    keptCents: worth - creditCents,
    totalCents,
    tax,
    missing: totalCents > 0 ? missingForTax(buyer, needs) : undefined,
  };
}

/** Returns the price of a plan's period for this buyer, without and with tax. */
export async function readPlanPrice(
  { seller }: Pick<Context['settings'], 'seller'>,
  db: Db,
  { userId, plan, now }: { userId: string; plan: Plan; now: Date },
) {
  const buyer = await findBillingDetails(db, userId);
  const { terms, needs } = await readTaxRules(db, now, seller);
  const tax = terms(buyer);
  const listCents = toCents(plan.price);
  return { listCents, priceCents: withTax(listCents, tax), tax, buyer, needs };
}

/** Returns whether the same plan is booked for the same day, and paid in the same way. */
function isBooked(
  next: Bookings['next'],
  { planId, method, startsAt }: Pick<Wanted, 'planId' | 'method'> & Pick<Priced, 'startsAt'>,
): boolean {
  if (next?.planId !== planId || next.startDate.getTime() !== startsAt?.getTime()) return false;
  return (next.paymentProvider === 'paypal') === (method === 'paypal');
}

/** Returns the refusal for a plan whose unused days are worth more than a period: the rest would be lost. */
async function toPaidLongAheadError(
  db: Db,
  { plan, userId, currentPeriodEnd: at }: SubscriptionWithPlan,
  method: PaymentMethod,
): Promise<AppError> {
  const until = at ? ` until ${await formatDayFor(db, { userId, at })}` : '';
  const message = `${plan.name} is paid${until}. You can change to ${paymentProviderLabels[method]} in its last month.`;
  return new AppError('plan_current', { message });
}

/** Returns why a provider does not take a payment, as a sentence for the user; null when it does. */
export function findRefusal({ name, leastCents }: PaymentProvider, { totalCents, plan }: Priced) {
  const least = leastCents(plan.currency);
  if (totalCents === 0 || totalCents >= least) return null;
  return `${paymentProviderLabels[name]} takes no payment below ${formatMoney(least, plan.currency)}.`;
}

const ranks = { free: 0, basic: 1, premium: 2 } as const;

export function isHigher(plan: Pick<Plan, 'tier'>, than: Pick<Plan, 'tier'>): boolean {
  return ranks[plan.tier] > ranks[than.tier];
}

type Choice = Bookings & { plan: Plan; method: PaymentMethod; now: Date };

/** Returns the kind of a checkout, and the subscription that it replaces or extends. */
function getKind({ current, next, plan, method, now }: Choice): Pick<Priced, 'kind' | 'current'> {
  const isLink = method === 'razorpay';
  // The first period of a booked plan can be paid by link as early as the current plan could be renewed.
  if (isLink && next?.planId === plan.id && next.paymentStatus === 'pending' && current) {
    const isPayable = isRenewable({ ...next, currentPeriodEnd: next.startDate }, now);
    if (isPayable) return { kind: 'renewal', current: next };
  }
  if (!current) return { kind: 'first', current };
  if (current.planId !== plan.id)
    return { kind: isHigher(plan, current.plan) ? 'upgrade' : 'change', current };
  const isRunningByIt = current.status === 'active' && current.paymentProvider === method;
  // A link pays for one more period after the current one, even if another provider was paid for that.
  if (isLink && (isRenewable(current, now) || !isRunningByIt)) return { kind: 'renewal', current };
  if (isRunningByIt) throw new AppError('plan_current');
  return { kind: 'change', current };
}

type Beginning = Pick<Priced, 'kind' | 'current' | 'plan' | 'trialEndsAt'> &
  Pick<Wanted, 'method' | 'start'> & { toPay: number; now: Date };

/**
 * Returns when a plan begins; null for at once. A lower plan begins at the end of the paid period, and one bought in a trial
 * at its end if the buyer chooses so.
 */
function getStart({ kind, current, plan, method, start, trialEndsAt, toPay, now }: Beginning): Date | null {
  if (kind === 'renewal') return current?.status === 'scheduled' ? current.startDate : null;
  if (current) {
    const end = current.currentPeriodEnd;
    const isLower = current.planId !== plan.id && !isHigher(plan, current.plan);
    return isLower && end !== null && canBeginLater(end, now) ? end : null;
  }
  if (!trialEndsAt || !canBeginLater(trialEndsAt, now) || start === 'now') return null;
  if (method === 'paypal' || toPay === 0)
    return start === 'later' || method === 'paypal' ? trialEndsAt : null;
  if (start !== 'later') return null;
  const message = `A ${paymentProviderLabels[method]} link pays at once, so the plan starts today. To keep your free days, choose PayPal.`;
  throw new AppError('validation_failed', { message, errors: { start: message } });
}
