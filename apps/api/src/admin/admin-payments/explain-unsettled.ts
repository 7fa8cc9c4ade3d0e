import { paymentProviderLabels } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { hasFailedRefund } from './list-settlements.ts';
import type { PaymentRow } from './payments-to-settle.store.ts';

/** Returns one sentence, without payer data, about why somebody has to look at a payment. */
export function explainUnsettled(row: PaymentRow): string {
  const { isUnmatched, isRefused, userId, cents, dueCents } = row;
  if (row.isUnlisted)
    return `${getLabel(row)} said that it was paid, but has not listed the payment since. It has bought what it was for.`;
  if (hasFailedRefund(row))
    return `A refund of it was on its way and failed at ${getLabel(row)}. That money has not gone back.`;
  if (isRefused && dueCents > 0) return explainRefusal(row);
  if (!isUnmatched) return `${getLabel(row)} says that a part of it was given back, but not how much.`;
  if (dueCents >= cents) return explainRefund(row);
  return userId === null ? 'It bought nothing, and its account was deleted since.' : explainUnmatched(row);
}

function getLabel({ provider }: PaymentRow): string {
  return isPaymentProvider(provider) ? paymentProviderLabels[provider] : 'Its provider';
}

function explainRefusal(row: PaymentRow): string {
  const { dueCents, refundedCents, currency, refusal } = row;
  const due = formatMoney(Math.max(0, dueCents - refundedCents), currency);
  return `${due} of it has to go back, and ${getLabel(row)} refuses to${refusal === null ? '' : ` (${refusal})`}.`;
}

function explainRefund({ userId, refundedCents }: PaymentRow): string {
  const reason = userId === null ? 'It came after its account was deleted, so it' : 'It bought nothing and';
  return `${reason} goes back by itself${refundedCents > 0 ? '; a part of it is back' : ''}.`;
}

function explainUnmatched(row: PaymentRow): string {
  const { cents, currency, planName, agreedCents, agreedCurrency, isRenewal, failure } = row;
  if (planName === null || agreedCents === null || agreedCurrency === null)
    return 'It bought nothing: no checkout of ours belongs to it.';
  if (currency !== agreedCurrency || cents !== agreedCents) {
    const period = isRenewal ? 'another month' : 'the first month';
    const agreed = formatMoney(agreedCents, agreedCurrency);
    return `It bought nothing: it is ${formatMoney(cents, currency)}, and ${period} of ${planName} was agreed for ${agreed}.`;
  }
  return `It bought nothing, because it does not agree with the checkout of ${planName}. ${failure ?? ''}`.trim();
}
