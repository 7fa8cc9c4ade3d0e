import {
  passkeyEndpoints,
  securityActivityEndpoints,
  sessionEndpoints,
  twoFactorEndpoints,
} from '@picksync/contracts';
import { pagedQuery, query } from './query.ts';

/** How the second factor of the user stands. */
export const twoFactorQuery = query(twoFactorEndpoints.read, {});

/** Where the user is signed in. */
export const sessionsQuery = query(sessionEndpoints.list, {});

/** What happened to the security of the user's account, newest first. */
export const securityActivityQuery = pagedQuery(securityActivityEndpoints.list, {
  filter: {},
  inputOf: (page) => ({ query: page }),
});

/** The passkeys of the user. */
export const passkeysQuery = query(passkeyEndpoints.list, {});
