import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { lockUser } from '../../../base/lock-user.ts';
import type {
  ProviderPayment,
  ProviderReference,
  ProviderState,
} from '../../../base/payments/payment-provider.ts';
import {
  type DeletedCheckout,
  findCarriedCheckout,
  findCheckout,
  findCheckoutByReference,
  lockDeletedCheckout,
} from '../../checkouts/checkouts.ts';
import { beginScheduled } from '../begin-subscription.ts';
import { findUnnamed, isRecorded, nameUnlisted, writePayment } from '../money/record-payment.ts';
import { findRefundsDue, findTransaction, type RefundDue } from '../money/transactions.ts';
import { findSubscription } from '../subscriptions.store.ts';
import { type Applied, applyProviderState } from './apply-provider-state.ts';
import { applyRefunds } from './apply-refunds.ts';
import { type MadeRefund, withPartialRefunds } from './partial-refunds.ts';

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

const nothing = { userId: null, checkoutId: null, rawStatus: null, due: { cancel: false, refunds: [] } };

/**
 * Reads the state of a subscription or link at its provider, compares it with our own checkout and applies it once. The
 * one function behind the return page, the provider's events, polls and the hourly job; nothing in an address or an
 * event is believed. A job does what remains to be done at the provider, and tells what it has `made` there. Throws `ProviderError`.
 */
export async function refreshSubscription(
  context: Context,
  lookup: ProviderReference,
  { isJob = false, made = [] }: { isJob?: boolean; made?: readonly MadeRefund[] } = {},
): Promise<Refreshed> {
  const adapter = context.payments.providers[lookup.provider];
  const fetched = await adapter?.fetch(lookup.reference);
  if (!adapter || !fetched)
    return { ...nothing, outcome: 'nothing', detail: 'The provider does not know it.' };
  const state = await withPartialRefunds(fetched, adapter, { db: context.db, made });
  const owner = await findOwner(context, lookup, state);
  const looked = { lookup, state, isJob };
  const refreshed =
    (owner && (await refreshOwned(context, { ...looked, checkoutId: owner.id, userId: owner.userId }))) ??
    (await refreshDeleted(context, looked));
  const detail = 'There is no checkout of ours for it.';
  return refreshed ?? { ...nothing, rawStatus: state.rawStatus, outcome: 'refused', detail };
}

type Looked = { lookup: ProviderReference; state: ProviderState; isJob: boolean };

/**
 * Returns the checkout of a reference: by the reference that we stored, or by the checkout id that the provider
 * carries, because its reply may never have reached us.
 */
async function findOwner({ db }: Context, lookup: ProviderReference, { checkoutId }: ProviderState) {
  const known = await findCheckoutByReference(db, lookup);
  return known ?? findCarriedCheckout(db, { provider: lookup.provider, checkoutId });
}

/** Returns null when the account, and the checkout with it, was deleted meanwhile. */
function refreshOwned(
  context: Context,
  { checkoutId, userId, ...looked }: Looked & { checkoutId: string; userId: string },
): Promise<Refreshed | null> {
  const { lookup, state } = looked;
  return transact(context.db, async (tx) => {
    await lockUser(tx, userId);
    if (!(await findCheckout(tx, checkoutId))) return null;
    const now = context.now();
    await beginScheduled(context, tx, { userId, now });
    const applied = await applyProviderState(context, tx, {
      provider: lookup.provider,
      state,
      checkoutId,
      now,
    });
    const cancel = isRunning(looked) && (await isUnwanted(tx, lookup, checkoutId));
    const due = await findDue(context, tx, { ...looked, cancel });
    return { ...applied, userId, checkoutId, rawStatus: state.rawStatus, due };
  });
}

/** Returns what the provider still has to do, and enqueues the job that asks for it unless this is the job. */
async function findDue(
  context: Context,
  tx: Tx,
  { lookup, isJob, cancel }: Looked & { cancel: boolean },
): Promise<Due> {
  const { provider, reference } = lookup;
  const due = { cancel, refunds: await findRefundsDue(tx, lookup) };
  if (!isJob && isDue(due)) await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  return due;
}

export function isDue({ cancel, refunds }: Due): boolean {
  return cancel || refunds.length > 0;
}

/** Returns whether it may still be paid. At PayPal it cannot be cancelled before somebody has approved it. */
function isRunning({ lookup: { provider }, state: { status } }: Looked): boolean {
  if (provider === 'razorpay') return status === 'waiting';
  return status === 'approved' || status === 'active' || status === 'suspended';
}

/** Returns whether nobody has the plan of a subscription or link any more. */
async function isUnwanted(
  tx: Tx,
  { provider, reference }: ProviderReference,
  checkoutId: string,
): Promise<boolean> {
  const checkout = await findCheckout(tx, checkoutId);
  if (!checkout || checkout.providerReference !== reference) return true;
  // An expired page may still be paid.
  if (checkout.status === 'open' || (provider === 'paypal' && checkout.status === 'expired')) return false;
  if (!checkout.subscriptionId) return true;
  const subscription = await findSubscription(tx, { id: checkout.subscriptionId, userId: checkout.userId });
  const isElsewhere = provider === 'paypal' && subscription?.paymentProviderSubscriptionId !== reference;
  return subscription === null || subscription.status === 'expired' || isElsewhere;
}

/**
 * Does what `refreshSubscription` does for a checkout of a deleted account: what still runs at the provider is ended,
 * and payments for it are refunded. Returns null when there was no such checkout.
 */
function refreshDeleted(context: Context, looked: Looked): Promise<Refreshed | null> {
  const { lookup, state } = looked;
  return transact(context.db, async (tx) => {
    const checkout = await lockDeletedCheckout(tx, { ...lookup, id: state.checkoutId });
    if (!checkout) return null;
    const changes = await recordLateMoney(context, tx, { ...looked, checkout, now: context.now() });
    return {
      ...nothing,
      outcome: changes > 0 ? 'applied' : 'nothing',
      detail: 'Its account is deleted; what is paid for it goes back.',
      rawStatus: state.rawStatus,
      due: await findDue(context, tx, { ...looked, cancel: isRunning(looked) }),
    };
  });
}

type Late = Looked & { checkout: DeletedCheckout; now: Date };

/** Records payments and refunds that came since. Returns the number of changes. */
async function recordLateMoney(context: Context, tx: Tx, late: Late): Promise<number> {
  const { lookup, state, checkout, now } = late;
  let changes = 0;
  for (const payment of state.payments) {
    if (payment.kind !== 'payment' || payment.status !== 'paid') continue;
    changes += await recordOwed(tx, late, payment);
  }
  const report = { provider: lookup.provider, state, now, checkout: { userId: null, plan: checkout.plan } };
  return changes + (await applyRefunds(context, tx, report));
}

/** Records a payment that buys nothing, without the payer. */
async function recordOwed(tx: Tx, late: Late, payment: ProviderPayment): Promise<number> {
  const { lookup, state, now } = late;
  const { provider, reference } = lookup;
  const row = await findTransaction(tx, { provider, id: payment.id });
  if (row && isRecorded(row)) return 0;
  const unnamed = row ? null : await findUnnamed(tx, { provider, reference, payment });
  if (unnamed) {
    // The checkout had bought a plan before the account was deleted.
    await nameUnlisted(tx, { row: unnamed, payment });
    return 1;
  }
  const owed = { transactionType: 'unmatched', refundDueCents: payment.amountCents } as const;
  const { payer } = state;
  const written = { row, provider, state: { reference, payer }, checkout: null, payment, now };
  await writePayment(tx, written, owed);
  return 1;
}
