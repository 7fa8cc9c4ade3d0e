import { accountSettingsEndpoints, notificationEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** What the signed-in person can see of their own account. */
export const accountQuery = query(accountSettingsEndpoints.read, {});

export const notificationsQuery = query(notificationEndpoints.read, {});
