import { adminBillingRoutes } from './admin-billing/admin-billing.routes.ts';
import { adminCouponRoutes } from './admin-coupons/admin-coupons.routes.ts';
import { adminInboxRoutes } from './admin-inbox/admin-inbox.routes.ts';
import { adminOperationsRoutes } from './admin-operations/admin-operations.routes.ts';
import { adminPaymentRoutes } from './admin-payments/admin-payments.routes.ts';
import { adminTaxRoutes } from './admin-taxes/admin-taxes.routes.ts';
import { adminUserRoutes } from './admin-users/admin-users.routes.ts';

/** For administrators. */
export const adminRoutes = [
  adminUserRoutes,
  adminCouponRoutes,
  adminInboxRoutes,
  adminBillingRoutes,
  adminPaymentRoutes,
  adminOperationsRoutes,
  adminTaxRoutes,
];
