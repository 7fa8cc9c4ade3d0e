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
