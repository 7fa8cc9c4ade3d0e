import { adminEndpoints } from './admin.ts';
import { adminBillingEndpoints } from './admin-billing.ts';
import { adminCouponEndpoints } from './admin-coupons.ts';
import { adminDisputeEndpoints } from './admin-disputes.ts';
import { adminInboxEndpoints } from './admin-inbox.ts';
import { adminOperationsEndpoints } from './admin-operations.ts';
import { adminPaymentEndpoints } from './admin-payments.ts';
import { adminTaxEndpoints } from './admin-taxes.ts';
import { adminUserEndpoints } from './admin-users.ts';

/** The endpoints for administrators. The role is read from the database for each request. */
export const ownerEndpoints = {
  admin: adminEndpoints,
  adminBilling: adminBillingEndpoints,
  adminCoupons: adminCouponEndpoints,
  adminDisputes: adminDisputeEndpoints,
  adminInbox: adminInboxEndpoints,
  adminOperations: adminOperationsEndpoints,
  adminPayments: adminPaymentEndpoints,
  adminTaxes: adminTaxEndpoints,
  adminUsers: adminUserEndpoints,
};
