import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { findPlan } from '../../base/plans.store.ts';
import { priceCheckout, readPlanPrice } from './price-checkout.ts';

export type NextPrice = {
  /** Of a regular period, with tax. */
  priceCents: number;
  /** What a checkout would charge for the next period now, with the credit that it uses. */
  dueCents: number;
  currency: string;
};

/** The plan of a user, with the price that was agreed. */
type AgreedPlan = {
  userId: string;
  planId: number;
  provider: string | null;
  priceCents: number;
  currency: string;
};

/**
 * Returns what the next period of a plan costs: the price of today, as the checkout charges it. Only PayPal goes on charging the price
 * that was agreed.
 */
export async function readNextPrice(
  context: Context,
  { userId, planId, provider, priceCents, currency }: AgreedPlan,
  now: Date,
): Promise<NextPrice> {
  const today = provider === 'paypal' ? null : await readPriceOfToday(context, { userId, planId, now });
  return today ?? { priceCents, dueCents: priceCents, currency };
}

/** Returns null for a plan that is not there any more. */
async function readPriceOfToday(
  context: Context,
  { userId, planId, now }: { userId: string; planId: number; now: Date },
): Promise<NextPrice | null> {
  const { db, settings } = context;
  const wanted = { userId, planId, couponCode: undefined, method: 'razorpay', start: undefined } as const;
  try {
    const { plan, priceCents, totalCents } = await priceCheckout(context, db, { ...wanted, now });
    return { priceCents, dueCents: totalCents, currency: plan.currency };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It cannot be paid yet, or is no longer for sale.
    const plan = await findPlan(db, planId);
    if (!plan) return null;
    const { priceCents } = await readPlanPrice(settings, db, { userId, plan, now });
    return { priceCents, dueCents: priceCents, currency: plan.currency };
  }
}
