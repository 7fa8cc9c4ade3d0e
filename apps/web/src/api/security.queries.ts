import { sessionEndpoints, twoFactorEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** How the second factor of the user stands. */
export const twoFactorQuery = query(twoFactorEndpoints.read, {});

/** Where the user is signed in. */
export const sessionsQuery = query(sessionEndpoints.list, {});
