/** What one payment provider does for us. Every method throws `ProviderError`, and nothing else. */
export type PaymentProvider = {
  name: PaymentProviderName;
  /** Returns the smallest payment in a currency, in whole cents. Anything below it is refused by the provider. */
  leastCents: (currency: string) => number;
  /**
   * Opens a payment, or finds the one that was opened before for the same checkout. When the provider does not reply,
   * the payment that it may have created is looked up; it is never created twice.
   */
  open: (order: Order) => Promise<Opened>;
  /** Returns what is true now; null when the provider does not know the reference. */
  fetch: (reference: string) => Promise<ProviderState | null>;
  /** Stops the charges until `resume`. Does nothing at a provider that never charges by itself. */
  suspend: (reference: string, reason: string) => Promise<void>;
  /** Undoes `suspend`. Throws `refused` where the provider no longer allows it. */
  resume: (reference: string) => Promise<void>;
  /**
   * Stops the charges for good; succeeds when that was done before. Throws `refused` where the provider cannot: PayPal
   * cannot cancel a subscription that nobody has approved yet, and that may still be paid.
   */
  cancel: (reference: string, reason: string) => Promise<void>;
  /** Refunds a payment, or a part of it, once for each `key`. `fetch` returns the result where it lists every refund. */
  refund: (refund: RefundRequest) => Promise<Refunded>;
  /** Returns a refund by its id; null when the provider does not know or tell it. Absent where `fetch` lists every refund. */
  readRefund?: (id: string) => Promise<ProviderRefund | null>;
  /** Returns the subscription or checkout of a payment or refund that an event named; null if the provider does not know it. */
  trace: (about: MoneyIds) => Promise<Traced | null>;
  /** Returns a dispute by its id; null when the provider does not know it. */
  readDispute: (id: string) => Promise<ProviderDispute | null>;
  /** Returns the ids of the open disputes; only the newest if there are very many. */
  listOpenDisputes: () => Promise<string[]>;
  /** Returns what an event is about; null when its signature is wrong. Throws when that cannot be checked now. */
  verifyEvent: (event: ReceivedEvent) => Promise<VerifiedEvent | null>;
};

export const paymentProviderNames = ['paypal', 'razorpay'] as const;

export type PaymentProviderName = (typeof paymentProviderNames)[number];

/** Returns whether a provider takes money; `manual` and `none` do not. */
export function isPaymentProvider(name: string | null): name is PaymentProviderName {
  return name === 'paypal' || name === 'razorpay';
}

/** A subscription or payment link, by the provider's id of it. */
export type ProviderReference = { provider: PaymentProviderName; reference: string };

/** The providers that are set up here, in the order in which they are offered. */
export type PaymentProviders = Partial<Record<PaymentProviderName, PaymentProvider>>;

/** What is to be paid, in whole cents of the plan's currency. */
export type Order = {
  /** Our checkout: the idempotency key at every provider, at most 40 characters. */
  checkoutId: string;
  plan: {
    id: number;
    name: string;
    /** Charged for each regular period, with tax. */
    priceCents: number;
    /** The price before an added tax, for the provider's plan that all buyers share. Absent if no tax is added. */
    listPriceCents?: number;
    currency: string;
    /**
     * The provider's own plan for such a first period, discounted or not, as far as one is remembered; it is replaced when its
     * price is no longer ours.
     */
    providerPlanId: string | null;
  };
  /** Of the first period, after coupon and credit; at least 1. */
  firstPeriodCents: number;
  /** When the first period begins and is charged; null for at once. Links are always paid at once. */
  startsAt?: Date | null;
  /** The billing name and address, as far as they are given; one line of the address each. */
  payer: { email: string; name?: string; address?: string[] };
  /** Addresses of our own site. */
  returnUrl: string;
  cancelUrl: string;
  /** When the payment page closes, where the provider has that. Razorpay's stays open for at least 15 minutes. */
  expiresAt: Date;
};

export type Opened = {
  /** The provider's id: `I-…` of PayPal, `plink_…` of Razorpay. */
  reference: string;
  /** Where the browser goes to pay. */
  payUrl: string;
  /** The provider's plan this was opened with, to be remembered with the checkout and the plan; null where it has none. */
  providerPlanId: string | null;
};

