import type { CheckoutStatus, Coupon, CouponRedemption, Db, Tx } from '@picksync/db';

export type CouponForUser = Coupon & {
  redemptions: (CouponRedemption & { checkout: { status: CheckoutStatus } })[];
  /** Whether an earlier account of the user's address used it. */
  isSpent: boolean;
};

/** Returns a coupon by its code, with the user's own use of it, held or final; null when there is none. */
export async function findCoupon(
  db: Db,
  { code, userId }: { code: string; userId: string },
): Promise<CouponForUser | null> {
  const coupon = await db.coupon.findUnique({
    where: { code },
    include: { redemptions: { where: { userId }, include: { checkout: { select: { status: true } } } } },
  });
  if (!coupon) return null;
  const spent = await db.user.count({ where: { id: userId, spentCouponIds: { has: coupon.id } } });
  return { ...coupon, isSpent: spent > 0 };
}

type Hold = {
  couponId: string;
  userId: string;
  checkoutId: string;
  discountCents: number;
  at: Date;
};

/**
 * Holds a use of a coupon for a checkout; false when none is left or the user has one already. The count is raised in one statement,
 * so that of two who want the last use one gets it. Call it under `lockUser`.
 */
export async function holdCoupon(tx: Tx, { couponId, userId, at, ...hold }: Hold): Promise<boolean> {
  if ((await tx.couponRedemption.count({ where: { couponId, userId } })) > 0) return false;
  const taken = await tx.$executeRaw`
    UPDATE coupons SET current_uses = current_uses + 1, updated_at = ${at}
    WHERE id = ${couponId}::uuid AND is_active AND (expiry_date IS NULL OR expiry_date > ${at})
      AND (max_uses IS NULL OR current_uses < max_uses)`;
  if (taken === 0) return false;
  await tx.couponRedemption.create({ data: { ...hold, couponId, userId, redeemedAt: at } });
  return true;
}

/** Releases the use that a checkout holds; one that was paid for stays. */
export async function releaseCoupon(tx: Tx, checkoutId: string): Promise<void> {
  const held = await tx.couponRedemption.findFirst({ where: { checkoutId, usedAt: null } });
  if (!held) return;
  await tx.couponRedemption.delete({ where: { id: held.id } });
  await tx.coupon.update({ where: { id: held.couponId }, data: { currentUses: { decrement: 1 } } });
}

/** Makes the use that a checkout holds final. */
export async function useCoupon(tx: Tx, { checkoutId, at }: { checkoutId: string; at: Date }): Promise<void> {
  await tx.couponRedemption.updateMany({ where: { checkoutId, usedAt: null }, data: { usedAt: at } });
}

export async function hasRedemption(tx: Tx, checkoutId: string): Promise<boolean> {
  return (await tx.couponRedemption.count({ where: { checkoutId } })) > 0;
}
