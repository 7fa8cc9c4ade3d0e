import type { PaymentConfig } from './payment.settings.ts';

/** Returns where a provider's own pages show a payment; null where it has none. */
export type PaymentPages = (payment: { provider: string; paymentId: string | null }) => string | null;

/** Returns the provider's page on which a dispute is shown and answered; null if it has none. */
export type DisputePages = (dispute: { provider: string; disputeId: string }) => string | null;

/** PayPal's pages, by the address of its API: with real money and without. */
const paypalPages: Record<string, string> = {
  'https://api-m.paypal.com': 'https://www.paypal.com/activity/payment/',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com/activity/payment/',
};
const razorpayPages: Record<string, string> = {
  'https://api.razorpay.com': 'https://dashboard.razorpay.com/app/payments/',
};
const paypalDisputePages: Record<string, string> = {
  'https://api-m.paypal.com': 'https://www.paypal.com/resolutioncenter/view/',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com/resolutioncenter/view/',
};
const razorpayDisputePages: Record<string, string> = {
  'https://api.razorpay.com': 'https://dashboard.razorpay.com/app/disputes/',
};

/** Creates the function for links to a provider's pages. The sandbox shows all payments on one page. */
export function createPaymentPages({ paypal, razorpay }: PaymentConfig): PaymentPages {
  return ({ provider, paymentId }) => {
    if (paymentId === null) return null;
    if (provider === 'paypal') return getPage(paypal?.apiBase, paypalPages, paymentId);
    return provider === 'razorpay' ? getPage(razorpay?.apiBase, razorpayPages, paymentId) : null;
  };
}

/** Creates the function that finds the page of a dispute. */
export function createDisputePages({ paypal, razorpay }: PaymentConfig): DisputePages {
  return ({ provider, disputeId }) => {
    if (provider === 'paypal') return getPage(paypal?.apiBase, paypalDisputePages, disputeId);
    return provider === 'razorpay' ? getPage(razorpay?.apiBase, razorpayDisputePages, disputeId) : null;
  };
}

function getPage(apiBase: string | undefined, pages: Record<string, string>, id: string): string | null {
  if (apiBase === undefined) return null;
  const page = pages[apiBase];
  return page ? `${page}${encodeURIComponent(id)}` : `${new URL(apiBase).origin}/#/payments`;
}
