import type { Payment, PaymentLink, Refund } from './razorpay.model.ts';

const feeShare = 0.02;

function seconds(at: number | null): number {
  return at === null ? 0 : Math.floor(at / 1000);
}

/** Returns a link as Razorpay shows it. Times are seconds; 0 means never. */
export function linkView(
  link: PaymentLink,
  { payments, browserUrl }: { payments: Payment[]; browserUrl: string },
) {
  return {
    accept_partial: false,
    amount: link.amount,
    amount_paid: link.amountPaid,
    ...(link.callbackUrl !== '' && { callback_method: 'get', callback_url: link.callbackUrl }),
    cancelled_at: seconds(link.cancelledAt),
    created_at: seconds(link.createdAt),
    currency: link.currency,
    customer: link.customer,
    description: link.description,
    expire_by: seconds(link.expireBy),
    expired_at: seconds(link.expiredAt),
    first_min_partial_amount: 0,
    id: link.id,
    notes: link.notes,
    notify: { email: false, sms: false },
    order_id: link.orderId,
    payments: payments
      .filter(({ linkId, status }) => linkId === link.id && status === 'captured')
      .map(({ id, amount, at, status }) => ({
        amount,
        created_at: seconds(at),
        method: 'card',
        payment_id: id,
        plink_id: link.id,
        status,
      })),
    reference_id: link.referenceId,
    reminder_enable: false,
    reminders: [],
    short_url: payUrl(link, browserUrl),
    status: link.status,
    updated_at: seconds(link.updatedAt),
    upi_link: false,
    user_id: '',
  };
}

export function payUrl({ shortId }: PaymentLink, browserUrl: string): string {
  return `${browserUrl}/razorpay/i/${shortId}`;
}

/** Returns what the seller has given back of a payment. What a bank took back is a dispute and not in it. */
export function refundedAmount({ refunds }: Payment): number {
  return refunds.filter(({ kind }) => kind === 'refund').reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns a payment as Razorpay shows it. */
export function paymentView(payment: Payment, link: PaymentLink | undefined) {
  const refunded = refundedAmount(payment);
  const isFailed = payment.status === 'failed';
  const isWhole = refunded === payment.amount;
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: isWhole && refunded > 0 ? 'refunded' : payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: true,
    method: 'card',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isWhole ? 'full' : 'partial',
    captured: !isFailed,
    description: link?.description ?? '',
    card_id: null,
    bank: null,
    wallet: null,
    vpa: null,
    email: payment.email,
    contact: payment.contact,
    notes: link?.notes ?? {},
    fee: isFailed ? null : Math.round(payment.amount * feeShare),
    tax: isFailed ? null : 0,
    error_code: isFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: isFailed ? 'The bank refused the payment.' : null,
    error_source: isFailed ? 'bank' : null,
    error_step: isFailed ? 'payment_authorization' : null,
    error_reason: isFailed ? 'payment_failed' : null,
    acquirer_data: {},
    created_at: seconds(payment.at),
  };
}

export function refundView({ id, amount, at, notes, receipt }: Refund, payment: Payment) {
  return {
    id,
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: {},
    created_at: seconds(at),
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  };
}

/** Returns a chargeback as the dispute that was lost. */
export function disputeView({ id, amount, at }: Refund, payment: Payment) {
  return {
    id,
    entity: 'dispute',
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    amount_deducted: amount,
    reason_code: 'chargeback',
    respond_by: seconds(at),
    status: 'lost',
    phase: 'chargeback',
    created_at: seconds(at),
  };
}
