import { AppError } from '@picksync/contracts';
import type { Coupon, Db } from '@picksync/db';
import { toAmount, toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { describeNotForSale, findPlan, isForSale } from '../../base/plans.store.ts';
import { consumeTry } from '../../base/throttle.ts';
import { type CouponForUser, findCoupon } from './coupons.store.ts';

type CouponInput = { userId: string; code: string; planId: number; now: Date };

export type Discount = { couponId: string; code: string; discountCents: number };

/**
 * Returns what a coupon takes off the first period of a plan for this user. Throws `coupon_invalid` with the reason. A use that the
 * user's own open checkout holds is theirs to use again; one that their booked plan holds is not.
 */
export async function findDiscount(
  db: Db,
  { userId, code, planId, now, priceCents }: CouponInput & { priceCents: number },
): Promise<Discount> {
  const coupon = await findCoupon(db, { code, userId });
  const problem = findProblem(coupon, { planId, now });
  if (!coupon || problem) throw new AppError('coupon_invalid', problem ? { message: problem } : {});
  return { couponId: coupon.id, code, discountCents: getDiscount(coupon, priceCents) };
}

/**
 * Runs work that uses a coupon's code, with one of the user's tries: an invalid code uses it up. Throws `rate_limited`
 * when none is left, so that nobody finds codes by guessing, by any call.
 */
export async function withCoupon<T>(
  context: Context,
  { userId, code }: { userId: string; code: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (code === undefined) return work();
  await consumeTry(context.throttles.wrongCoupons, userId);
  try {
    const done = await work();
    await context.throttles.wrongCoupons.releaseTry(userId);
    return done;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'coupon_invalid')
      await context.throttles.wrongCoupons.releaseTry(userId);
    throw error;
  }
}

/** Returns what a coupon would take off a plan; for an invalid coupon, the reason. */
export async function validateCoupon(
  context: Context,
  { userId, code, planId }: Omit<CouponInput, 'now'>,
): Promise<{ valid: boolean; message: string; code: string; appliedAmount: number }> {
  const plan = await findPlan(context.db, planId);
  if (!isForSale(plan)) return refused(code, describeNotForSale(plan));
  try {
    const priceCents = toCents(plan.price);
    const input = { userId, code, planId, now: context.now(), priceCents };
    const find = () => findDiscount(context.db, input);
    const { discountCents } = await withCoupon(context, { userId, code }, find);
    return { valid: true, message: 'Coupon applied', code, appliedAmount: toAmount(discountCents) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'coupon_invalid') throw error;
    return refused(code, error.message);
  }
}

function refused(code: string, message: string) {
  return { valid: false, message, code, appliedAmount: 0 };
}

function findProblem(
  coupon: CouponForUser | null,
  { planId, now }: { planId: number; now: Date },
): string | null {
  if (!coupon?.isActive) return 'This coupon code is not valid.';
  const [own] = coupon.redemptions;
  const usedByOthers = coupon.currentUses - (own ? 1 : 0);
  if (own?.usedAt || coupon.isSpent) return 'You have used this coupon already.';
  // Only a plan that is booked holds a use for a checkout that is done. It is held until that plan begins or is cancelled.
  if (own?.checkout.status === 'paid')
    return 'Your booked plan uses this coupon. To use it here, cancel that plan first.';
  if (coupon.expiryDate && coupon.expiryDate <= now) return 'This coupon has expired.';
  if (coupon.maxUses !== null && usedByOthers >= coupon.maxUses) return 'This coupon has been used up.';
  const isForPlan = coupon.validForPlanIds.length === 0 || coupon.validForPlanIds.includes(planId);
  return isForPlan ? null : 'This coupon is not valid for this plan.';
}

/** Returns the discount: at most the price, rounded up to a whole cent in the user's favour. */
function getDiscount(
  coupon: Pick<Coupon, 'discountType' | 'discountPercent' | 'discountAmount'>,
  priceCents: number,
): number {
  const { discountType, discountPercent, discountAmount } = coupon;
  if (discountType === 'percent')
    return Math.min(Math.ceil((priceCents * (discountPercent ?? 0)) / 100), priceCents);
  return discountAmount ? Math.min(toCents(discountAmount), priceCents) : 0;
}
