import { AppError } from '@picksync/contracts';
import type { Checkout, Db } from '@picksync/db';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../base/context.ts';
import type { ProviderReference } from '../../../base/payments/payment-provider.ts';
import type { RazorpayReturn } from '../../../base/payments/razorpay-return.ts';
import { consumeTry } from '../../../base/throttle.ts';
import { findCheckout, findCheckoutByReference, mayStillBePaid } from '../../checkouts/checkouts.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { type Refreshed, refreshSubscription } from '../from-provider/refresh-subscription.ts';
import { findSubscription } from '../subscriptions.store.ts';

export type Verified = { success: boolean; status: string; message: string };

type Lookup = ProviderReference & { userId: string };

/**
 * Does what `verifyPayment` does for a payment link. The signature shows that Razorpay made the return address; whether it was
 * paid is read from Razorpay. Throws `validation_failed` when something is missing.
 */
export function verifyRazorpay(
  context: Context,
  { userId, ...returned }: { userId: string } & { [Name in keyof RazorpayReturn]: string | undefined },
): Promise<Verified> {
  const { linkId, paymentId, signature, referenceId = '', status = '' } = returned;
  if (!linkId || !paymentId || !signature) {
    const message = 'Missing payment information. Please contact support';
    throw new AppError('validation_failed', { message });
  }
  if (!context.payments.isRazorpayReturn({ linkId, paymentId, referenceId, status, signature })) {
    throw new AppError('payment_mismatch');
  }
  return verifyPayment(context, { provider: 'razorpay', reference: linkId, userId });
}

/**
 * Reads a subscription or link of the user's at its provider and applies its state. Throws `not_found`, `payment_mismatch`,
 * `payment_unavailable`.
 */
export async function verifyPayment(context: Context, { userId, ...lookup }: Lookup): Promise<Verified> {
  const known = await findOwn(context, { ...lookup, userId });
  if (known) await consumeTry(context.throttles.verifications, userId);
  const found = await withProviderErrors(() => refreshSubscription(context, lookup));
  const checkout = await findOwnCheckout(context.db, found, userId);
  if (found.outcome === 'refused') throw new AppError('payment_mismatch', { message: notWhatWasOrdered });
  return toAnswer(await findState(context.db, checkout), found.rawStatus ?? 'unknown');
}

/** A payment that differs from its order stays with us until somebody has looked at it. */
const notWhatWasOrdered =
  'This payment is not what your order asks for. Write to us: we refund what you paid, or set your plan right.';

/**
 * Returns the user's checkout of a reference; null for one that is not on our books, which may still be theirs. Throws
 * `not_found` for somebody else's without a call to the provider, and limits the unknown ones.
 */
async function findOwn(context: Context, { userId, ...lookup }: Lookup): Promise<Checkout | null> {
  const known = await findCheckoutByReference(context.db, lookup);
  if (known && known.userId !== userId) throw new AppError('not_found');
  if (!known) await consumeTry(context.throttles.unknownReferences, userId);
  return known;
}

async function findOwnCheckout(db: Db, found: Refreshed, userId: string): Promise<Checkout> {
  const checkout = found.checkoutId === null ? null : await findCheckout(db, found.checkoutId);
  if (checkout?.userId !== userId) throw new AppError('not_found');
  return checkout;
}

async function withProviderErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('payment_unavailable', { cause: error });
    throw error;
  }
}

type State = 'active' | 'scheduled' | 'pending' | 'waiting' | 'refunded' | 'ended' | 'failed';

/** Returns the state of a checkout by our own books. */
async function findState(db: Db, { userId, subscriptionId, status, approvedAt }: Checkout): Promise<State> {
  if (subscriptionId) {
    const subscription = await findSubscription(db, { id: subscriptionId, userId });
    if (!subscription || subscription.status === 'expired') return 'ended';
    return subscription.status === 'scheduled' ? 'scheduled' : 'active';
  }
  if (approvedAt && mayStillBePaid({ status })) return 'pending';
  if (status === 'open') return 'waiting';
  return status === 'failed' ? 'failed' : 'refunded';
}

const answers = {
  active: { success: true, status: 'active', message: 'Your subscription is active.' },
  scheduled: { success: true, status: 'scheduled', message: 'Your plan is booked.' },
  pending: { success: false, status: 'pending', message: 'Your payment is still being processed.' },
  ended: { success: false, status: 'expired', message: 'This subscription has ended.' },
  refunded: {
    success: false,
    status: 'cancelled',
    message: 'This checkout was closed. If you paid for it, you get everything back.',
  },
} satisfies Partial<Record<State, Verified>>;

function toAnswer(state: State, rawStatus: string): Verified {
  if (state !== 'waiting' && state !== 'failed') return answers[state];
  const status = rawStatus.toLowerCase();
  const message = `Payment status: ${status}. Please try again or contact support.`;
  return { success: false, status, message };
}

/** Long enough that several pages of one user share a call, shorter than the pause between two polls. */
const pollCacheMs = 2500;

/**
 * Creates the function that reads the state of a user's PayPal subscription. With `isRealTime` it calls PayPal, at most
 * once per `pollCacheMs` for each subscription, however many pages poll.
 */
export function createStatusReader(context: Context) {
  const recent = new LRUCache<string, Promise<Refreshed>>({
    max: 10_000,
    ttl: pollCacheMs,
    perf: { now: () => context.now().getTime() },
  });

  function refresh(reference: string): Promise<Refreshed> {
    const running = recent.get(reference) ?? refreshSubscription(context, { provider: 'paypal', reference });
    recent.set(reference, running, { noUpdateTTL: true });
    // A failure is not remembered.
    running.catch(() => recent.delete(reference));
    return running;
  }

  return async ({ userId, reference, isRealTime }: Omit<Lookup, 'provider'> & { isRealTime: boolean }) => {
    const known = await findOwn(context, { provider: 'paypal', reference, userId });
    const isOffered = context.payments.providers.paypal !== undefined;
    const found =
      isOffered && (isRealTime || !known) ? await withProviderErrors(() => refresh(reference)) : null;
    const checkout = found ? await findOwnCheckout(context.db, found, userId) : known;
    if (!checkout) throw new AppError('not_found');
    const state = found?.outcome === 'refused' ? 'failed' : await findState(context.db, checkout);
    return { success: true, subscription: { status: state === 'waiting' ? 'pending' : state } };
  };
}
