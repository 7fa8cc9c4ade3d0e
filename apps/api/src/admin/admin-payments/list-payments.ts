import { type endpoints, type Parsed, paymentProviderLabels, type Reply } from '@picksync/contracts';
import { formatMoney, toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import {
  findPaymentsToSettle,
  findUserPayments,
  type PaidRow,
  type PaymentRow,
  type UserPayment,
} from './admin-payments.store.ts';

type Calls = typeof endpoints.adminPayments;

/** Returns one page of the payments that somebody has to look at, newest first. */
export async function listPaymentsToSettle(
  context: Context,
  { cursor, limit }: Parsed<Calls['list']>['query'],
) {
  const from = { below: parseCursor(cursor), limit, at: context.now() };
  const page = toPage(await findPaymentsToSettle(context.db, from), limit, getPosition);
  const items = page.items.map((row) => ({
    ...toView(context, row),
    kind: getKind(row),
    why: explainUnsettled(row),
    ways: listSettlements(row),
    email: row.email,
    reference: row.reference,
    mostRefunded: toAmount(getMaxRefund(row)),
    refundDue: toAmount(Math.max(0, row.dueCents - row.refundedCents)),
  }));
  return { ...page, items };
}

/** Returns one page of what a user has paid, newest first. */
export async function listUserPayments(
  context: Context,
  { userId, cursor, limit }: Parsed<Calls['ofUser']>['query'] & { userId: string },
) {
  const rows = await findUserPayments(context.db, { userId, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, getPosition);
  const items = page.items.map((row) => ({
    ...toView(context, row),
    refundable: toAmount(getRefundableCents(row)),
  }));
  return { ...page, items };
}

function getPosition({ createdAt, id }: PaidRow) {
  return { at: createdAt, id };
}

function toView({ payments }: Context, row: PaidRow) {
  const { id, planName, provider, paymentId, currency, paidAt } = row;
  return {
    id,
    planName,
    provider,
    paymentId,
    providerPage: payments.getPaymentPage({ provider, paymentId }),
    amount: toAmount(row.cents),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: toAmount(row.refundedCents),
  };
}

function getKind({ isUnmatched, isRefused, isUnlisted }: PaymentRow): Reply<Calls['list']>[number]['kind'] {
  if (isUnlisted) return 'unlisted';
  if (isRefused) return 'refund_refused';
  return isUnmatched ? 'unmatched' : 'partly_refunded';
}

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
function hasFailedRefund({ isUnmatched, isPartlyBack, isRefused, dueCents }: PaymentRow): boolean {
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
