import * as z from 'zod';

const providerNames = ['paypal', 'razorpay'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What PayPal and Razorpay do wrong. Those that are left out are off. */
export const paymentFaultsSchema = z.strictObject({
  /** Limits all of these faults to one provider. Empty means both. */
  providers: z.array(z.enum(providerNames)).default([]),
  /**
   * How calls of the API are answered: regularly, with 401, 429, 500, a proxy's HTML page with 502, a body that is cut
   * off, or never.
   */
  answer: z
    .enum(['whole', 'unauthorized', 'rate_limit', 'error', 'html', 'truncated', 'hang'])
    .default('whole'),
  /** Whether a call takes effect before its answer is spoiled, so that the caller cannot know. */
  takesEffect: z.boolean().default(false),
  /** Limits `answer` to these operations, such as "subscriptions.create" and "links.create". Empty means all. */
  operations: z.array(z.string()).default([]),
  /** Ends `answer` after this many calls. Null means never. */
  times: z.number().int().min(1).nullable().default(null),
  /**
   * Events are sent while the payer goes back, have been answered before the payer goes back, are sent twice, or are
   * withheld until someone resends them.
   */
  events: z.enum(['sent', 'before_return', 'twice', 'never']).default('sent'),
  /** Whether events are signed with the right key. */
  signature: z.enum(['right', 'wrong']).default('right'),
  /** What a payer pays instead of what was asked, in the smallest unit. Null means what was asked. */
  paidCents: z.number().int().min(1).nullable().default(null),
  /** The currency a payer pays in instead of the one that was asked. */
  paidCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is a currency, such as EUR')
    .nullable()
    .default(null),
  /**
   * For this many minutes after a subscription became active, PayPal answers with a next billing time of the same day
   * (five and a half hours later). Then the date is right, and no event says so.
   */
  nextBillingTodayMinutes: z.number().int().min(0).max(1440).default(0),
  /**
   * Minutes until PayPal's list of a subscription's transactions shows a payment, which `last_payment` and the events
   * tell of at once.
   */
  transactionLagMinutes: z.number().int().min(0).max(60).default(0),
  /** Whether a subscription's payment waits for the payer's bank until someone settles it. */
  pendingPayments: z.boolean().default(false),
  /** Whether a refund at PayPal waits for the seller's bank until someone settles it. */
  pendingRefunds: z.boolean().default(false),
});

export type PaymentFaults = z.infer<typeof paymentFaultsSchema>;

export function noPaymentFaults(): PaymentFaults {
  return paymentFaultsSchema.parse({});
}

/** Returns the faults as they apply to one provider: none when they are limited to the other. */
export function getPaymentFaults(
  { faults }: { faults: { current: { payments: PaymentFaults } } },
  provider: ProviderName,
): PaymentFaults {
  const { payments } = faults.current;
  const isMeant = payments.providers.length === 0 || payments.providers.includes(provider);
  return isMeant ? payments : noPaymentFaults();
}

/** Returns what is paid where this was asked, in the smallest unit of the currency. */
export function paidInstead(faults: PaymentFaults, due: { amount: number; currency: string }) {
  return {
    amount: faults.paidCents ?? due.amount,
    currency: faults.paidCurrency ?? due.currency,
  };
}
