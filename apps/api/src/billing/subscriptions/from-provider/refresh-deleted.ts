import { repeatOnDeadlock, type Tx } from '@picksync/db';
import { toDecimal } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import type {
  ProviderPayment,
  ProviderReference,
  ProviderTruth,
} from '../../../base/payments/payment-provider.ts';
import { isSettled } from '../ledger/record-payment.ts';
import type { RefundDue } from '../ledger/transactions.store.ts';
import {
  findRefundsDue,
  findTransaction,
  insertTransaction,
  updateTransaction,
} from '../ledger/transactions.store.ts';
import { applyRefunds } from './apply-refunds.ts';
import type { Applied } from './apply-truth.ts';
import { type DeletedCheckout, lockDeletedCheckout } from './deleted-checkouts.store.ts';
import { findUnnamed, nameUnlisted } from './unlisted-payment.ts';

/** What is known of a subscription or link after its state at the provider was applied. */
export type Refreshed = Applied & {
  /** The user; null when it is not one of ours. */
  userId: string | null;
  checkoutId: string | null;
  /** The provider's own status; null when it does not know the reference. */
  rawStatus: string | null;
  /** What the provider still has to do for us. */
  due: Due;
};

export type Due = { cancel: boolean; refunds: RefundDue[] };

type Deleted = { lookup: ProviderReference; truth: ProviderTruth; isJob: boolean };

/**
 * Does what `refreshSubscription` does for a checkout of a deleted account: what still runs at the provider is ended,
 * and payments for it are refunded. Returns null when there was no such checkout.
 */
export function refreshDeleted(
  context: Context,
  { lookup, truth, isJob }: Deleted,
): Promise<Refreshed | null> {
  const { provider, reference } = lookup;
  return repeatOnDeadlock(() =>
    context.db.$transaction(async (tx) => {
      const checkout = await lockDeletedCheckout(tx, { provider, reference, id: truth.checkoutId });
      if (!checkout) return null;
      const changes = await recordLateMoney(context, tx, { lookup, truth, checkout, now: context.now() });
      const due = { cancel: isRunning(provider, truth), refunds: await findRefundsDue(tx, lookup) };
      if (!isJob && (due.cancel || due.refunds.length > 0)) {
        await context.queue.send(tx, 'refresh-subscription', { provider, reference });
      }
      return {
        outcome: changes > 0 ? ('applied' as const) : ('nothing' as const),
        detail: 'Its account is deleted; what is paid for it goes back.',
        userId: null,
        checkoutId: null,
        rawStatus: truth.rawStatus,
        due,
      };
    }),
  );
}

/** Returns whether it may still be paid. At PayPal it cannot be cancelled before somebody has approved it. */
function isRunning(provider: ProviderReference['provider'], { status }: ProviderTruth): boolean {
  if (provider === 'razorpay') return status === 'waiting';
  return status === 'approved' || status === 'active' || status === 'suspended';
}

type Case = { lookup: ProviderReference; truth: ProviderTruth; checkout: DeletedCheckout; now: Date };

/** Records payments and refunds that came since. Returns the number of changes. */
async function recordLateMoney(
  context: Context,
  tx: Tx,
  { lookup, truth, checkout, now }: Case,
): Promise<number> {
  const { provider } = lookup;
  let changes = 0;
  for (const payment of truth.payments) {
    if (payment.kind !== 'payment' || payment.status !== 'paid') continue;
    changes += await recordOwed(context, tx, { lookup, payment, now });
  }
  const report = { provider, truth, now, checkout: { userId: null, plan: checkout.plan } };
  return changes + (await applyRefunds(context, tx, report));
}

/** Records a payment that buys nothing, without the payer. */
async function recordOwed(
  context: Context,
  tx: Tx,
  { lookup, payment, now }: Pick<Case, 'lookup' | 'now'> & { payment: ProviderPayment },
): Promise<number> {
  const { provider, reference } = lookup;
  const row = await findTransaction(tx, { provider, id: payment.id });
  if (row && isSettled(row)) return 0;
  const unnamed = row ? null : await findUnnamed(tx, { provider, reference, payment });
  if (unnamed) {
    // The checkout had bought a plan before the account was deleted.
    await nameUnlisted(tx, { row: unnamed, payment });
    return 1;
  }
  const what = {
    transactionType: 'unmatched',
    status: payment.status,
    amount: toDecimal(payment.amountCents),
    currency: payment.currency,
    paymentDate: payment.at ?? now,
    refundDueCents: payment.amountCents,
  };
  if (row) await updateTransaction(tx, row.id, what);
  else {
    await insertTransaction(tx, {
      id: context.newId(),
      provider,
      providerSubscriptionId: reference,
      providerTransactionId: payment.id,
      paymentMethod: provider,
      createdAt: now,
      ...what,
    });
  }
  return 1;
}
