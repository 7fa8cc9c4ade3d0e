import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';

type WantedPages = { returnUrl?: string | undefined; cancelUrl?: string | undefined };
type Purchase = { provider: PaymentProviderName; planId: number; couponCode: string | undefined };

const defaults = {
  paypal: { success: '/subscription?status=success', cancel: '/subscription?status=cancelled' },
  razorpay: { success: '/subscription/success', cancel: '/subscription/cancel' },
} as const;

/**
 * Returns where the browser goes after paying or giving up: the requested address where that is a page of our own site,
 * else the default. The purchase is added for the page to show; nothing in the address is believed.
 */
export function returnAddresses(
  { returnUrl, cancelUrl }: WantedPages,
  { provider, planId, couponCode }: Purchase,
  publicOrigin: string,
): { returnUrl: string; cancelUrl: string } {
  const success = ownAddress(returnUrl, publicOrigin) ?? new URL(defaults[provider].success, publicOrigin);
  const cancel = ownAddress(cancelUrl, publicOrigin) ?? new URL(defaults[provider].cancel, publicOrigin);
  success.searchParams.set('plan_id', String(planId));
  if (couponCode) success.searchParams.set('coupon_code', couponCode);
  return { returnUrl: success.href, cancelUrl: cancel.href };
}

/** Returns an address when it is a page of our own site; null for anything else, the API included. */
function ownAddress(wanted: string | undefined, publicOrigin: string): URL | null {
  if (!wanted || !URL.canParse(wanted, publicOrigin)) return null;
  const url = new URL(wanted, publicOrigin);
  const isOwn = url.origin === publicOrigin && url.username === '' && url.password === '';
  return isOwn && !url.pathname.startsWith('/api/') ? url : null;
}
