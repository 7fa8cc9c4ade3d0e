import { adminEndpoints } from './admin.ts';
import { couponEndpoints } from './coupons.ts';
import { paypalEndpoints } from './paypal.ts';
import { razorpayEndpoints } from './razorpay.ts';
import { receiptEndpoints } from './receipts.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/** Plans, and the ways to one. */
export const paymentEndpoints = {
  admin: adminEndpoints,
  coupons: couponEndpoints,
  paypal: paypalEndpoints,
  razorpay: razorpayEndpoints,
  receipts: receiptEndpoints,
  subscriptions: subscriptionEndpoints,
};
