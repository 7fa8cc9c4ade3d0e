import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type BillingDetails,
  type EditBillingDetails,
  fieldErrors,
  missingForTax,
  type TaxNeeds,
  taxReasons,
  wholeBillingDetails,
} from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { type Actor, recordAudit } from '../../base/record-audit.ts';
import { closeCheckout, findOpenCheckout } from '../checkouts/checkouts.ts';
import { findBookings } from '../subscriptions/subscriptions.store.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { findBillingDetails, writeBillingDetails } from './billing-details.store.ts';

type WithNeeds = { details: BillingDetails; needs: TaxNeeds };

/** Returns who receipts of a user name from now on, and what of it the tax needs. */
export async function readBillingDetails(context: Context, userId: string): Promise<WithNeeds> {
  const [details, { needs }] = await Promise.all([
    findBillingDetails(context.db, userId),
    readTaxRules(context.db, context.now(), context.settings.seller),
  ]);
  return { details, needs };
}

/**
 * Changes who receipts name from now on. What they are is in no log and no audit event: those outlive the account. Throws
 * `validation_failed` for what does not fit the rest, and when somebody who pays for a plan takes away what the tax needs.
 */
export function updateBillingDetails(
  context: Context,
  { userId, given, network }: Actor & { given: EditBillingDetails },
): Promise<WithNeeds> {
  return transact(context.db, async (tx) => {
    await lockUser(tx, userId);
    const at = context.now();
    const stored = await findBillingDetails(tx, userId);
    const details = merge(stored, given);
    const { terms, needs } = await readTaxRules(tx, at, context.settings.seller);
    const missing = missingForTax(details, needs);
    if (missing && (await hasPaidPlan(tx, { userId, now: at }))) {
      throw new AppError('validation_failed', { errors: { [missing]: taxReasons[missing] } });
    }
    // Nothing is left to say in the security activity.
    if (isDeepStrictEqual(stored, details)) return { details, needs };
    const before = terms(stored);
    await writeBillingDetails(tx, { userId, details, at });
    if (!isDeepStrictEqual(before, terms(details))) await closeOpenPage(context, tx, { userId, at });
    await recordAudit(tx, { userId, action: 'billing_details_changed', network, at });
    return { details, needs };
  });
}

/** Returns the stored details with what is given. Throws `validation_failed` where that does not fit the rest. */
function merge(stored: BillingDetails, given: EditBillingDetails): BillingDetails {
  const { data, error } = wholeBillingDetails.safeParse({ ...stored, ...given });
  if (error) throw new AppError('validation_failed', { errors: fieldErrors(error.issues) });
  return data;
}

/** Returns whether somebody pays for a plan, or has booked one that they will pay for. */
async function hasPaidPlan(tx: Tx, user: { userId: string; now: Date }): Promise<boolean> {
  const { current, next } = await findBookings(tx, user);
  return [current, next].some((plan) => plan !== null && isPaymentProvider(plan.paymentProvider));
}

/** Closes a payment page that was opened for another tax. One that was approved stays: its money may be on its way. */
async function closeOpenPage(context: Context, tx: Tx, { userId, at }: { userId: string; at: Date }) {
  const checkout = await findOpenCheckout(tx, userId);
  if (!checkout || checkout.approvedAt) return;
  await closeCheckout(context, tx, { checkout, status: 'cancelled', at });
}
