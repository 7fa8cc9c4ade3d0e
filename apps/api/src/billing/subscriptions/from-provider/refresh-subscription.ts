import { type PrismaClient, repeatOnDeadlock } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { lockUser } from '../../../base/entitlements.store.ts';
import type { ProviderReference, ProviderTruth } from '../../../base/payments/payment-provider.ts';
import { findCheckout, findCheckoutByReference } from '../../checkouts/checkouts.store.ts';
import { findRefundsDue } from '../ledger/transactions.store.ts';
import { beginScheduled } from '../schedule-subscription.ts';
import { findSubscription } from '../subscriptions.store.ts';
import { applyTruth } from './apply-truth.ts';
import { withPartialRefunds } from './partial-refunds.ts';
import { type Refreshed, refreshDeleted } from './refresh-deleted.ts';

const nothing = { userId: null, checkoutId: null, rawStatus: null, due: { cancel: false, refunds: [] } };

/**
 * Reads the state of a subscription or link at its provider, compares it with our own checkout and applies it once. The
 * one function behind the return page, the provider's events, polls and the hourly job; nothing in an address or an
 * event is believed. A job does what remains to be done at the provider. Throws `ProviderError`.
 */
export async function refreshSubscription(
  context: Context,
  lookup: ProviderReference,
  { isJob = false }: { isJob?: boolean } = {},
): Promise<Refreshed> {
  const { provider, reference } = lookup;
  const adapter = context.payments.providers[provider];
  const fetched = await adapter?.fetch(reference);
  if (!adapter || !fetched)
    return { ...nothing, outcome: 'nothing', detail: 'The provider does not know it.' };
  const truth = await withPartialRefunds(fetched, adapter, context.db);
  const owner = await findOwner(context, lookup, truth);
  const refreshed =
    (owner && (await refreshOwned(context, { ...owner, lookup, truth, isJob }))) ??
    (await refreshDeleted(context, { lookup, truth, isJob }));
  if (!refreshed) {
    const detail = 'There is no checkout of ours for it.';
    return { ...nothing, rawStatus: truth.rawStatus, outcome: 'refused', detail };
  }
  return refreshed;
}

type Owned = { lookup: ProviderReference; truth: ProviderTruth; isJob: boolean; id: string; userId: string };

/** Returns null when the account, and the checkout with it, was deleted meanwhile. */
function refreshOwned(
  context: Context,
  { lookup, truth, isJob, id: checkoutId, userId }: Owned,
): Promise<Refreshed | null> {
  const { provider, reference } = lookup;
  return repeatOnDeadlock(() =>
    context.db.$transaction(async (tx) => {
      await lockUser(tx, userId);
      if (!(await findCheckout(tx, checkoutId))) return null;
      const now = context.now();
      await beginScheduled(context, tx, { userId, now });
      const applied = await applyTruth(context, tx, { provider, truth, checkoutId, now });
      const due = {
        cancel: await isToBeCancelled(tx, { ...lookup, truth, checkoutId }),
        refunds: await findRefundsDue(tx, lookup),
      };
      if (!isJob && (due.cancel || due.refunds.length > 0)) {
        await context.queue.send(tx, 'refresh-subscription', { provider, reference });
      }
      return { ...applied, userId, checkoutId, rawStatus: truth.rawStatus, due };
    }),
  );
}

/**
 * Returns the checkout of a reference: by the reference that we stored, or by the checkout id that the provider
 * carries, because its reply may never have reached us.
 */
async function findOwner(context: Context, { provider, reference }: ProviderReference, truth: ProviderTruth) {
  const known = await findCheckoutByReference(context.db, { provider, reference });
  if (known) return known;
  const carried = truth.checkoutId === null ? null : await findCarried(truth.checkoutId, context.db);
  return carried?.provider === provider ? carried : null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function findCarried(checkoutId: string, db: PrismaClient) {
  return uuid.test(checkoutId) ? findCheckout(db, checkoutId) : null;
}

type Looked = ProviderReference & { truth: ProviderTruth; checkoutId: string };

/** Returns whether the provider may still charge for a plan that nobody has any more. */
async function isToBeCancelled(
  db: Parameters<typeof findCheckout>[0],
  { provider, reference, truth, checkoutId }: Looked,
): Promise<boolean> {
  const open = provider === 'paypal' ? ['approved', 'active', 'suspended'] : ['waiting'];
  if (!open.includes(truth.status)) return false;
  const checkout = await findCheckout(db, checkoutId);
  if (!checkout || checkout.providerReference !== reference) return true;
  // An expired page may still be paid.
  if (checkout.status === 'open' || (provider === 'paypal' && checkout.status === 'expired')) return false;
  if (!checkout.subscriptionId) return true;
  const subscription = await findSubscription(db, { id: checkout.subscriptionId, userId: checkout.userId });
  const isElsewhere = provider === 'paypal' && subscription?.paymentProviderSubscriptionId !== reference;
  return subscription === null || subscription.status === 'expired' || isElsewhere;
}
