import { AppError } from '@picksync/contracts';
import { type Checkout, type Plan, transact } from '@picksync/db';
import { toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import type { Order, PaymentProvider } from '../../base/payments/payment-provider.ts';
import { consumeTry } from '../../base/throttle.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { taxTerms } from '../taxes/tax-amounts.ts';
import {
  closeCheckout,
  findCheckout,
  getPlanColumn,
  recordOpened,
  rememberProviderPlan,
} from './checkouts.ts';

type ToOpen = { checkout: Checkout & { plan: Plan; payer: Order['payer'] }; provider: PaymentProvider };

/**
 * Opens the payment of a checkout at its provider, or finds the one that was opened before, and keeps its reference. Throws
 * `payment_unavailable` where trying again may help, with the checkout left open for it, `payment_failed` where it does
 * not, `checkout_replaced` where it was closed meanwhile, and `rate_limited` for a user who opens page after page.
 */
export async function openAtProvider(
  context: Context,
  { checkout, provider }: ToOpen,
): Promise<{ payUrl: string; reference: string }> {
  const { id, planId, userId, amountCents, priceCents } = checkout;
  // A coupon or a credit makes the first period cost less than a regular one.
  const column = getPlanColumn(provider.name, amountCents < priceCents);
  await consumeTry(context.throttles.checkouts, userId);
  try {
    const opened = await provider.open(toOrder(checkout, column));
    const { reference, payUrl, providerPlanId } = opened;
    const isOpen = await recordOpened(context.db, id, opened);
    if (providerPlanId && providerPlanId !== checkout.plan[column])
      await rememberProviderPlan(context.db, planId, { [column]: providerPlanId });
    if (!isOpen) {
      // When the checkout was closed, its page was not known yet.
      await context.queue.send(context.db, 'refresh-subscription', { provider: provider.name, reference });
      throw new AppError('checkout_replaced');
    }
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

function toOrder(checkout: ToOpen['checkout'], column: ReturnType<typeof getPlanColumn>): Order {
  const { plan, tax } = checkout;
  const isTaxAdded = tax !== null && !taxTerms.parse(tax).isIncluded;
  return {
    checkoutId: checkout.id,
    plan: {
      id: plan.id,
      name: plan.name,
      priceCents: checkout.priceCents,
      ...(isTaxAdded && { listPriceCents: toCents(plan.price) }),
      currency: checkout.currency,
      providerPlanId: plan[column],
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
  await transact(context.db, async (tx) => {
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
