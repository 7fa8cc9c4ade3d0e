import { isDeepStrictEqual } from 'node:util';
import { AppError, type BillingDetails, missingForTax, type TaxNeeds, taxReasons } from '@picksync/contracts';
import type { PrismaClient, Queue, Tx } from '@picksync/db';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Seller } from '../../base/seller.settings.ts';
import { findOpenCheckout } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { isPaymentProvider } from '../payments/payment-provider.ts';
import { findBookings } from '../subscriptions/subscriptions.store.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { findBillingDetails, writeBillingDetails } from './billing-details.store.ts';

export type BillingDetailsDeps = { db: PrismaClient; queue: Queue; seller: Seller; now: () => Date };

type WithNeeds = { details: BillingDetails; needs: TaxNeeds };

/** Returns who receipts of a user name from now on, and what of it the tax needs. */
export async function readBillingDetails(
  userId: string,
  { db, now, seller }: BillingDetailsDeps,
): Promise<WithNeeds> {
  const [details, { needs }] = await Promise.all([
    findBillingDetails(db, userId),
    readTaxRules(db, now(), seller),
  ]);
  return { details, needs };
}

/**
 * Changes who receipts name from now on. What they are is in no log and no audit event: those outlive the account. Throws
 * `validation_failed` when somebody who pays for a plan takes away what the tax needs.
 */
export function updateBillingDetails(
  { userId, details, network }: { userId: string; details: BillingDetails; network: string },
  { db, queue, now, seller }: BillingDetailsDeps,
): Promise<WithNeeds> {
  return db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const at = now();
    const { terms, needs } = await readTaxRules(tx, at, seller);
    const missing = missingForTax(details, needs);
    if (missing && (await hasPaidPlan(tx, { userId, now: at }))) {
      throw new AppError('validation_failed', { errors: { [missing]: taxReasons[missing] } });
    }
    const before = terms(await findBillingDetails(tx, userId));
    await writeBillingDetails(tx, { userId, details, at });
    if (!isDeepStrictEqual(before, terms(details))) await closeOpenPage(tx, { userId, at }, { queue });
    await recordAudit(tx, { userId, action: 'billing_details_changed', network, at });
    return { details, needs };
  });
}

/** Returns whether somebody pays for a plan, or has booked one that they will pay for. */
async function hasPaidPlan(tx: Tx, whose: { userId: string; now: Date }): Promise<boolean> {
  const { current, next } = await findBookings(tx, whose);
  return [current, next].some((plan) => plan !== null && isPaymentProvider(plan.paymentProvider));
}

/** Closes a payment page that was opened for another tax. One that was approved stays: its money may be on its way. */
async function closeOpenPage(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
  deps: { queue: Queue },
): Promise<void> {
  const checkout = await findOpenCheckout(tx, userId);
  if (!checkout || checkout.approvedAt) return;
  await closeCheckout(tx, { checkout, status: 'cancelled', at }, deps);
}
