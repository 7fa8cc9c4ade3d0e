import { AppError, paymentProviderLabels } from '@picksync/contracts';
import { type PrismaClient, type Queue, repeatOnDeadlock, type Tx } from '@picksync/db';
import { holdCoupon } from '../coupons/coupons.store.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import type { PaymentProvider, PaymentProviders } from '../payments/payment-provider.ts';
import { findUserEmail } from '../receipts/receipt-numbers.store.ts';
import { type ActivateDeps, activateFree } from '../subscriptions/activate.ts';
import { type CheckoutWithPlan, findOpenCheckout, insertCheckout } from './checkouts.store.ts';
import { closeCheckout } from './close-checkout.ts';
import { type OpenDeps, openAtProvider } from './open-at-provider.ts';
import { type Priced, priceCheckout, type Wanted } from './price-checkout.ts';
import { returnAddresses } from './return-addresses.ts';

export type CheckoutDeps = ActivateDeps &
  OpenDeps & {
    db: PrismaClient;
    queue: Queue;
    paymentProviders: PaymentProviders;
    publicOrigin: string;
    now: () => Date;
  };

export type Started = {
  /** Where the browser goes to pay; null when nothing is to be paid and the plan is active. */
  payUrl: string | null;
  reference: string | null;
  message: string;
};

type CheckoutInput = Wanted & { returnUrl: string | undefined; cancelUrl: string | undefined };

/** Longer than anybody takes to pay, and short enough for the credit and the coupon that it holds. */
const openForMs = 60 * 60_000;
/** A page that is about to close is not offered again. */
const leastLeftMs = 5 * 60_000;

/**
 * Starts a checkout and returns where to pay. The same choice returns the same page, so that a double click or a retry
 * opens only one; another choice closes the page before. Throws what `priceCheckout` throws, `payment_failed`,
 * `payment_unavailable`, and `rate_limited` for a user who opens page after page.
 */
export async function startCheckout(input: CheckoutInput, deps: CheckoutDeps): Promise<Started> {
  const provider = deps.paymentProviders[input.method];
  // Two users who swap coupons lock the same rows in opposite order.
  const checkout = await repeatOnDeadlock(() => deps.db.$transaction((tx) => prepare(tx, input, deps)));
  if (checkout === 'active') return { payUrl: null, reference: null, message: 'Your plan is active.' };
  if (!provider) throw notOffered(input.method);
  const message = `Continue with ${paymentProviderLabels[input.method]} to pay.`;
  const { checkoutUrl: payUrl, providerReference: reference } = checkout;
  if (payUrl && reference) return { payUrl, reference, message };
  return { ...(await openAtProvider({ checkout, provider }, deps)), message };
}

function notOffered(method: PaymentProvider['name']): AppError {
  const message = `${paymentProviderLabels[method]} is not offered here. Please choose another way to pay.`;
  return new AppError('validation_failed', { message, errors: { payment_method: message } });
}

type Prepared = CheckoutWithPlan & { email: string };

/** Finds or inserts the checkout under the lock of the user, or activates the plan when nothing is to be paid. */
async function prepare(tx: Tx, input: CheckoutInput, deps: CheckoutDeps): Promise<Prepared | 'active'> {
  await lockUser(tx, input.userId);
  const now = deps.now();
  const priced = await priceCheckout(tx, input, now);
  const { email } = await findUserEmail(tx, input.userId);
  const open = await findOpenCheckout(tx, input.userId);
  if (open && isSame(open, { input, priced, now })) return { ...open, email };
  if (open) await closeCheckout(tx, { checkout: open, status: 'cancelled', at: now }, deps);
  if (priced.totalCents > 0 && !deps.paymentProviders[input.method]) throw notOffered(input.method);
  const checkout = await insert(tx, { input, priced, now }, deps);
  if (priced.totalCents > 0) return { ...checkout, email };
  await activateFree(tx, { checkout, current: priced.current, now }, deps);
  return 'active';
}

type Choice = { input: CheckoutInput; priced: Priced; now: Date };

/**
 * Returns whether an open checkout is for the same choice. The credit is not compared: it shrinks by the second, and
 * the one that was shown holds as long as its page.
 */
function isSame(open: CheckoutWithPlan, { input, priced, now }: Choice): boolean {
  return (
    open.provider === input.method &&
    open.planId === priced.plan.id &&
    open.priceCents === priced.priceCents &&
    open.currency === priced.plan.currency &&
    open.couponId === (priced.discount?.couponId ?? null) &&
    open.discountCents === (priced.discount?.discountCents ?? 0) &&
    open.kind === priced.kind &&
    open.replacesId === (priced.current?.id ?? null) &&
    open.amountCents > 0 &&
    open.expiresAt.getTime() - now.getTime() > leastLeftMs
  );
}

async function insert(tx: Tx, { input, priced, now }: Choice, deps: CheckoutDeps): Promise<CheckoutWithPlan> {
  const { plan, discount, kind, priceCents, creditCents, totalCents, current } = priced;
  const { userId, method, planId, couponCode } = input;
  const purchase = { provider: method, planId, couponCode };
  const id = deps.newId();
  const discountCents = discount?.discountCents ?? 0;
  const checkout = await insertCheckout(tx, {
    id,
    userId,
    planId: plan.id,
    couponId: discount?.couponId ?? null,
    provider: totalCents > 0 ? method : 'none',
    kind,
    amountCents: totalCents,
    priceCents,
    discountCents,
    creditCents,
    replacesId: current?.id ?? null,
    currency: plan.currency,
    ...returnAddresses(input, purchase, deps.publicOrigin),
    createdAt: now,
    expiresAt: new Date(now.getTime() + openForMs),
  });
  const hold = { id: deps.newId(), userId, checkoutId: id, discountCents, at: now };
  if (discount && !(await holdCoupon(tx, { ...hold, couponId: discount.couponId }))) {
    throw new AppError('coupon_invalid', { message: 'This coupon has been used up.' });
  }
  return checkout;
}
