import cookie from '@fastify/cookie';
import { AppError, usualDateLook } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { createCookies } from '../base/cookies.ts';
import { assertRecentStepUp } from '../base/recent-step-up.ts';
import { guardAccess, type KeyAccess } from '../http/access.ts';
import type { Caller, Credentials } from '../http/caller.ts';
import { compressReplies } from '../http/compress-replies.ts';
import { handleErrors } from '../http/errors.ts';
import { createLogger } from '../http/logging.ts';
import { limitAccounts, limitRates, type RequestsPerMinute } from '../http/rate-limits.ts';
import { createServer, type ServerTimeouts } from '../http/server.ts';
import { handleUnknownAddresses } from '../http/web-build.ts';
import { collectLines } from './log-lines.ts';

export const origin = 'http://localhost:3000';

export function someCaller(changes: Partial<Caller['user']> = {}, via: Caller['via'] = 'cookie'): Caller {
  return {
    session: {
      id: 'session',
      createdAt: new Date(),
      lastSeenAt: new Date(),
      provenAt: new Date(),
      expiresAt: new Date(),
      needsNewPassword: false,
    },
    via,
    hasCookie: via === 'cookie',
    position: '0',
    user: {
      id: '0193b1f0-0000-7000-8000-000000000001',
      email: 'ada@clients.example',
      role: 'user',
      isVerified: true,
      subscriptionStatus: 'trial',
      subscriptionTier: 'free',
      trialEndDate: null,
      subscriptionEndDate: null,
      maxConfigurations: 2,
      nextTier: null,
      nextStartsAt: null,
      nextEndsAt: null,
      timeZone: null,
      ...usualDateLook,
      ...changes,
    },
  };
}

const noKeys: KeyAccess = {
  authenticateKey: () => Promise.reject(new AppError('api_key_revoked')),
  takeCall: async () => ({ isAdmitted: true, limit: 1, windowSeconds: 60, remaining: 1, resetSeconds: 60 }),
};

/** The application's frame without its modules: for tests of what every route goes through. */
export async function bareApp(
  addRoutes: (app: FastifyInstance) => void,
  {
    authenticate = () => null,
    apiKeyAccess = noKeys,
    requestsPerMinute = {},
    timeouts,
  }: {
    authenticate?: (credentials: Credentials) => Caller | null;
    apiKeyAccess?: KeyAccess;
    requestsPerMinute?: Partial<RequestsPerMinute>;
    timeouts?: ServerTimeouts;
  } = {},
) {
  const log = collectLines();
  const app = createServer({
    log: createLogger('info', log),
    publicOrigin: origin,
    trustProxy: false,
    ...(timeouts && { timeouts }),
  });
  handleErrors(app);
  await app.register(cookie);
  await compressReplies(app);
  const plenty = { reads: 1000, writes: 1000, signIns: 1000, callbacks: 1000, userWrites: 1000 };
  const limits = { ...plenty, ...requestsPerMinute };
  const sessionCookie = createCookies(origin).session;
  const networks = await limitRates(app, limits, sessionCookie);
  guardAccess(app, {
    assertChangeable: () => undefined,
    authenticate: async (credentials) => authenticate(credentials),
    extendSession: async () => null,
    assertRecentStepUp: ({ session }) => assertRecentStepUp(session, { now: new Date() }),
    sessionCookie,
    apiKeyAccess,
    ...networks,
    publicOrigin: origin,
  });
  // What all processes count together needs a database: see account-limits.http.test.ts.
  limitAccounts(app, limits, async () => {});
  addRoutes(app);
  handleUnknownAddresses(app, { hasWeb: false, publicOrigin: origin, hasSession: () => false });
  return { app, log };
}
