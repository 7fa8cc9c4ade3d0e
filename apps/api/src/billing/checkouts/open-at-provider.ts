import { AppError } from '@picksync/contracts';
import type { Checkout, Plan } from '@picksync/db';
import { toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import type { Order, PaymentProvider } from '../../base/payments/payment-provider.ts';
import { takeTry } from '../../base/throttle.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { taxTerms } from '../taxes/tax-amounts.ts';
import { findCheckout, getPlanColumn, recordOpened, rememberProviderPlan } from './checkouts.store.ts';
import { closeCheckout } from './close-checkout.ts';

type ToOpen = { checkout: Checkout & { plan: Plan; payer: Order['payer'] }; provider: PaymentProvider };

/**
 * Opens the payment of a checkout at its provider, or finds the one that was opened before, and keeps its reference. Throws
 * `payment_unavailable` where trying again may help, with the checkout left open for it, `payment_failed` where it does
 * not, and `rate_limited` for a user who opens page after page.
 */
export async function openAtProvider(
  context: Context,
  { checkout, provider }: ToOpen,
): Promise<{ payUrl: string; reference: string }> {
  const { id, planId, userId } = checkout;
  await takeTry(context.throttles.checkouts, userId);
  try {
    const { reference, payUrl, providerPlanId } = await provider.open(toOrder(checkout, provider));
    const isOpen = await recordOpened(context.db, { id, reference, payUrl, providerPlanId });
    if (providerPlanId && providerPlanId !== rememberedPlan(checkout, provider)) {
      const isDiscounted = hasDiscount(checkout);
      await rememberProviderPlan(context.db, {
        planId,
        provider: provider.name,
        providerPlanId,
        isDiscounted,
      });
    }
    if (!isOpen) throw new AppError('payment_failed', { message: replaced });
    return { reference, payUrl };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error, checkout: id }, 'a payment could not be opened');
    if (error.kind === 'retry')
      throw withType(new AppError('payment_unavailable', { cause: error }), 'temporary');
    // A payment that may exist after all must stay findable; one that was refused does not exist.
    if (error.kind !== 'unknown') await fail(context, id);
    throw withType(new AppError('payment_failed', { cause: error }), getType(error));
  }
}

const replaced = 'You have started another checkout meanwhile. Please go on with that one.';

/** Returns whether the first period costs less than a regular one, by a coupon or a credit. */
function hasDiscount({ amountCents, priceCents }: Checkout): boolean {
  return amountCents < priceCents;
}

function isTaxAdded({ tax }: Checkout): boolean {
  return tax !== null && !taxTerms.parse(tax).isIncluded;
}

function rememberedPlan(checkout: ToOpen['checkout'], { name }: PaymentProvider): string | null {
  return checkout.plan[getPlanColumn(name, hasDiscount(checkout))];
}

function toOrder(checkout: ToOpen['checkout'], provider: PaymentProvider): Order {
  const { plan } = checkout;
  return {
    checkoutId: checkout.id,
    plan: {
      id: plan.id,
      name: plan.name,
      priceCents: checkout.priceCents,
      ...(isTaxAdded(checkout) && { listPriceCents: toCents(plan.price) }),
      currency: checkout.currency,
      providerPlanId: rememberedPlan(checkout, provider),
    },
    firstPeriodCents: checkout.amountCents,
    // The link for a booked plan is paid before its first day.
    startsAt: checkout.kind === 'renewal' ? null : checkout.startsAt,
    payer: checkout.payer,
    returnUrl: checkout.returnUrl ?? '',
    cancelUrl: checkout.cancelUrl ?? '',
    expiresAt: checkout.expiresAt,
  };
}

async function fail(context: Context, id: string): Promise<void> {
  const failure = 'The payment provider refused to open the payment.';
  await context.db.$transaction(async (tx) => {
    const found = await findCheckout(tx, id);
    if (!found) return;
    await lockUser(tx, found.userId);
    await closeCheckout(context, tx, { checkout: found, status: 'failed', failure, at: context.now() });
  });
}

/** Returns the kind of failure for the browser: see the texts of payment failures. */
function getType({ kind, status }: ProviderError): string {
  if (kind === 'credentials') return 'authentication_failed';
  return kind === 'refused' && (status === 400 || status === 422) ? 'invalid_parameters' : 'creation_failed';
}

function withType(error: AppError, type: string): AppError {
  const details = { error: error.message, razorpay_error_type: type };
  return new AppError(error.code, { message: error.message, details, cause: error.cause });
}
