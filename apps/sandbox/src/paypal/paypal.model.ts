import type { Interval } from '../payments/billing-date.ts';

export type Product = { id: string; name: string; type: string; description: string; createdAt: number };

/** One stretch of a plan: `totalCycles` periods at one price, or endlessly many when it is 0. */
export type BillingCycle = {
  tenure: 'TRIAL' | 'REGULAR';
  sequence: number;
  totalCycles: number;
  interval: Interval;
  /** In the smallest unit. 0 is a free trial. */
  price: number;
};

export type Plan = {
  id: string;
  productId: string;
  name: string;
  description: string;
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE';
  currency: string;
  cycles: BillingCycle[];
  /** Failures in a row after which a subscription is suspended. 0 means never. */
  failureThreshold: number;
  createdAt: number;
  updatedAt: number;
};

export type SubscriptionStatus =
  | 'APPROVAL_PENDING'
  | 'APPROVED'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'EXPIRED';

export type Payer = { payerId: string; email: string; givenName: string; surname: string };

export type Subscription = {
  id: string;
  /** Names the subscription in the address of the page to approve it. */
  approvalToken: string;
  planId: string;
  customId: string | null;
  status: SubscriptionStatus;
  statusNote: string;
  statusAt: number;
  currency: string;
  /** The plan's cycles with the prices of this subscription. */
  cycles: BillingCycle[];
  isOverridden: boolean;
  /** The address that the app gave, until the payer is known. */
  subscriberEmail: string | null;
  payer: Payer | null;
  brand: string;
  returnUrl: string;
  cancelUrl: string;
  /** Whether it becomes active when it is approved; otherwise the app activates it. */
  isActivatedOnApproval: boolean;
  startAt: number;
  createdAt: number;
  updatedAt: number;
  /** Charged periods of all cycles. */
  completedPeriods: number;
  /** Periods on its calendar, with those that passed while it was suspended. */
  calendarPeriods: number;
  nextBillingAt: number | null;
  /** How far its own calendar is ahead of the clock, because someone let days pass. */
  aheadMs: number;
  failedPayments: number;
  lastFailure: { amount: number; at: number; retryAt: number } | null;
};

/** Money that was taken back: by the seller, or by the payer's bank. */
export type Refund = {
  id: string;
  kind: 'refund' | 'reversal';
  amount: number;
  at: number;
};

export type Sale = {
  id: string;
  subscriptionId: string;
  amount: number;
  currency: string;
  state: 'completed' | 'denied';
  at: number;
  refunds: Refund[];
};

/** What a PayPal-Request-Id was used for. */
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
  requestIds: UsedRequestId[];
  webhooks: WebhookRegistration[];
};

export function createPaypalState(): PaypalState {
  return { products: [], plans: [], subscriptions: [], sales: [], requestIds: [], webhooks: [] };
}
