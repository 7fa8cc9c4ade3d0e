export type LinkStatus = 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid';

export type Notes = Record<string, string>;

export type PaymentLink = {
  id: string;
  /** Names the link in the address of its page. */
  shortId: string;
  /** Null until somebody has opened the page. */
  orderId: string | null;
  status: LinkStatus;
  amount: number;
  amountPaid: number;
  currency: string;
  acceptPartial: boolean;
  firstMinPartialAmount: number;
  referenceId: string;
  description: string;
  customer: { name?: string | undefined; email?: string | undefined; contact?: string | undefined };
  notify: { email: boolean; sms: boolean; whatsapp: boolean };
  reminderEnable: boolean;
  notes: Notes;
  callbackUrl: string;
  /** In milliseconds; null means six months after it was created. */
  expireBy: number | null;
  createdAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  expiredAt: number | null;
  /** How far its own calendar is ahead of the clock, because someone let days pass. */
  aheadMs: number;
};

/** What is paid: the seller's own order, or the one behind a link. */
export type Order = {
  id: string;
  linkId: string | null;
  amount: number;
  amountPaid: number;
  currency: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  /** Whether a payment is captured by itself; otherwise the seller does it. */
  isCapturedAtOnce: boolean;
  createdAt: number;
  updatedAt: number;
};

/** Returns what an order is before anybody has paid. */
export function newOrder(at: number) {
  return { amountPaid: 0, status: 'created', attempts: 0, createdAt: at, updatedAt: at } as const;
}

/** Money that the seller gave back. */
export type Refund = {
  id: string;
  amount: number;
  notes: Notes;
  /** The app's own number of it. */
  receipt: string | null;
  speed: 'normal' | 'optimum';
  /** The header by which a repeated request is known, with what was asked. */
  idempotency: { key: string; request: string } | null;
  at: number;
};

export type Payment = {
  id: string;
  linkId: string | null;
  orderId: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed';
  email: string;
  contact: string;
  description: string | null;
  notes: Notes;
  cardId: string;
  authCode: string;
  at: number;
  refunds: Refund[];
};

export const disputePhases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;
export type DisputePhase = (typeof disputePhases)[number];

/** The kinds of documents by which a seller contests a dispute. */
export const documentKinds = [
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
] as const;

/** A payment that the payer's bank questions. */
export type Dispute = {
  id: string;
  paymentId: string;
  amount: number;
  /** What was taken from the seller's account, in rupees: of a lost dispute. */
  amountDeducted: number;
  reasonCode: string;
  reasonDescription: string;
  /** In milliseconds. */
  respondBy: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: DisputePhase;
  createdAt: number;
  evidence: {
    amount: number;
    summary: string | null;
    /** Ids of documents by kind, such as `billing_proof`; `others` are named by the seller. */
    documents: Record<string, unknown>;
    submittedAt: number | null;
  };
};

export type RazorpayState = {
  links: PaymentLink[];
  orders: Order[];
  payments: Payment[];
  disputes: Dispute[];
};
