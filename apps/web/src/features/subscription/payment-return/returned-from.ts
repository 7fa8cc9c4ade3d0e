/** The parameters in the address after paying. They are not believed: they only tell which payment to look up. */
export type Returned =
  | { from: 'paypal'; planId: number; coupon: string | null; subscriptionId: string }
  | { from: 'razorpay'; planId: number; coupon: string | null; link: RazorpayLink }
  /** Nothing was to be paid, and no provider was involved. */
  | { from: 'nobody'; planId: number }
  | { from: 'unknown'; missing: string };

export type RazorpayLink = {
  payment_link_id: string;
  payment_id?: string;
  payment_link_reference_id?: string;
  payment_link_status?: string;
  signature?: string;
};

const missing = {
  plan: 'Missing plan information',
  subscription: 'Missing subscription information',
  payment: 'Missing payment information. Please contact support',
};

type Search = Record<string, unknown>;

function textIn(search: Search, ...names: string[]): string | undefined {
  const found = names.map((name) => search[name]).find((value) => value !== undefined && value !== '');
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

function linkIn(search: Search): RazorpayLink | undefined {
  const read = (name: string) => textIn(search, `razorpay_${name}`, name);
  const id = read('payment_link_id');
  if (!id) return undefined;
  const others = ['payment_id', 'payment_link_reference_id', 'payment_link_status', 'signature'] as const;
  const found = others.flatMap((name) => {
    const value = read(name);
    return value ? [[name, value]] : [];
  });
  return { payment_link_id: id, ...Object.fromEntries(found) };
}

/** Reads the address of the page after paying. With a `subscription_id` it was PayPal, else Razorpay. */
export function returnedFrom(search: Search): Returned {
  const planId = Number(textIn(search, 'plan_id'));
  const coupon = textIn(search, 'coupon_code') ?? null;
  const hasPlan = Number.isInteger(planId) && planId > 0;
  if ('subscription_id' in search) {
    const subscriptionId = textIn(search, 'subscription_id');
    if (!subscriptionId) return { from: 'unknown', missing: missing.subscription };
    if (!hasPlan) return { from: 'unknown', missing: missing.plan };
    return { from: 'paypal', planId, coupon, subscriptionId };
  }
  const link = linkIn(search);
  if (link && hasPlan) return { from: 'razorpay', planId, coupon, link };
  if (link) return { from: 'unknown', missing: missing.plan };
  return hasPlan ? { from: 'nobody', planId } : { from: 'unknown', missing: missing.payment };
}
