import { billingDetailsEndpoints } from './billing-details.ts';
import { couponEndpoints } from './coupons.ts';
import { paypalEndpoints } from './paypal.ts';
import { razorpayEndpoints } from './razorpay.ts';
import { receiptEndpoints } from './receipts.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/** Plans, and the ways to one. */
export const paymentEndpoints = {
  billingDetails: billingDetailsEndpoints,
  coupons: couponEndpoints,
  paypal: paypalEndpoints,
  razorpay: razorpayEndpoints,
  receipts: receiptEndpoints,
  subscriptions: subscriptionEndpoints,
};
