import { AppError, type paymentMethods } from '@picksync/contracts';
import type { CheckoutKind, Db, Plan } from '@picksync/db';
import { type Discount, findDiscount } from '../coupons/coupons.ts';
import { centsOf } from '../payments/amounts.ts';
import { creditToward, isRenewable } from '../subscriptions/periods.ts';
import { findCurrentSubscription, type SubscriptionWithPlan } from '../subscriptions/subscriptions.store.ts';
import { findPlan, isForSale } from './checkouts.store.ts';

export type PaymentMethod = (typeof paymentMethods)[number];

export type Wanted = {
  userId: string;
  planId: number;
  couponCode: string | undefined;
  method: PaymentMethod;
};

/** What a checkout would cost, in whole cents. `totalCents` is the price less discount and credit. */
export type Priced = {
  kind: CheckoutKind;
  plan: Plan;
  /** The subscription that ends when this one begins, or that goes on. */
  current: SubscriptionWithPlan | null;
  priceCents: number;
  discount: Discount | null;
  creditCents: number;
  totalCents: number;
};

/**
 * Computes the price of a user's choice at `now`. Throws `validation_failed` for a plan that is not for sale,
 * `plan_current`, and `coupon_invalid`.
 */
export async function priceCheckout(
  db: Db,
  { userId, planId, couponCode, method }: Wanted,
  now: Date,
): Promise<Priced> {
  const plan = await findPlan(db, planId);
  if (!isForSale(plan)) {
    const message = 'Please select a valid subscription plan';
    throw new AppError('validation_failed', { message, errors: { plan_id: message } });
  }
  const current = await findCurrentSubscription(db, userId);
  const kind = kindOf({ current, plan, method, now });
  if (kind === 'renewal' && couponCode) {
    throw new AppError('coupon_invalid', { message: 'Coupons are for the first period of a plan.' });
  }
  const priceCents = centsOf(plan.price);
  const discount = couponCode
    ? await findDiscount(db, { userId, code: couponCode, planId, now, priceCents })
    : null;
  const toPay = priceCents - (discount?.discountCents ?? 0);
  const creditCents = current && kind !== 'renewal' ? Math.min(creditToward(planId, current, now), toPay) : 0;
  return { kind, plan, current, priceCents, discount, creditCents, totalCents: toPay - creditCents };
}

const ranks = { free: 0, basic: 1, premium: 2 } as const;

/** Returns whether a plan is of a higher tier than another. */
export function isHigher(plan: Pick<Plan, 'tier'>, than: Pick<Plan, 'tier'>): boolean {
  return ranks[plan.tier] > ranks[than.tier];
}

type Choice = { current: SubscriptionWithPlan | null; plan: Plan; method: PaymentMethod; now: Date };

function kindOf({ current, plan, method, now }: Choice): CheckoutKind {
  if (!current) return 'first';
  if (current.planId !== plan.id) return isHigher(plan, current.plan) ? 'upgrade' : 'change';
  if (method === 'razorpay' && isRenewable(current, now)) return 'renewal';
  if (current.status === 'active' && current.paymentProvider === method) throw new AppError('plan_current');
  return 'change';
}
