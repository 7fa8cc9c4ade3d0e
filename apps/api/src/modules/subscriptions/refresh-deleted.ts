import { type PrismaClient, repeatOnDeadlock, type Tx } from '@picksync/db';
import { decimalOf } from '../payments/amounts.ts';
import type { ProviderPayment, ProviderReference, ProviderTruth } from '../payments/payment-provider.ts';
import type { ApplyDeps } from './apply-payment.ts';
import { applyRefunds } from './apply-refunds.ts';
import { type DeletedCheckout, lockDeletedCheckout } from './deleted-checkouts.store.ts';
import { isSettled } from './record-payment.ts';
import type { Refreshed } from './refresh-subscription.ts';
import {
  findRefundsDue,
  findTransaction,
  insertTransaction,
  updateTransaction,
} from './transactions.store.ts';

type Deps = ApplyDeps & { db: PrismaClient; now: () => Date };

type Deleted = { asked: ProviderReference; truth: ProviderTruth; isJob: boolean };

/**
 * Does what `refreshSubscription` does for a checkout of a deleted account: what runs at the provider is to be ended, and money that
 * comes for it goes back. Returns null when there was no such checkout.
 */
export function refreshDeleted({ asked, truth, isJob }: Deleted, deps: Deps): Promise<Refreshed | null> {
  const { provider, reference } = asked;
  return repeatOnDeadlock(() =>
    deps.db.$transaction(async (tx) => {
      const checkout = await lockDeletedCheckout(tx, { provider, reference, id: truth.checkoutId });
      if (!checkout) return null;
      const changes = await takeBack(tx, { asked, truth, checkout, now: deps.now() }, deps);
      const due = { cancel: isRunning(provider, truth), refunds: await findRefundsDue(tx, asked) };
      if (!isJob && (due.cancel || due.refunds.length > 0)) {
        await deps.queue.send(tx, 'refresh-subscription', { provider, reference });
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

/** Whether money may come for it. What waits at PayPal cannot be cancelled before somebody has approved it. */
function isRunning(provider: ProviderReference['provider'], { status }: ProviderTruth): boolean {
  if (provider === 'razorpay') return status === 'waiting';
  return status === 'approved' || status === 'active' || status === 'suspended';
}

type Case = { asked: ProviderReference; truth: ProviderTruth; checkout: DeletedCheckout; now: Date };

/** Writes into the books what has come and gone since. Returns how much that changed. */
async function takeBack(tx: Tx, { asked, truth, checkout, now }: Case, deps: ApplyDeps): Promise<number> {
  const { provider } = asked;
  let changes = 0;
  for (const payment of truth.payments) {
    if (payment.kind !== 'payment' || payment.status !== 'paid') continue;
    changes += await recordOwed(tx, { asked, payment, now }, deps);
  }
  const told = { provider, truth, now, checkout: { userId: null, plan: checkout.plan } };
  return changes + (await applyRefunds(tx, told, deps));
}

/** Takes a payment into the books that buys nothing, without who paid it. */
async function recordOwed(
  tx: Tx,
  { asked, payment, now }: Pick<Case, 'asked' | 'now'> & { payment: ProviderPayment },
  { newId }: Pick<ApplyDeps, 'newId'>,
): Promise<number> {
  const { provider, reference } = asked;
  const row = await findTransaction(tx, { provider, id: payment.id });
  if (row && isSettled(row)) return 0;
  const what = {
    transactionType: 'unmatched',
    status: payment.status,
    amount: decimalOf(payment.amountCents),
    currency: payment.currency,
    paymentDate: payment.at ?? now,
    refundDueCents: payment.amountCents,
  };
  if (row) await updateTransaction(tx, row.id, what);
  else {
    await insertTransaction(tx, {
      id: newId(),
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