/** The state at the provider, in our words. */
export type ProviderState = {
  reference: string;
  /**
   * `waiting`: not paid, or not fully. `approved`: agreed, no money has moved yet. `active`: agreed and running, or
   * paid; `payments` tells whether money has come. `lapsed`: over before it was paid. `expired`: every period it had is
   * over.
   */
  status: 'waiting' | 'approved' | 'active' | 'suspended' | 'cancelled' | 'lapsed' | 'expired';
  /** The provider's own status, for messages and logs: `ACTIVE`, `partially_paid`. */
  rawStatus: string;
  /** Our checkout as the provider carries it; null when it carries none. */
  checkoutId: string | null;
  providerPlanId: string | null;
  currency: string | null;
  /** Price of the first period and of each later one, where the provider tells. */
  firstPeriodCents: number | null;
  regularCents: number | null;
  /** When the provider says it charges next; null if it does not say. PayPal can be wrong for some minutes. */
  nextBillingAt: Date | null;
  payer: { id: string | null; email: string | null; name: string | null };
  /** Every movement of money that the provider lists for it: oldest first, a refund behind its payment. */
  payments: ProviderPayment[];
  /**
   * The newest payment, if the provider reports it apart from its list. PayPal's list can be half an hour late; this is
   * current, but has no payment id.
   */
  lastPayment: { amountCents: number; currency: string; at: Date } | null;
};

export type ProviderPayment = {
  /** Unique at the provider. Of a refund that PayPal does not name: that of the payment with `:refund` behind it. */
  id: string;
  kind: 'payment' | 'refund';
  status: 'pending' | 'paid' | 'failed';
  /** Always positive. */
  amountCents: number;
  currency: string;
  /** Null for a refund whose time the provider does not tell. */
  at: Date | null;
  /** Of a refund: the payment that it refunds. */
  of: string | null;
  /**
   * Of a payment: how much of it was refunded or reversed since, by us, by the provider or by the payer's bank. PayPal's list
   * does not tell the amount of a partial refund: see `readRefund`.
   */
  refunded: 'nothing' | 'part' | 'all';
};

/** A refund or a chargeback. */
export type ProviderRefund = {
  id: string;
  paymentId: string;
  status: ProviderPayment['status'];
  amountCents: number;
  currency: string;
  /** What was refunded of the payment up to this refund; null where the provider does not say. */
  totalCents: number | null;
};

export type RefundRequest = { paymentId: string; amountCents: number; currency: string; key: string };

export type Refunded = {
  /** How much of the payment is refunded by now; null where the provider does not tell. */
  totalCents: number | null;
  /** Whether all of the payment was refunded before, so that nothing was refunded now. */
  wasWhole: boolean;
  /** The id of a refund that is pending and that `fetch` does not list; null otherwise. */
  pendingId: string | null;
};

/** The provider's ids of the payment and refund that an event is about. */
export type MoneyIds = { paymentId: string | null; refundId: string | null };

/** What a payment belongs to, according to the provider. */
export type Traced = {
  paymentId: string;
  /** What `fetch` takes. */
  reference: string | null;
  /** The id of our checkout that the provider stores with it. */
  checkoutId: string | null;
};

/** A dispute about a payment, without texts written by a person. */
export type ProviderDispute = {
  id: string;
  paymentId: string | null;
  /** The provider's code, such as `UNAUTHORISED`. */
  reason: string;
  /** `open`: the seller may have to answer. `under_review`: somebody else has to act. */
  status: 'open' | 'under_review' | 'closed';
  /** Null until it is closed, and if the provider does not say. */
  outcome: 'won' | 'lost' | 'ended' | null;
  /** Null in a currency without cents. */
  amountCents: number | null;
  currency: string;
  /** The deadline for an answer; null if the provider sent no date or expects no answer. */
  respondBy: Date | null;
  openedAt: Date;
};

export type ReceivedEvent = {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the sender has sent many forged events: then no call is made before the signature is verified. */
  isSuspect?: boolean;
};

/** What an event with the right signature is about. It says where to look; nothing in it is believed. */
export type VerifiedEvent = MoneyIds & {
  /** The same each time the event is delivered, and covered by the signature. */
  key: string;
  type: string;
  /** What `fetch` takes; null when the event names only a payment. */
  reference: string | null;
  /** The id of our checkout, if the event contains it. */
  checkoutId: string | null;
  disputeId: string | null;
  /** The payment or refund it reports, to find what that belongs to; null for other events. */
  claim: MoneyClaim | null;
};

export type MoneyClaim = { amountCents: number | null; currency: string | null; at: Date | null };
