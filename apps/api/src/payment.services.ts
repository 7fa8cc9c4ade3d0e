import type { Config } from './config.ts';
import type { PaymentProviders } from './modules/payments/payment-provider.ts';
import { createPaymentProviders } from './modules/payments/payment-providers.ts';
import { createRazorpayReturnCheck } from './modules/payments/razorpay-return.ts';

/** Builds what taking money needs. A test may give providers of its own. */
export function createPaymentServices({
  config: { payments },
  now,
  paymentProviders = createPaymentProviders(payments, { now }),
}: {
  config: Pick<Config, 'payments'>;
  now: () => Date;
  paymentProviders?: PaymentProviders | undefined;
}) {
  return { paymentProviders, isRazorpayReturn: createRazorpayReturnCheck(payments.razorpay?.keySecret) };
}
