import { isDeepStrictEqual } from 'node:util';
import { AppError, paymentProviderLabels, taxReasons } from '@picksync/contracts';
import { type PaymentProvider as PaymentProviderOfRow, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { formatDayFor } from '../../base/format-day-for.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import type { Order, PaymentProvider, PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { findBillingDetails } from '../billing-details/billing-details.store.ts';
import { formatAddressLines } from '../billing-details/format-address-lines.ts';
import { holdCoupon } from '../coupons/coupons.store.ts';
import { findUserEmail } from '../receipts/receipts.ts';
import { activate, beginScheduled, book, scheduleSubscription } from '../subscriptions/begin-subscription.ts';
import { getNextPeriodEnd } from '../subscriptions/periods.ts';
import { type CheckoutWithPlan, closeCheckout, findOpenCheckout, insertCheckout } from './checkouts.ts';
import { openAtProvider } from './open-at-provider.ts';
import { findRefusal, type Priced, priceCheckout, type Wanted } from './price-checkout.ts';

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
 * opens only one; another choice closes the page before. Throws what `priceCheckout` throws, `account_disabled`, `checkout_replaced`, `payment_failed`,
 * `payment_unavailable`, and `rate_limited` for a user who opens page after page.
 */
export async function startCheckout(context: Context, input: CheckoutInput): Promise<Started> {
  const provider = context.payments.providers[input.method];
  // Two users who swap coupons lock the same rows in opposite order.
  const prepared = await transact(context.db, (tx) => prepare(context, tx, input));
  if ('done' in prepared) return { payUrl: null, reference: null, message: prepared.done };
  if (!provider) throw toNotOfferedError(input.method);
  const message = `Continue with ${paymentProviderLabels[input.method]} to pay.`;
  const { checkoutUrl: payUrl, providerReference: reference } = prepared;
  if (payUrl && reference) return { payUrl, reference, message };
  return { ...(await openAtProvider(context, { checkout: prepared, provider })), message };
}

function assertPayable(context: Context, method: PaymentProvider['name'], priced: Priced): void {
  const provider = context.payments.providers[method];
  if (!provider) throw toNotOfferedError(method);
  const refusal = findRefusal(provider, priced);
  if (refusal !== null) throw toInvalid('payment_method', refusal);
}

function toNotOfferedError(method: PaymentProvider['name']): AppError {
  const message = `${paymentProviderLabels[method]} is not offered here. Please choose another way to pay.`;
  return toInvalid('payment_method', message);
}

function toInvalid(field: string, message: string): AppError {
  return new AppError('validation_failed', { message, errors: { [field]: message } });
}

type Prepared = CheckoutWithPlan & { payer: Order['payer'] };

/** The sentence for the user after a purchase without a payment now. */
type Done = { done: string };

/**
 * Finds or inserts the checkout under the lock of the user, or activates or books the plan when nothing is to be paid
 * now.
 */
async function prepare(context: Context, tx: Tx, input: CheckoutInput): Promise<Prepared | Done> {
  await lockEnabledUser(tx, input.userId);
  const now = context.now();
  await beginScheduled(context, tx, { userId: input.userId, now });
  const priced = await priceCheckout(context, tx, { ...input, now });
  // The checkout asks for them before, because its quote lists them.
  if (priced.missing) throw toInvalid(priced.missing, taxReasons[priced.missing]);
  const payer = await findPayer(tx, input.userId);
  const open = await findOpenCheckout(tx, input.userId);
  if (open && isSame(open, { input, priced, now })) return { ...open, payer };
  if (open) await closeCheckout(context, tx, { checkout: open, status: 'cancelled', at: now });
  if (priced.totalCents > 0) assertPayable(context, input.method, priced);
  if (isPaidLater(priced, input)) return bookUnpaid(context, tx, { input, priced, now });
  const checkout = await insert(context, tx, { input, priced, now });
  if (priced.totalCents > 0) return { ...checkout, payer };
  const start = priced.startsAt ?? now;
  const free = {
    checkout,
    reference: `free_${checkout.id}`,
    start,
    end: getNextPeriodEnd(start, start),
    now,
  };
  if (priced.startsAt) {
    await book(context, tx, { ...free, isPaid: true });
    return describeStart(tx, checkout.plan.name, { userId: input.userId, at: start });
  }
  await activate(context, tx, { ...free, current: priced.current });
  return { done: 'Your plan is active.' };
}

async function findPayer(tx: Tx, userId: string): Promise<Order['payer']> {
  const { email } = await findUserEmail(tx, userId);
  const buyer = await findBillingDetails(tx, userId);
  return { email, name: buyer.name || buyer.company, address: formatAddressLines(buyer) };
}

/** A plan that is paid by links and begins on a later day is booked now and paid near that day. */
function isPaidLater({ startsAt, totalCents, kind }: Priced, { method }: CheckoutInput): boolean {
  return startsAt !== null && totalCents > 0 && kind !== 'renewal' && method === 'razorpay';
}

/** Books a plan that is paid near its first day. After a free period it has no days of grace. */
async function bookUnpaid(context: Context, tx: Tx, { input, priced, now }: Choice): Promise<Done> {
  const { plan, current, priceCents, startsAt, discount } = priced;
  if (discount) throw new AppError('coupon_invalid', { message: 'Please use this coupon when you pay.' });
  const before = current?.paymentProvider;
  const provider: PaymentProviderOfRow = before === 'manual' || before === 'none' ? before : 'razorpay';
  const begin = startsAt ?? now;
  await scheduleSubscription(context, tx, {
    userId: input.userId,
    planId: plan.id,
    couponId: null,
    provider,
    reference: `booked_${context.newId()}`,
    priceCents,
    currency: plan.currency,
    start: begin,
    end: begin,
    isPaid: false,
    now,
  });
  return describeStart(tx, plan.name, { userId: input.userId, at: begin });
}

async function describeStart(tx: Tx, planName: string, day: { userId: string; at: Date }): Promise<Done> {
  return { done: `${planName} starts on ${await formatDayFor(tx, day)}.` };
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
    open.startsAt?.getTime() === priced.startsAt?.getTime() &&
    isDeepStrictEqual(open.tax, priced.tax) &&
    open.amountCents > 0 &&
    open.expiresAt.getTime() - now.getTime() > leastLeftMs
  );
}

