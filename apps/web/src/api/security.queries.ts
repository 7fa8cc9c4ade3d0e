import {
  passkeyEndpoints,
  recognizedDeviceEndpoints,
  securityActivityEndpoints,
  sessionEndpoints,
  signInEndpoints,
  twoFactorEndpoints,
} from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { pagedQuery, query } from './query.ts';

/** The state of the user's second factor. */
export const twoFactorQuery = query(twoFactorEndpoints.read, {});

/** Where the user is signed in. */
export const sessionsQuery = query(sessionEndpoints.list, {});

/** Where somebody has signed in to the user's account. */
export const recognizedDevicesQuery = query(recognizedDeviceEndpoints.list, {});

/** What happened to the security of the user's account, newest first. */
export const securityActivityQuery = {
  ...pagedQuery(securityActivityEndpoints.list, {}),
  // Other tabs and browsers add to it, so it is read again whenever it is shown.
  staleTime: 0,
};

/** The passkeys of the user. */
export const passkeysQuery = query(passkeyEndpoints.list, {});

/** Which providers open the user's account. */
export const signInProvidersQuery = query(signInEndpoints.providers, {});

/** Reads everything under Security again: a change in one part is an entry in another. */
export async function refreshSecurity(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [
      twoFactorQuery,
      sessionsQuery,
      recognizedDevicesQuery,
      passkeysQuery,
      signInProvidersQuery,
      securityActivityQuery,
    ].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );
}
