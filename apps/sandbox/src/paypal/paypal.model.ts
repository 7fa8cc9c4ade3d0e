import type { Interval } from '../payments/billing-date.ts';
import type { Money } from './wire.ts';

/** As PayPal shows it, without its links. */
export type Product = {
  id: string;
  name: string;
  type: string;
  description?: string | undefined;
  category?: string | undefined;
  image_url?: string | undefined;
  home_url?: string | undefined;
  create_time: string;
  update_time: string;
};

export type PricingTier = { starting_quantity: string; ending_quantity?: string | undefined; amount: Money };

/** What one period costs: a fixed price for each unit, or tiers by the quantity. Amounts stay as they were sent. */
export type PricingScheme = {
  version: number;
  fixed_price?: Money;
  pricing_model?: 'VOLUME' | 'TIERED';
  tiers?: PricingTier[];
  create_time: string;
  update_time: string;
};

/** One stretch of a plan: `total_cycles` periods at one price, or endlessly many when it is 0. */
export type BillingCycle = {
  tenure_type: 'TRIAL' | 'REGULAR';
  sequence: number;
  total_cycles: number;
  frequency: Interval;
  /** Missing from a free trial. */
  pricing_scheme?: PricingScheme | undefined;
};

export type Preferences = {
  auto_bill_outstanding: boolean;
  setup_fee?: Money | undefined;
  setup_fee_failure_action: 'CONTINUE' | 'CANCEL';
  /** Failures in a row after which a subscription is suspended. 0 means never. */
  payment_failure_threshold: number;
};

export type Taxes = { percentage: string; inclusive: boolean };

/** As PayPal shows it, without its links; its one currency is not shown. */
export type Plan = {
  id: string;
  product_id: string;
  name: string;
  description?: string | undefined;
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE';
  billing_cycles: BillingCycle[];
  payment_preferences: Preferences;
  taxes?: Taxes | undefined;
  quantity_supported: boolean;
  create_time: string;
  update_time: string;
  currency: string;
};

export type SubscriptionStatus =
  | 'APPROVAL_PENDING'
  | 'APPROVED'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'EXPIRED';

export type Payer = { payerId: string; email: string; givenName: string; surname: string };

/** Who subscribes, as the app said it; its members are PayPal's. */
export type Subscriber = {
  email_address?: string | undefined;
  name?: { given_name?: string | undefined; surname?: string | undefined } | undefined;
  shipping_address?: unknown;
  payment_source?: unknown;
  [member: string]: unknown;
};

/** The part of a subscription that its payer agrees to. */
export type Terms = {
  planId: string;
  currency: string;
  /** The plan's cycles with the prices of this subscription. */
  cycles: BillingCycle[];
  preferences: Preferences;
  taxes?: Taxes | undefined;
  isOverridden: boolean;
  quantity: string;
  shipping: Money | null;
};

/** What is to change of a subscription once its payer agrees. */
export type Revision = Terms & {
  approvalToken: string;
  shippingAddress: unknown;
  returnUrl: string | null;
  cancelUrl: string | null;
};

export type Subscription = Terms & {
  id: string;
  /** Names the subscription in the address of the page to approve it. */
  approvalToken: string;
  customId: string | null;
  status: SubscriptionStatus;
  statusNote: string;
  statusAt: number;
  subscriber: Subscriber;
  payer: Payer | null;
  brand: string;
  /** As it was sent, to be told again. */
  applicationContext: unknown;
  /** Null where the app gave none: then the payer stays on PayPal's page. */
  returnUrl: string | null;
  cancelUrl: string | null;
  /** Whether it becomes active when it is approved; otherwise the app activates it. */
  isActivatedOnApproval: boolean;
  startAt: number;
  /** When it became active for the first time. */
  activatedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** Charged periods of all cycles. */
  completedPeriods: number;
  /** From when its dates are counted. */
  calendarFrom: number;
  /** Periods on its calendar, with those that passed while it was suspended. */
  calendarPeriods: number;
  nextBillingAt: number | null;
  revision: Revision | null;
  /** How far its own calendar is ahead of the clock, because someone let days pass. */
  aheadMs: number;
  failedPayments: number;
  lastFailure: { amount: number; at: number; retryAt: number } | null;
  /** What is still to be paid for periods that failed. */
  outstanding: number;
};

/**
 * The version of the payments API that a refund belongs to. A subscription's payment is known to both, as a sale and as
 * a capture; a refund only to the one that made it.
 */
export type PaymentsVersion = 'v1' | 'v2';

/** Money that was taken back: by the seller, or by the payer's bank. */
export type Refund = {
  id: string;
  kind: 'refund' | 'reversal';
  version: PaymentsVersion;
  /** `pending` waits for the seller's bank, and takes nothing back before it is completed. */
  state: 'completed' | 'pending' | 'failed';
  amount: number;
  at: number;
  invoiceId: string | null;
  customId: string | null;
  note: string | null;
};

export type Sale = {
  id: string;
  subscriptionId: string;
  amount: number;
  /** What of the amount is tax and shipping. */
  tax: number;
  shipping: number;
  currency: string;
  state: 'completed' | 'denied' | 'pending';
  at: number;
  refunds: Refund[];
};

export const disputeReasons = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'CANCELED_RECURRING_BILLING',
  'PROBLEM_WITH_REMITTANCE',
  'OTHER',
] as const;
export const disputeStages = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const;
/** The states of a dispute that is not decided yet. */
export const openDisputeStatuses = [
  'OPEN',
  'WAITING_FOR_BUYER_RESPONSE',
  'WAITING_FOR_SELLER_RESPONSE',
  'UNDER_REVIEW',
] as const;
export type DisputeOutcome =
  | 'RESOLVED_BUYER_FAVOUR'
  | 'RESOLVED_SELLER_FAVOUR'
  | 'CANCELED_BY_BUYER'
  | 'ACCEPTED';

export type Dispute = {
  id: string;
  saleId: string;
  reason: (typeof disputeReasons)[number];
  amount: number;
  stage: (typeof disputeStages)[number];
  status: (typeof openDisputeStatuses)[number] | 'RESOLVED';
  outcome: DisputeOutcome | null;
  /** What went back to the payer when it was decided. */
  refundedAmount: number;
  /** Until when the seller has to answer; null while nothing is asked of them. */
  sellerDueAt: number | null;
  /** What the seller offered to end it. */
  offer: { type: string; amount: Money | null; note: string; at: number } | null;
  messages: { from: 'BUYER' | 'SELLER'; at: number; text: string }[];
  createdAt: number;
  updatedAt: number;
};

export type UsedRequestId = {
  key: string;
  operation: string;
  fingerprint: string;
  resourceId: string;
  at: number;
};

export type WebhookRegistration = { id: string; url: string; eventTypes: string[] };

export type PaypalState = {
  products: Product[];
  plans: Plan[];
  subscriptions: Subscription[];
  sales: Sale[];
  disputes: Dispute[];
  requestIds: UsedRequestId[];
  webhooks: WebhookRegistration[];
  lookups: { id: string; clientId: string }[];
  /** Tokens that the app gave back before their end. */
  revokedTokens: string[];
};