async function insert(context: Context, tx: Tx, { input, priced, now }: Choice): Promise<CheckoutWithPlan> {
  const { plan, discount, kind, priceCents, creditCents, totalCents, current, startsAt } = priced;
  const { userId, method, planId, couponCode } = input;
  const purchase = { provider: method, planId, couponCode };
  const id = context.newId();
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
    startsAt,
    ...(priced.tax && { tax: priced.tax }),
    ...returnAddresses(input, purchase, context.settings.publicOrigin),
    createdAt: now,
    expiresAt: new Date(now.getTime() + openForMs),
  });
  const hold = { userId, checkoutId: id, discountCents, at: now };
  if (discount && !(await holdCoupon(tx, { ...hold, couponId: discount.couponId }))) {
    throw new AppError('coupon_invalid', { message: 'This coupon has been used up.' });
  }
  return checkout;
}

type WantedPages = { returnUrl?: string | undefined; cancelUrl?: string | undefined };
type Purchase = { provider: PaymentProviderName; planId: number; couponCode: string | undefined };

const defaults = {
  paypal: { success: '/subscription?status=success', cancel: '/subscription?status=cancelled' },
  razorpay: { success: '/subscription/success', cancel: '/subscription/cancel' },
} as const;

/**
 * Returns where the browser goes after paying or giving up: the requested address where that is a page of our own site,
 * else the default. The purchase is added for the page to show; nothing in the address is believed.
 */
export function returnAddresses(
  { returnUrl, cancelUrl }: WantedPages,
  { provider, planId, couponCode }: Purchase,
  publicOrigin: string,
): { returnUrl: string; cancelUrl: string } {
  const success = toOwnAddress(returnUrl, publicOrigin) ?? new URL(defaults[provider].success, publicOrigin);
  const cancel = toOwnAddress(cancelUrl, publicOrigin) ?? new URL(defaults[provider].cancel, publicOrigin);
  success.searchParams.set('plan_id', String(planId));
  if (couponCode) success.searchParams.set('coupon_code', couponCode);
  return { returnUrl: success.href, cancelUrl: cancel.href };
}

/** Returns an address when it is a page of our own site; null for anything else, the API included. */
function toOwnAddress(wanted: string | undefined, publicOrigin: string): URL | null {
  if (!wanted || !URL.canParse(wanted, publicOrigin)) return null;
  const url = new URL(wanted, publicOrigin);
  const isOwn = url.origin === publicOrigin && url.username === '' && url.password === '';
  return isOwn && !url.pathname.startsWith('/api/') ? url : null;
}
