import { paymentProviderLabels } from '@picksync/contracts';
import type { Plan } from '../../api/subscription.queries.ts';

/** Returns the price of a plan, as in `$6.99`, and `$0` where there is nothing to pay. */
export function formatPrice(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

const cycles: Record<string, string> = { monthly: 'month', yearly: 'year', weekly: 'week', daily: 'day' };

/** Returns the period of a price, as in `per month`. */
export function perCycle(billingCycle: string): string {
  return `per ${cycles[billingCycle] ?? billingCycle}`;
}

/** Returns how often a price is paid, as in `every month`. */
export function everyCycle(billingCycle: string): string {
  return `every ${cycles[billingCycle] ?? billingCycle}`;
}

/** Returns what a plan costs, as in `$6.99 per month plus 19% VAT`. */
export function listPrice({
  price,
  currency,
  billingCycle,
  priceNote,
}: Pick<Plan, 'price' | 'currency' | 'billingCycle' | 'priceNote'>): string {
  const cost = `${formatPrice(price, currency)} ${perCycle(billingCycle)}`;
  return priceNote === null ? cost : `${cost} ${priceNote}`;
}

/** The provider's name; null where nobody took money. */
export function providerName(provider: string | null): string | null {
  return provider === 'paypal' || provider === 'razorpay' ? paymentProviderLabels[provider] : null;
}
