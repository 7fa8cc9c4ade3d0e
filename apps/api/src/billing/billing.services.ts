import type { Db } from '@picksync/db';
import { createOfferedPlans } from '../base/offered-plans.ts';
import type { Config } from '../config.ts';
import { createDisputePages, createPaymentPages } from './payments/payment-pages.ts';
import type { PaymentProviders } from './payments/payment-provider.ts';
import { createPaymentProviders } from './payments/payment-providers.ts';
import { createRazorpayReturnCheck } from './payments/razorpay-return.ts';

/** Builds the services of plans and payments. A test may pass its own providers. */
export function createPaymentServices({
  config: { payments },
  db,
  now,
  paymentProviders = createPaymentProviders(payments, { now }),
}: {
  config: Pick<Config, 'payments'>;
  db: Db;
  now: () => Date;
  paymentProviders?: PaymentProviders | undefined;
}) {
  return {
    paymentProviders,
    offeredPlans: createOfferedPlans(db),
    paymentPages: createPaymentPages(payments),
    disputePages: createDisputePages(payments),
    isRazorpayReturn: createRazorpayReturnCheck(payments.razorpay?.keySecret),
  };
}
