import { formatMoney } from '../../../base/amounts.ts';
import type { ProviderState } from '../../../base/payments/payment-provider.ts';
import type { CheckoutWithPlan } from '../../checkouts/checkouts.ts';

/**
 * Compares what a provider says with what we asked it to charge. Returns null where they agree, else one sentence, without payer data,
 * about what differs.
 */
export function findPaymentMismatch(checkout: CheckoutWithPlan, state: ProviderState): string | null {
  if (state.checkoutId !== null && state.checkoutId !== checkout.id) return 'It belongs to another checkout.';
  // After the first payment only the payments are compared, each by itself.
  if (checkout.subscriptionId) return null;
  const { providerPlanId, currency, amountCents, priceCents } = checkout;
  if (differs(state.providerPlanId, providerPlanId)) return 'It is for another plan.';
  if (differs(state.currency, currency)) return `It is in ${state.currency}, not in ${currency}.`;
  if (differs(state.firstPeriodCents, amountCents))
    return describeWrongAmount(state.firstPeriodCents, amountCents, currency);
  if (differs(state.regularCents, priceCents))
    return describeWrongAmount(state.regularCents, priceCents, currency);
  const first = state.payments.find(({ kind, status }) => kind === 'payment' && status === 'paid');
  if (!first) return null;
  if (first.currency !== currency) return `It was paid in ${first.currency}, not in ${currency}.`;
  return first.amountCents === amountCents
    ? null
    : describeWrongAmount(first.amountCents, amountCents, currency);
}

/** Returns whether two values differ; a missing one does not. */
function differs<T>(stated: T | null, agreed: T | null): boolean {
  return stated !== null && agreed !== null && stated !== agreed;
}

function describeWrongAmount(stated: number | null, agreed: number, currency: string): string {
  return `It is for ${formatMoney(stated ?? 0, currency)}, not for ${formatMoney(agreed, currency)}.`;
}
