import type { FastifyInstance } from 'fastify';
import { adminBillingRoutes } from './modules/admin-billing/admin-billing.routes.ts';
import { adminCouponRoutes } from './modules/admin-coupons/admin-coupons.routes.ts';
import { adminInboxRoutes } from './modules/admin-inbox/admin-inbox.routes.ts';
import { adminOperationsRoutes } from './modules/admin-operations/admin-operations.routes.ts';
import { adminPaymentRoutes } from './modules/admin-payments/admin-payments.routes.ts';
import { adminTaxRoutes } from './modules/admin-taxes/admin-taxes.routes.ts';
import { adminUserRoutes } from './modules/admin-users/admin-users.routes.ts';
import { disputeRoutes } from './modules/disputes/disputes.routes.ts';
import type { Services } from './services.ts';

/** For administrators. */
export const adminModules: ((app: FastifyInstance, services: Services) => void)[] = [
  adminUserRoutes,
  adminCouponRoutes,
  adminInboxRoutes,
  adminBillingRoutes,
  adminPaymentRoutes,
  disputeRoutes,
  adminOperationsRoutes,
  adminTaxRoutes,
];
