import type { PaymentConfig } from '../../base/payments/payment.settings.ts';
import type { PaymentProviders } from '../../base/payments/payment-provider.ts';
import { createPaypalProvider } from './paypal/paypal-provider.ts';
import { createRazorpayProvider } from './razorpay/razorpay-provider.ts';

/** Creates the payment providers that are set up here. One without its settings is not offered. */
export function createPaymentProviders(config: PaymentConfig, deps: { now: () => Date }): PaymentProviders {
  return {
    ...(config.razorpay ? { razorpay: createRazorpayProvider(config.razorpay, deps) } : {}),
    ...(config.paypal ? { paypal: createPaypalProvider(config.paypal, deps) } : {}),
  };
}
