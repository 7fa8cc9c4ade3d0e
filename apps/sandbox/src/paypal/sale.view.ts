import { toDecimal } from '../payments/amount.ts';
import type { Refund, Sale, Subscription } from './paypal.model.ts';
import { wireMoney, wireTime } from './wire.ts';

const feeShare = 0.0349;
const fixedFee = 49;

function feeOf(amount: number): number {
  return Math.min(amount, Math.round(amount * feeShare) + fixedFee);
}

export function refundedAmount({ refunds }: Sale): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

type SaleStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';

export function saleStatus(sale: Sale): SaleStatus {
  if (sale.state === 'denied') return 'DECLINED';
  const refunded = refundedAmount(sale);
  if (refunded === 0) return 'COMPLETED';
  return refunded < sale.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

/** Returns a sale as version 1 of the payments API and the events show it. */
export function saleView(sale: Sale, { customId }: Pick<Subscription, 'customId'>) {
  const { id, currency, amount, at, subscriptionId } = sale;
  const total = toDecimal(amount, currency);
  const status = saleStatus(sale);
  return {
    id,
    state: status === 'DECLINED' ? 'denied' : status.toLowerCase(),
    amount: { total, currency, details: { subtotal: total } },
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    transaction_fee: { value: toDecimal(feeOf(amount), currency), currency },
    billing_agreement_id: subscriptionId,
    ...(customId !== null && { custom: customId }),
    create_time: wireTime(at),
    update_time: wireTime(sale.refunds.at(-1)?.at ?? at),
    links: [],
  };
}

/** Returns a sale as version 2 of the payments API shows it. */
export function captureView(sale: Sale, { customId }: Pick<Subscription, 'customId'>) {
  const { id, currency, amount, at } = sale;
  return {
    id,
    status: saleStatus(sale),
    amount: wireMoney(amount, currency),
    final_capture: true,
    ...(customId !== null && { custom_id: customId }),
    seller_receivable_breakdown: breakdown(sale),
    create_time: wireTime(at),
    update_time: wireTime(sale.refunds.at(-1)?.at ?? at),
    links: [],
  };
}

function breakdown({ amount, currency }: Sale) {
  return {
    gross_amount: wireMoney(amount, currency),
    paypal_fee: wireMoney(feeOf(amount), currency),
    net_amount: wireMoney(amount - feeOf(amount), currency),
  };
}

/** Returns a sale as the list of a subscription's transactions shows it. */
export function transactionView(sale: Sale, { payer }: Subscription) {
  const { gross_amount, paypal_fee, net_amount } = breakdown(sale);
  return {
    id: sale.id,
    status: saleStatus(sale),
    payer_email: payer?.email ?? '',
    payer_name: { given_name: payer?.givenName ?? '', surname: payer?.surname ?? '' },
    amount_with_breakdown: { gross_amount, fee_amount: paypal_fee, net_amount },
    time: new Date(sale.at).toISOString(),
  };
}

/** Returns money taken back as version 1 shows it. Of a reversal the amount is negative. */
export function refundView({ id, kind, amount, at }: Refund, sale: Sale) {
  const total = toDecimal(amount, sale.currency);
  return {
    id,
    sale_id: sale.id,
    state: 'completed',
    amount: { total: kind === 'reversal' ? `-${total}` : total, currency: sale.currency },
    ...(kind === 'reversal' && { reason_code: 'CHARGEBACK' }),
    total_refunded_amount: { value: toDecimal(refundedAmount(sale), sale.currency), currency: sale.currency },
    create_time: wireTime(at),
    update_time: wireTime(at),
    links: [],
  };
}

/** Returns a refund as version 2 shows it. */
export function captureRefundView({ id, amount, at }: Refund, sale: Sale) {
  return {
    id,
    status: 'COMPLETED',
    amount: wireMoney(amount, sale.currency),
    seller_payable_breakdown: {
      gross_amount: wireMoney(amount, sale.currency),
      total_refunded_amount: wireMoney(refundedAmount(sale), sale.currency),
    },
    create_time: wireTime(at),
    update_time: wireTime(at),
    links: [],
  };
}
