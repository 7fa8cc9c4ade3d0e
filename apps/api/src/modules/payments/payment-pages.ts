import type { PaymentConfig } from '../../payment.settings.ts';

/** Returns where a provider's own pages show a payment; null where it has none. */
export type PaymentPages = (payment: { provider: string; paymentId: string | null }) => string | null;

/** PayPal's pages, by the address of its API: with real money and without. */
const paypalPages: Record<string, string> = {
  'https://api-m.paypal.com': 'https://www.paypal.com/activity/payment/',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com/activity/payment/',
};
const razorpayPages: Record<string, string> = {
  'https://api.razorpay.com': 'https://dashboard.razorpay.com/app/payments/',
};

/** Creates the function for links to a provider's pages. The sandbox shows all payments on one page. */
export function createPaymentPages({ paypal, razorpay }: PaymentConfig): PaymentPages {
  const of = (apiBase: string | undefined, pages: Record<string, string>, paymentId: string) => {
    if (apiBase === undefined) return null;
    const page = pages[apiBase];
    return page ? `${page}${encodeURIComponent(paymentId)}` : `${new URL(apiBase).origin}/#/payments`;
  };
  return ({ provider, paymentId }) => {
    if (paymentId === null) return null;
    if (provider === 'paypal') return of(paypal?.apiBase, paypalPages, paymentId);
    return provider === 'razorpay' ? of(razorpay?.apiBase, razorpayPages, paymentId) : null;
  };
}
