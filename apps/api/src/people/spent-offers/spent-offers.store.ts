import { plans } from '@picksync/contracts';
import type { Tx } from '@picksync/db';

type Claim = { id: string; addressHash: string; since: Date; at: Date };

/**
 * Records the trial of an address. Returns false if it had one that was recorded after `since`; of two accounts that
 * begin at the same moment one gets it.
 */
export async function claimTrial(tx: Tx, { id, addressHash, since, at }: Claim): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO spent_offers AS s (id, address_hash, kept_at) VALUES (${id}::uuid, ${addressHash}, ${at})
    ON CONFLICT (address_hash) DO UPDATE SET kept_at = EXCLUDED.kept_at, coupon_ids = EXCLUDED.coupon_ids
    WHERE s.kept_at <= ${since}`;
  return claimed === 1;
}

/** Returns the coupons that accounts of an address have used, those of accounts that are gone. */
export async function findSpentCoupons(tx: Tx, addressHash: string): Promise<string[]> {
  const found = await tx.spentOffer.findUnique({ where: { addressHash }, select: { couponIds: true } });
  return found?.couponIds ?? [];
}

type Kept = { id: string; userId: string; addressHash: string; at: Date };

/** Stores that an address had a trial, and the coupons used by this account and earlier ones of the address. */
export async function saveSpentOffers(tx: Tx, { id, userId, addressHash, at }: Kept): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO spent_offers AS s (id, address_hash, coupon_ids, kept_at)
    SELECT ${id}::uuid, ${addressHash}, u.spent_coupon_ids || ARRAY(
        SELECT coupon_id FROM coupon_redemptions WHERE user_id = u.id AND used_at IS NOT NULL
      ), ${at}
    FROM users u WHERE u.id = ${userId}::uuid
    ON CONFLICT (address_hash) DO UPDATE SET kept_at = EXCLUDED.kept_at, coupon_ids = ARRAY(
      SELECT DISTINCT unnest(s.coupon_ids || EXCLUDED.coupon_ids))`;
}

/** Adds the line for a trial to the billing ledger. A trial begins once for every user: when their address is verified. */
export async function beginTrial(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.planChange.create({
    data: { userId, planId: plans.free.id, kind: 'trial_started', monthlyCents: 0, at },
  });
}

/** Moves an account from trial to Free and marks coupons as used. */
export async function beginWithoutTrial(
  tx: Tx,
  { userId, spentCouponIds }: { userId: string; spentCouponIds: string[] },
): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'free', trialEndDate: null, spentCouponIds },
    select: { id: true },
  });
}
