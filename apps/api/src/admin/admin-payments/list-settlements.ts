import type { endpoints, Reply } from '@picksync/contracts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import type { PaymentRow, UserPayment } from './admin-payments.store.ts';

export type Settlement = Reply<typeof endpoints.adminPayments.list>[number]['ways'][number];

/**
 * Returns the ways in which a payment can be settled. It can be granted only if the payer loses nothing: they have that
 * plan, or none. When a part of unknown size is back already, only the provider's own pages can refund the rest.
 */
export function listSettlements(row: PaymentRow): Settlement[] {
  const { isUnmatched, isPartlyBack, isRefused, cents, dueCents, refundedCents, provider, reference } = row;
  if (row.isUnlisted) return ['settled'];
  const isAtProvider = reference !== null && isPaymentProvider(provider);
  if (hasFailedRefund(row)) return ['settled'];
  const records = getMaxRefund(row) > 0 ? (['record_refund'] as const) : [];
  if (isRefused && dueCents > 0)
    return [...(isAtProvider ? (['give_back'] as const) : []), ...records, 'settled'];
  if (isUnmatched && dueCents >= cents) return ['settled'];
  const isGranted = isUnmatched && !isPartlyBack && refundedCents === 0 && isGrantable(row);
  return [
    ...records,
    ...(isGranted ? (['grant'] as const) : []),
    ...(isUnmatched && isAtProvider ? (['give_back'] as const) : []),
    'settled',
  ];
}

/** Returns whether a refund of it has failed that was not owed. The next one is requested where the payments of a user are listed. */
export function hasFailedRefund({ isUnmatched, isPartlyBack, isRefused, dueCents }: PaymentRow): boolean {
  return isRefused && dueCents === 0 && !isUnmatched && !isPartlyBack;
}

/** Returns how many cents at most an administrator can enter as back; 0 where the provider's own list tells. */
export function getMaxRefund(row: PaymentRow): number {
  const { isPartlyBack, isRefused, cents, dueCents, refundedCents } = row;
  if (refundedCents > 0) return 0;
  if (isRefused && dueCents > 0) return dueCents;
  // A part is less than the whole.
  return isPartlyBack ? cents - 1 : 0;
}

/** Returns how many cents of a payment can be refunded here: 0 while another refund of it is pending. */
export function getRefundableCents(row: UserPayment): number {
  const { provider, reference, paymentId, cents, refundedCents, dueCents, isUnsettled } = row;
  if (!isPaymentProvider(provider) || reference === null || paymentId === null || isUnsettled) return 0;
  return dueCents > refundedCents ? 0 : Math.max(0, cents - refundedCents);
}

function isGrantable({ userId, isDisabled, planId, currentPlanId, currency, agreedCurrency }: PaymentRow) {
  if (userId === null || isDisabled || planId === null || currency !== agreedCurrency) return false;
  return currentPlanId === null || currentPlanId === planId;
}
