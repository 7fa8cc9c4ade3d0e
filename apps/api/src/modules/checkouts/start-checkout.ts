import { AppError } from '@picksync/contracts';
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

type Asked = Wanted & { returnUrl: string | undefined; cancelUrl: string | undefined };

/** Longer than anybody takes to pay, and short enough for what was credited and held. */
const openForMs = 60 * 60_000;
/** A page that is about to close is not given out again. */
const leastLeftMs = 5 * 60_000;

/**
 * Starts a checkout and returns where to pay. The same choice again is the same page again, so that a double click or a retry opens one;
 * another choice closes the one before. Throws what `priceCheckout` throws, `payment_failed`, `payment_unavailable`, and `rate_limited` for
 * whoever opens page after page.
 */
export async function startCheckout(asked: Asked, deps: CheckoutDeps): Promise<Started> {
  const provider = deps.paymentProviders[asked.method];
  // Two users who exchange coupons hold and give back the same rows in opposite order.
  const checkout = await repeatOnDeadlock(() => deps.db.$transaction((tx) => prepare(tx, asked, deps)));
  if (checkout === 'active') return { payUrl: null, reference: null, message: 'Your plan is active.' };
  if (!provider) throw notOffered(asked.method);
  const message = `Continue with ${names[asked.method]} to pay.`;
  const { checkoutUrl: payUrl, providerReference: reference } = checkout;
  if (payUrl && reference) return { payUrl, reference, message };
  return { ...(await openAtProvider({ checkout, provider }, deps)), message };
}

const names: Record<PaymentProvider['name'], string> = { paypal: 'PayPal', razorpay: 'Razorpay' };

function notOffered(method: PaymentProvider['name']): AppError {
  const message = `${names[method]} is not offered here. Please choose another way to pay.`;
  return new AppError('validation_failed', { message, errors: { payment_method: message } });
}

type Prepared = CheckoutWithPlan & { email: string };

/** Finds or inserts the checkout under the lock of the user, or activates the plan when nothing is to be paid. */
async function prepare(tx: Tx, asked: Asked, deps: CheckoutDeps): Promise<Prepared | 'active'> {
  await lockUser(tx, asked.userId);
  const now = deps.now();
  const priced = await priceCheckout(tx, asked, now);
  const { email } = await findUserEmail(tx, asked.userId);
  const open = await findOpenCheckout(tx, asked.userId);
  if (open && isSame(open, { asked, priced, now })) return { ...open, email };
  if (open) await closeCheckout(tx, { checkout: open, status: 'cancelled', at: now }, deps);
  if (priced.totalCents > 0 && !deps.paymentProviders[asked.method]) throw notOffered(asked.method);
  const checkout = await insert(tx, { asked, priced, now }, deps);
  if (priced.totalCents > 0) return { ...checkout, email };
  await activateFree(tx, { checkout, current: priced.current, now }, deps);
  return 'active';
}

type Choice = { asked: Asked; priced: Priced; now: Date };

/** The credit shrinks by the second; the one that was shown stands as long as its page. */
function isSame(open: CheckoutWithPlan, { asked, priced, now }: Choice): boolean {
  return (
    open.provider === asked.method &&
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

async function insert(tx: Tx, { asked, priced, now }: Choice, deps: CheckoutDeps): Promise<CheckoutWithPlan> {
  const { plan, discount, kind, priceCents, creditCents, totalCents, current } = priced;
  const { userId, method, planId, couponCode } = asked;
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
    ...returnAddresses(asked, purchase, deps.publicOrigin),
    createdAt: now,
    expiresAt: new Date(now.getTime() + openForMs),
  });
  const hold = { id: deps.newId(), userId, checkoutId: id, discountCents, at: now };
  if (discount && !(await holdCoupon(tx, { ...hold, couponId: discount.couponId }))) {
    throw new AppError('coupon_invalid', { message: 'This coupon has been used up.' });
  }
  return checkout;
}
