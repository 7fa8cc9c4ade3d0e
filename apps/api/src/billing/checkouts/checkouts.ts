import type { Checkout, CheckoutStatus, Db, PaymentProvider, Plan, Prisma, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider, type Opened } from '../../base/payments/payment-provider.ts';
import { releaseCoupon } from '../coupons/coupons.store.ts';
import { writeBillingStatus } from '../subscriptions/subscriptions.store.ts';

export type CheckoutWithPlan = Checkout & { plan: Plan };

/** Returns the one checkout of a user that can still be paid. */
export function findOpenCheckout(db: Db, userId: string): Promise<CheckoutWithPlan | null> {
  return db.checkout.findFirst({ where: { userId, status: 'open' }, include: { plan: true } });
}

export function findCheckout(db: Db, id: string): Promise<CheckoutWithPlan | null> {
  return db.checkout.findUnique({ where: { id }, include: { plan: true } });
}

export function findCheckoutByReference(
  db: Db,
  { provider, reference }: { provider: PaymentProvider; reference: string },
): Promise<CheckoutWithPlan | null> {
  return db.checkout.findUnique({
    where: { provider_providerReference: { provider, providerReference: reference } },
    include: { plan: true },
  });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the checkout whose id a provider carries with a payment; null for anything else, and for one at another provider. */
export async function findCarriedCheckout(
  db: Db,
  { provider, checkoutId }: { provider: PaymentProvider; checkoutId: string | null },
): Promise<CheckoutWithPlan | null> {
  const checkout = checkoutId !== null && uuid.test(checkoutId) ? await findCheckout(db, checkoutId) : null;
  return checkout?.provider === provider ? checkout : null;
}

export type DeletedCheckout = { id: string; plan: { name: string } };

/**
 * Returns the checkout of a deleted account, by the reference we kept or by the id that the provider carries, and lets one transaction
 * at a time work on it; null when there is none.
 */
export async function lockDeletedCheckout(
  tx: Tx,
  { provider, reference, id }: { provider: PaymentProvider; reference: string; id: string | null },
): Promise<DeletedCheckout | null> {
  const carried = id !== null && uuid.test(id) ? id : null;
  const [row] = await tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT d.id, p.name FROM deleted_checkouts d JOIN plans p ON p.id = d.plan_id
    WHERE d.provider = ${provider}::payment_provider
      AND (d.provider_reference = ${reference} OR d.provider_reference IS NULL AND d.id = ${carried}::uuid)
    FOR UPDATE OF d`;
  if (!row) return null;
  await tx.deletedCheckout.update({ where: { id: row.id }, data: { providerReference: reference } });
  return { id: row.id, plan: { name: row.name } };
}

/** Returns the checkouts with which a subscription was bought and renewed. */
export function findCheckouts(tx: Tx, subscriptionId: string): Promise<{ id: string }[]> {
  return tx.checkout.findMany({ where: { subscriptionId }, select: { id: true } });
}

export function insertCheckout(tx: Tx, data: Prisma.CheckoutUncheckedCreateInput): Promise<CheckoutWithPlan> {
  return tx.checkout.create({ data, include: { plan: true } });
}

export async function updateCheckout(tx: Db, id: string, data: Prisma.CheckoutUncheckedUpdateInput) {
  await tx.checkout.update({ where: { id }, data });
}

/** Stores the page that the provider opened. Returns false when the checkout was closed meanwhile. */
export async function recordOpened(
  db: Db,
  id: string,
  { reference, payUrl, providerPlanId }: Opened,
): Promise<boolean> {
  await db.checkout.updateMany({
    where: { id, providerReference: null },
    data: { providerReference: reference, providerPlanId },
  });
  const { count } = await db.checkout.updateMany({
    where: { id, status: 'open' },
    data: { checkoutUrl: payUrl },
  });
  return count === 1;
}

/** Remembers the provider's plan, so that the next checkout finds it. */
export async function rememberProviderPlan(
  db: Db,
  planId: number,
  remembered: Partial<Record<ReturnType<typeof getPlanColumn>, string>>,
): Promise<void> {
  await db.plan.update({ where: { id: planId }, data: remembered });
}

/** Returns the column of the provider's plan: PayPal has another one for a discounted first period. */
export function getPlanColumn(provider: PaymentProvider, isDiscounted: boolean) {
  if (provider !== 'paypal') return 'razorpayPlanId';
  return isDiscounted ? 'paypalDiscountPlanId' : 'paypalPlanId';
}

/** A page that has expired here can still be agreed to at the provider. */
const payable: CheckoutStatus[] = ['open', 'expired'];

/** Returns whether a payment for a checkout may still come. */
export function mayStillBePaid({ status }: Pick<Checkout, 'status'>): boolean {
  return payable.includes(status);
}

export type Ending = { status: Exclude<CheckoutStatus, 'open' | 'paid'>; failure?: string | null; at: Date };

/**
 * Ends a checkout that was not paid; returns whether anything changed. One that has expired can still be cancelled, and a job ends at
 * the provider what is cancelled here.
 */
export async function endCheckout(
  tx: Tx,
  { id, status, failure = null, at }: Ending & { id: string },
): Promise<boolean> {
  const { count } = await tx.checkout.updateMany({
    where: { id, status: status === 'cancelled' ? { in: payable } : 'open' },
    data: { status, failure, settledAt: at },
  });
  return count === 1;
}

/**
 * Closes a checkout that was not paid: its coupon is released, and a job closes its page at the provider. A payment
 * that arrives nevertheless is dealt with then. Call it under `lockUser`.
 */
export async function closeCheckout(
  context: Context,
  tx: Tx,
  { checkout, ...ending }: Ending & { checkout: Checkout },
): Promise<void> {
  const { id, userId, provider, providerReference: reference, approvedAt } = checkout;
  if (!(await endCheckout(tx, { id, ...ending }))) return;
  await releaseCoupon(tx, id);
  if (approvedAt) await writeBillingStatus(tx, { userId, now: ending.at });
  if (reference && isPaymentProvider(provider)) {
    await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  }
}
