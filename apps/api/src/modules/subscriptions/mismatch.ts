import type { Checkout } from '@picksync/db';
import type { ProviderTruth } from '../payments/payment-provider.ts';

type Agreed = Pick<
  Checkout,
  'id' | 'amountCents' | 'priceCents' | 'currency' | 'providerPlanId' | 'subscriptionId'
>;

/**
 * Compares what a provider says with what we asked it to charge. Returns null where they agree, else one sentence, without payer data,
 * about what differs.
 */
export function mismatchOf(checkout: Agreed, truth: ProviderTruth): string | null {
  if (truth.checkoutId !== null && truth.checkoutId !== checkout.id) return 'It belongs to another checkout.';
  // What was applied once is no longer compared as a whole; each payment is.
  if (checkout.subscriptionId) return null;
  const { providerPlanId, currency, amountCents, priceCents } = checkout;
  if (differs(truth.providerPlanId, providerPlanId)) return 'It is for another plan.';
  if (differs(truth.currency, currency)) return `It is in ${truth.currency}, not in ${currency}.`;
  if (differs(truth.firstPeriodCents, amountCents)) return wrong(truth.firstPeriodCents, amountCents);
  if (differs(truth.regularCents, priceCents)) return wrong(truth.regularCents, priceCents);
  const first = truth.payments.find(({ kind, status }) => kind === 'payment' && status === 'paid');
  if (!first) return null;
  if (first.currency !== currency) return `It was paid in ${first.currency}, not in ${currency}.`;
  return first.amountCents === amountCents ? null : wrong(first.amountCents, amountCents);
}

/** What either side does not tell cannot differ. */
function differs<T>(told: T | null, agreed: T | null): boolean {
  return told !== null && agreed !== null && told !== agreed;
}

function wrong(told: number | null, agreed: number): string {
  return `It is for ${told} cents, not for ${agreed}.`;
}
