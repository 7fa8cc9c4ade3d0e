import type { Database } from '@picksync/db';
import { createThrottle, type ThrottleDeps } from '../../base/throttle.ts';

export type PaymentThrottleDeps = Pick<ThrottleDeps, 'keyedHash'> & { database: Pick<Database, 'pool'> };

const hourMs = 60 * 60_000;
const quarterMs = hourMs / 4;

/**
 * Creates the limits per user, on any network: of invalid coupon codes, and of acts that cost calls to a payment
 * provider, so that nobody uses up our allowance there.
 */
export function createPaymentThrottles({ database: { pool }, keyedHash }: PaymentThrottleDeps) {
  const throttle = (name: string, max: number, windowMs: number) =>
    createThrottle({ name, max, windowMs }, { pool, keyedHash });
  return {
    wrongCoupons: throttle('wrong-coupons', 20, quarterMs),
    checkouts: throttle('checkouts', 20, hourMs),
    verifications: throttle('payment-verifications', 60, quarterMs),
    unknownReferences: throttle('unknown-payment-references', 10, quarterMs),
    resumes: throttle('plan-resumes', 10, hourMs),
  };
}
