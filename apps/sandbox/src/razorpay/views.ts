import {
  type Dispute,
  documentKinds,
  type Notes,
  type Order,
  type Payment,
  type PaymentLink,
  type Refund,
} from './razorpay.model.ts';

function seconds(at: number | null): number {
  return at === null ? 0 : Math.floor(at / 1000);
}

/** Empty notes are a list. */
function notesView(notes: Notes): Notes | [] {
  return Object.keys(notes).length === 0 ? [] : notes;
}

type LinkViewOptions = {
  payments: Payment[];
  browserUrl: string;
  /** Alone a link has null for what it does not have, in a list an empty list. */
  isAlone?: boolean;
};

/** Returns a link as Razorpay shows it. Times are seconds; 0 means never. */
export function linkView(link: PaymentLink, { payments, browserUrl, isAlone = true }: LinkViewOptions) {
  const paid = payments.filter(({ linkId, status }) => linkId === link.id && status === 'captured');
  const isNew = link.updatedAt === link.createdAt && link.status === 'created';
  const isOpen = link.status === 'created' || link.status === 'partially_paid';
  const hasNotes = Object.keys(link.notes).length > 0;
  return {
    accept_partial: link.acceptPartial,
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
    first_min_partial_amount: link.firstMinPartialAmount,
    id: link.id,
    notes: hasNotes ? link.notes : isAlone ? null : [],
    notify: link.notify,
    ...(link.orderId !== null && { order_id: link.orderId }),
    payments: paid.length === 0 && isAlone ? null : paid.map((payment) => linkPaymentView(payment, link)),
    reference_id: link.referenceId,
    reminder_enable: link.reminderEnable,
    reminders: link.reminderEnable && !isNew ? { status: isOpen ? 'in_progress' : 'failed' } : [],
    short_url: payUrl(link, browserUrl),
    status: link.status,
    updated_at: seconds(link.updatedAt),
    upi_link: false,
    user_id: '',
    whatsapp_link: false,
  };
}

function linkPaymentView({ id, amount, at, status }: Payment, link: PaymentLink) {
  return {
    amount,
    created_at: seconds(at),
    method: 'card',
    payment_id: id,
    plink_id: link.id,
    status,
    updated_at: seconds(at),
  };
}

export function payUrl({ shortId }: PaymentLink, browserUrl: string): string {
  return `${browserUrl}/razorpay/i/${shortId}`;
}

/** Returns what the seller has given back of a payment. What a bank took back is a dispute and not in it. */
export function refundedAmount({ refunds }: Payment): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** What a rupee is worth here in any other currency's place: the sandbox has no market. */
const rupeesForOne = 80;

/** Returns an amount of a payment as the seller's account has it. */
export function toRupees(amount: number, { currency }: Pick<Payment, 'currency'>): number {
  return currency === 'INR' ? amount : amount * rupeesForOne;
}

const fees = { share: 0.02, internationalShare: 0.03, taxShare: 0.18, cardTaxFromPaise: 200_000 };

/** Returns the fee with its tax, in paise. No tax is charged on the fee for a card payment up to ₹2,000. */
function computeFee(paise: number, isInternational: boolean): { fee: number; tax: number } {
  const share = isInternational ? fees.internationalShare : fees.share;
  const tax = paise > fees.cardTaxFromPaise ? paise * share * fees.taxShare : 0;
  return { fee: Math.round(paise * share + tax), tax: Math.round(tax) };
}

/** Returns a payment as Razorpay shows it, with its card where that is asked for. */
export function paymentView(payment: Payment, { hasCard = false }: { hasCard?: boolean } = {}) {
  const refunded = refundedAmount(payment);
  const isFailed = payment.status === 'failed';
  const isCaptured = payment.status === 'captured';
  const isWhole = refunded === payment.amount;
  const isInternational = payment.currency !== 'INR';
  const base = toRupees(payment.amount, payment);
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    ...(isInternational && { base_amount: base, base_currency: 'INR' }),
    status: isWhole && refunded > 0 ? 'refunded' : payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: isInternational,
    method: 'card',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isWhole ? 'full' : 'partial',
    captured: isCaptured,
    description: payment.description,
    card_id: payment.cardId,
    ...(hasCard && { card: cardView(payment) }),
    bank: null,
    wallet: null,
    vpa: null,
    email: payment.email,
    contact: payment.contact,
    notes: notesView(payment.notes),
    ...(isCaptured ? computeFee(base, isInternational) : { fee: null, tax: null }),
    error_code: isFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: isFailed ? 'Payment failed' : null,
    error_source: isFailed ? 'issuer_bank' : null,
    error_step: isFailed ? 'payment_authorization' : null,
    error_reason: isFailed ? 'payment_failed' : null,
    acquirer_data: { auth_code: isFailed ? null : payment.authCode },
    created_at: seconds(payment.at),
  };
}

/** Returns a payment as events carry it: with its card, and what it is worth in rupees. */
export function eventPaymentView(payment: Payment) {
  const view = paymentView(payment, { hasCard: true });
  const base = payment.status === 'captured' && { base_amount: view.base_amount ?? view.amount };
  return { ...view, ...base, amount_transferred: 0 };
}

export function cardView({ cardId, currency }: Payment) {
  return {
    id: cardId,
    entity: 'card',
    name: '',
    last4: '4366',
    network: 'Visa',
    type: 'credit',
    issuer: currency === 'INR' ? 'UTIB' : null,
    international: currency !== 'INR',
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
  };
}

/** Returns an order as Razorpay shows it. */
export function orderView(order: Order) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amountPaid,
    amount_due: Math.max(0, order.amount - order.amountPaid),
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesView(order.notes),
    created_at: seconds(order.createdAt),
  };
}

export function refundView({ id, amount, at, notes, receipt, speed }: Refund, payment: Payment) {
  return {
    id,
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: notesView(notes),
    receipt,
    acquirer_data: { arn: null },
    created_at: seconds(at),
    batch_id: null,
    status: 'processed',
    speed_processed: speed === 'optimum' ? 'instant' : 'normal',
    speed_requested: speed,
  };
}

/** Returns a dispute as Razorpay shows it. */
export function disputeView(dispute: Dispute, { currency }: Payment) {
  const { id, paymentId, amount, amountDeducted, status, phase, evidence } = dispute;
  return {
    id,
    entity: 'dispute',
    payment_id: paymentId,
    amount,
    currency,
    amount_deducted: amountDeducted,
    reason_code: dispute.reasonCode,
    reason_description: dispute.reasonDescription,
    respond_by: seconds(dispute.respondBy),
    status,
    phase,
    created_at: seconds(dispute.createdAt),
    evidence: {
      amount: evidence.amount,
      summary: evidence.summary,
      ...Object.fromEntries(
        [...documentKinds, 'others'].map((kind) => [kind, evidence.documents[kind] ?? null]),
      ),
      submitted_at: evidence.submittedAt === null ? null : seconds(evidence.submittedAt),
    },
  };
}
