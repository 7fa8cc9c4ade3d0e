import { plans } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import type { Hashes } from '../../base/keyed-hash.ts';

/** 24 months. The tidy job deletes older rows. */
const keptDays = 730;
const dayMs = 24 * 60 * 60 * 1000;

const withoutDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox of an address: without a tag behind a plus and, at Google, without dots, which do not count there. It
 * is for offers that a person gets once, never to find an account: two people may share a mailbox.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return withoutDots.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

type AddressOwner = { userId: string; email: string; at: Date };

function hashAddress({ keyedHash }: Context, email: string): Hashes {
  return keyedHash.all('spent-offers', toMailbox(email));
}

/**
 * Records that an address had a trial, and the coupons used by this account and earlier ones of the address, when the
 * account is deleted or gets another address.
 */
export async function keepSpentOffers(
  context: Context,
  tx: Tx,
  { userId, email, at }: AddressOwner,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO spent_offers AS s (id, address_hash, coupon_ids, kept_at)
    SELECT uuidv7(), ${hashAddress(context, email)[0]}, u.spent_coupon_ids || ARRAY(
        SELECT coupon_id FROM coupon_redemptions WHERE user_id = u.id AND used_at IS NOT NULL
      ), ${at}
    FROM users u WHERE u.id = ${userId}::uuid
    ON CONFLICT (address_hash) DO UPDATE SET kept_at = EXCLUDED.kept_at, coupon_ids = ARRAY(
      SELECT DISTINCT unnest(s.coupon_ids || EXCLUDED.coupon_ids))`;
}

/**
 * Starts the trial of an account whose address was just verified. If the mailbox has another account, or had one in the
 * last 24 months, the account begins on Free, and the coupons of accounts that are gone stay used. Returns whether a
 * trial has started.
 */
export async function startTrial(
  context: Context,
  tx: Tx,
  { userId, email, at }: AddressOwner,
): Promise<boolean> {
  const since = new Date(at.getTime() - keptDays * dayMs);
  const addressHashes = hashAddress(context, email);
  await lockMailbox(tx, toMailbox(email));
  if (await claimTrial(tx, { addressHashes, since, at })) {
    // The line in the billing ledger. A trial begins once for every user: when their address is verified.
    const change = { userId, planId: plans.free.id, kind: 'trial_started', monthlyCents: 0, at } as const;
    await tx.planChange.create({ data: change });
    return true;
  }
  const spent = await tx.spentOffer.findMany({
    where: { addressHash: { in: addressHashes } },
    select: { couponIds: true },
  });
  const spentCouponIds = [...new Set(spent.flatMap(({ couponIds }) => couponIds))];
  await tx.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'free', trialEndDate: null, spentCouponIds },
    select: { id: true },
  });
  return false;
}

/** While a secret is being replaced, two processes record a mailbox under different hashes: no index keeps them apart. */
async function lockMailbox(tx: Tx, mailbox: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`trial:${mailbox}`}, 0))`;
}

type Claim = { addressHashes: Hashes; since: Date; at: Date };

/**
 * Records the trial of an address. Returns false if it had one that was recorded after `since`; of two accounts that
 * begin at the same moment one gets it.
 */
async function claimTrial(tx: Tx, { addressHashes, since, at }: Claim): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO spent_offers AS s (id, address_hash, kept_at)
    SELECT uuidv7(), ${addressHashes[0]}, ${at}
    WHERE NOT EXISTS (SELECT FROM spent_offers WHERE address_hash = ANY(${addressHashes.slice(1)}) AND kept_at > ${since})
    ON CONFLICT (address_hash) DO UPDATE SET kept_at = EXCLUDED.kept_at, coupon_ids = EXCLUDED.coupon_ids
    WHERE s.kept_at <= ${since}`;
  return claimed === 1;
}
