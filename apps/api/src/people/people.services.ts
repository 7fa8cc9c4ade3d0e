import type { Database } from '@picksync/db';
import type { Config } from '../config.ts';
import { createKnownBrowserCookie } from '../http/known-browser.ts';
import { createLinkCookie } from '../http/link-cookie.ts';
import { createPasskeyCookie } from '../http/passkey-cookie.ts';
import { createSecondFactorCookie } from '../http/second-factor-cookie.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createApiKeyAccess } from './api-keys/api-key-access.ts';
import { createContactThrottles } from './contact/contact-throttles.ts';
import { createSessionDeps, sessionAccess } from './sessions/sessions.ts';
import { createSignInApps } from './sign-in-providers/sign-in-apps.ts';
import { createAuthDeps } from './users/auth-deps.ts';

type AccountSettings = Pick<
  Config,
  | 'keyCallsPerMinute'
  | 'mailsPerHour'
  | 'publicOrigin'
  | 'secret'
  | 'sessionLimits'
  | 'signIn'
  | 'supportEmail'
>;

/** Builds the services of sign-in, sessions, API keys and support messages. */
export async function createAccountServices({
  config: { keyCallsPerMinute, mailsPerHour, publicOrigin, secret, sessionLimits, supportEmail, signIn },
  database: { prisma: db, pool },
  now,
}: {
  config: AccountSettings;
  database: Pick<Database, 'prisma' | 'pool'>;
  now: () => Date;
}) {
  const sessionDeps = createSessionDeps({ db, secret, now, sessionLimits });
  return {
    ...sessionDeps,
    ...sessionAccess(sessionDeps),
    ...(await createAuthDeps({ ...sessionDeps, mailsPerHour, publicOrigin, pool })),
    apiKeyAccess: createApiKeyAccess({ ...sessionDeps, pool, callsPerMinute: keyCallsPerMinute }),
    publicOrigin,
    supportEmail,
    signInApps: createSignInApps(signIn),
    providerTimeoutMs: signIn.timeoutMs,
    contactThrottles: createContactThrottles({ ...sessionDeps, pool }),
    sessionCookie: createSessionCookie(publicOrigin),
    secondFactorCookie: createSecondFactorCookie(publicOrigin),
    passkeyCookie: createPasskeyCookie(publicOrigin),
    linkCookie: createLinkCookie(publicOrigin),
    knownBrowser: createKnownBrowserCookie(publicOrigin),
  };
}
