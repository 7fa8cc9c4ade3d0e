import { accountSettingsEndpoints, noticeChannelEndpoints, notificationEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** The signed-in user's own account. */
export const accountQuery = query(accountSettingsEndpoints.read, {});

export const notificationsQuery = query(notificationEndpoints.read, {});

/** The channels of Slack and Microsoft Teams that are told as well. */
export const channelsQuery = query(noticeChannelEndpoints.list, {});
