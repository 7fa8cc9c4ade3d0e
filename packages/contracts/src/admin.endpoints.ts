import { adminEndpoints } from './admin.ts';
import { adminBillingEndpoints } from './admin-billing.ts';
import { adminCouponEndpoints } from './admin-coupons.ts';
import { adminInboxEndpoints } from './admin-inbox.ts';
import { adminOperationsEndpoints } from './admin-operations.ts';
import { adminUserEndpoints } from './admin-users.ts';

/** The owner's side. The role is asked of the database at each request. */
export const ownerEndpoints = {
  admin: adminEndpoints,
  adminBilling: adminBillingEndpoints,
  adminCoupons: adminCouponEndpoints,
  adminInbox: adminInboxEndpoints,
  adminOperations: adminOperationsEndpoints,
  adminUsers: adminUserEndpoints,
};
