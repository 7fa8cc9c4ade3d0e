import type { Checkout, CheckoutStatus, Db, PaymentProvider, Plan, Prisma, Tx } from '@picksync/db';

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

/** Returns the checkouts with which a subscription was bought and renewed. */
export function findCheckouts(tx: Tx, subscriptionId: string): Promise<{ id: string }[]> {
  return tx.checkout.findMany({ where: { subscriptionId }, select: { id: true } });
}

export function insertCheckout(tx: Tx, data: Prisma.CheckoutUncheckedCreateInput): Promise<CheckoutWithPlan> {
  return tx.checkout.create({ data, include: { plan: true } });
}

export async function updateCheckout(
  tx: Db,
  id: string,
  data: Prisma.CheckoutUncheckedUpdateInput,
): Promise<void> {
  await tx.checkout.update({ where: { id }, data });
}

/** Stores the page that the provider opened. Returns false when the checkout was closed meanwhile. */
export async function recordOpened(
  db: Db,
  {
    id,
    reference,
    payUrl,
    providerPlanId,
  }: { id: string; reference: string; payUrl: string; providerPlanId: string | null },
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
  {
    planId,
    provider,
    providerPlanId,
    isDiscounted,
  }: { planId: number; provider: PaymentProvider; providerPlanId: string; isDiscounted: boolean },
): Promise<void> {
  await db.plan.update({
    where: { id: planId },
    data: { [getPlanColumn(provider, isDiscounted)]: providerPlanId },
  });
}

/** Returns the column of the provider's plan: PayPal has another one for a discounted first period. */
export function getPlanColumn(provider: PaymentProvider, isDiscounted: boolean) {
  if (provider !== 'paypal') return 'razorpayPlanId';
  return isDiscounted ? 'paypalDiscountPlanId' : 'paypalPlanId';
}

/** Returns whether it was open. */
export async function endCheckout(
  tx: Tx,
  {
    id,
    status,
    failure = null,
    at,
  }: { id: string; status: Exclude<CheckoutStatus, 'open'>; failure?: string | null; at: Date },
): Promise<boolean> {
  const { count } = await tx.checkout.updateMany({
    where: { id, status: 'open' },
    data: { status, failure, settledAt: at },
  });
  return count === 1;
}
