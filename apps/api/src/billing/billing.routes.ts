import { billingDetailsRoutes } from './billing-details/billing-details.routes.ts';
import { checkoutRoutes } from './checkouts/checkouts.routes.ts';
import { couponRoutes } from './coupons/coupons.routes.ts';
import { disputeRoutes } from './disputes/disputes.routes.ts';
import { planRoutes } from './plans/plans.routes.ts';
import { providerEventRoutes } from './provider-events/provider-events.routes.ts';
import { receiptRoutes } from './receipts/receipts.routes.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';

/** Plans and money. */
export const billingRoutes = [
  providerEventRoutes,
  planRoutes,
  receiptRoutes,
  billingDetailsRoutes,
  couponRoutes,
  checkoutRoutes,
  subscriptionRoutes,
  disputeRoutes,
];
