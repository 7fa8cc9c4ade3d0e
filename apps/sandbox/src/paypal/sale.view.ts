import type { Config } from '../config.ts';
import { toDecimal } from '../payments/amount.ts';
import { apiLink } from './links.ts';
import type { Refund, Sale, Subscription } from './paypal.model.ts';
import { wireMoney, wireTime } from './wire.ts';

const feeShare = 0.0349;
const fixedFee = 49;

export function computeFee(amount: number): number {
  return Math.min(amount, Math.round(amount * feeShare) + fixedFee);
}

export function refundedAmount({ refunds }: Pick<Sale, 'refunds'>): number {
  return sumRefunds(refunds.filter(({ state }) => state === 'completed'));
}

/** Returns what is not refunded, and not about to be. */
export function leftToRefund({ amount, refunds }: Pick<Sale, 'amount' | 'refunds'>): number {
  return amount - sumRefunds(refunds.filter(({ state }) => state !== 'failed'));
}

function sumRefunds(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

type SaleStatus = 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED';

export function saleStatus(sale: Sale): SaleStatus {
  if (sale.state === 'denied') return 'DECLINED';
  if (sale.state === 'pending') return 'PENDING';
  const refunded = refundedAmount(sale);
  if (refunded === 0) return 'COMPLETED';
  return refunded < sale.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

/** Returns an amount in the form of version 1. */
function amountV1(
  { amount, tax = 0, shipping = 0 }: { amount: number; tax?: number; shipping?: number },
  currency: string,
  sign = '',
) {
  const decimal = (cents: number) => toDecimal(cents, currency);
  return {
    total: `${sign}${decimal(amount)}`,
    currency,
    details: {
      subtotal: `${sign}${decimal(amount - tax - shipping)}`,
      tax: decimal(tax),
      shipping: decimal(shipping),
    },
  };
}

function moneyV1(amount: number, currency: string) {
  return { value: toDecimal(amount, currency), currency };
}

/** Returns a sale as version 1 of the payments API and the events show it. */
export function saleView(base: Config, sale: Sale, { customId }: Pick<Subscription, 'customId'>) {
  const { id, currency, amount, at, subscriptionId } = sale;
  const status = saleStatus(sale);
  const { total, details } = amountV1(sale, currency);
  const reversal = sale.refunds.find(({ kind }) => kind === 'reversal');
  return {
    id,
    state: status === 'DECLINED' ? 'denied' : status.toLowerCase(),
    amount: { total, currency, details },
    payment_mode: status === 'PENDING' ? 'ECHECK' : 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
    ...(reversal && { reason_code: 'CHARGEBACK' }),
    ...(status === 'PENDING' && { reason_code: 'ECHECK' }),
    transaction_fee: moneyV1(computeFee(amount), currency),
    invoice_number: '',
    billing_agreement_id: subscriptionId,
    ...(customId !== null && { custom: customId }),
    create_time: wireTime(at),
    update_time: wireTime(sale.refunds.at(-1)?.at ?? at),
    links: [
      apiLink(base, `/v1/payments/sale/${id}`, 'self'),
      apiLink(base, `/v1/payments/sale/${id}/refund`, 'refund', 'POST'),
    ],
  };
}

/** Returns a sale as version 2 of the payments API shows it. */
export function captureView(base: Config, sale: Sale, { customId }: Pick<Subscription, 'customId'>) {
  const { id, currency, amount, at } = sale;
  return {
    id,
    status: saleStatus(sale),
    ...(sale.state === 'pending' && { status_details: { reason: 'ECHECK' } }),
    amount: wireMoney(amount, currency),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    seller_receivable_breakdown: breakdown(sale),
    ...(customId !== null && { custom_id: customId }),
    supplementary_data: { related_ids: {} },
    create_time: wireTime(at),
    update_time: wireTime(sale.refunds.at(-1)?.at ?? at),
    links: [
      apiLink(base, `/v2/payments/captures/${id}`, 'self'),
      apiLink(base, `/v2/payments/captures/${id}/refund`, 'refund', 'POST'),
      apiLink(base, `/v1/billing/subscriptions/${sale.subscriptionId}`, 'up'),
    ],
  };
}

function breakdown({ amount, currency }: Sale) {
  return {
    gross_amount: wireMoney(amount, currency),
    paypal_fee: wireMoney(computeFee(amount), currency),
    net_amount: wireMoney(amount - computeFee(amount), currency),
  };
}

/** Returns a sale as the list of a subscription's transactions shows it. */
export function transactionView(sale: Sale, { payer }: Subscription) {
  const { gross_amount, paypal_fee, net_amount } = breakdown(sale);
  return {
    status: saleStatus(sale),
    id: sale.id,
    amount_with_breakdown: {
      gross_amount,
      fee_amount: paypal_fee,
      ...(sale.tax > 0 && { tax_amount: wireMoney(sale.tax, sale.currency) }),
      ...(sale.shipping > 0 && { shipping_amount: wireMoney(sale.shipping, sale.currency) }),
      net_amount,
    },
    payer_name: { given_name: payer?.givenName ?? '', surname: payer?.surname ?? '' },
    payer_email: payer?.email ?? '',
    time: new Date(sale.at).toISOString(),
  };
}

/** Returns money taken back as version 1 shows it. Of a reversal the amount is negative. */
export function saleRefundView(base: Config, { id, kind, state, amount, at, ...given }: Refund, sale: Sale) {
  const isReversal = kind === 'reversal';
  const { currency } = sale;
  const fee = Math.min(amount, Math.round((amount / sale.amount) * computeFee(sale.amount)));
  const { total, details } = amountV1({ amount }, currency, isReversal ? '-' : '');
  return {
    id,
    sale_id: sale.id,
    state,
    amount: { total, currency, ...(isReversal && { details }) },
    ...(given.invoiceId !== null && { invoice_number: given.invoiceId }),
    ...(given.customId !== null && { custom: given.customId }),
    ...(given.note !== null && { description: given.note }),
    refund_reason_code: isReversal ? 'CHARGEBACK' : 'REFUND',
    refund_from_transaction_fee: moneyV1(fee, currency),
    refund_from_received_amount: moneyV1(amount - fee, currency),
    total_refunded_amount: moneyV1(refundedAmount(sale), currency),
    create_time: wireTime(at),
    update_time: wireTime(at),
    links: [
      apiLink(base, `/v1/payments/refund/${id}`, 'self'),
      apiLink(base, `/v1/payments/sale/${sale.id}`, 'sale'),
    ],
  };
}

/** Returns a reversal as its event shows it: who paid, and for what, is only behind the link. */
export function reversalView(base: Config, refund: Refund, sale: Sale) {
  const { id, at, amount } = refund;
  return {
    id,
    create_time: wireTime(at),
    state: 'completed',
    amount: amountV1({ amount }, sale.currency, '-'),
    links: [apiLink(base, `/v1/payments/refund/${id}`, 'self')],
  };
}

/** Returns a refund as version 2 shows it. */
export function captureRefundView(base: Config, { id, state, amount, at, ...given }: Refund, sale: Sale) {
  const { currency } = sale;
  return {
    id,
    status: state.toUpperCase(),
    ...(state === 'pending' && { status_details: { reason: 'ECHECK' } }),
    amount: wireMoney(amount, currency),
    ...(given.invoiceId !== null && { invoice_id: given.invoiceId }),
    ...(given.customId !== null && { custom_id: given.customId }),
    ...(given.note !== null && { note_to_payer: given.note }),
    seller_payable_breakdown: {
      gross_amount: wireMoney(amount, currency),
      paypal_fee: wireMoney(0, currency),
      net_amount: wireMoney(amount, currency),
      total_refunded_amount: wireMoney(refundedAmount(sale), currency),
    },
    create_time: wireTime(at),
    update_time: wireTime(at),
    links: [
      apiLink(base, `/v2/payments/refunds/${id}`, 'self'),
      apiLink(base, `/v2/payments/captures/${sale.id}`, 'up'),
    ],
  };
}

/** Returns the short answer to whoever refunds a capture. */
export function captureRefundSummary(base: Config, refund: Refund, sale: Sale) {
  const { id, status, links } = captureRefundView(base, refund, sale);
  return { id, status, links };
}
