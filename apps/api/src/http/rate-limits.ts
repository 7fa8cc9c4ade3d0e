import rateLimit from '@fastify/rate-limit';
import { AppError, type EndpointDefinition } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toNetwork } from '../base/network.ts';
import { safeMethods } from './access.ts';
import { getCaller } from './caller.ts';
import { getEndpoint } from './serve.ts';

/** Requests per minute and network; `userWrites` is what one user may change in a minute, from whatever network. */
export type RequestsPerMinute = {
  reads: number;
  writes: number;
  signIns: number;
  callbacks: number;
  userWrites: number;
};

const windowMs = 60_000;
const maxAddresses = 10_000;
/**
 * How many files count as one read: the first visit loads some fifty at once, files cost no statement, and without one
 * of them the page stays blank.
 */
const filesPerRead = 10;

/**
 * Limits every route by the caller's network: all reads together, files far more generously, each route that changes
 * something on its own, and routes that take passwords or codes most strictly. The counts are in this process, so that
 * a flood costs no statement; tries per person are counted in the database, for all processes.
 */
export async function limitRates(app: FastifyInstance, limits: RequestsPerMinute): Promise<void> {
  app.addHook('onRoute', (route) => {
    const endpoint = getEndpoint(route);
    const max = endpoint ? ownLimit(endpoint, limits) : limits.reads * filesPerRead;
    if (max) route.config = { ...route.config, rateLimit: { max, timeWindow: windowMs } };
  });
  await app.register(rateLimit, {
    max: limits.reads,
    timeWindow: windowMs,
    cache: maxAddresses,
    keyGenerator: (request) => toNetwork(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  });
}

/**
 * Limits the writes of one user over all routes together. Sessions and API keys have separate limits, and one session may
 * use half of its limit, so that neither a program nor a stolen session keeps users from their account. Add it after
 * authentication.
 */
export function limitUserWrites(app: FastifyInstance, { userWrites }: RequestsPerMinute): void {
  const duration = windowMs / 1000;
  const ofUsers = new RateLimiterMemory({ keyPrefix: 'user', points: userWrites, duration });
  const half = Math.ceil(userWrites / 2);
  const ofSessions = new RateLimiterMemory({ keyPrefix: 'session', points: half, duration });
  app.addHook('preParsing', async (request) => {
    const caller = safeMethods.has(request.method) ? null : getCaller(request);
    if (!caller) return;
    if (caller.via !== 'key') await takeWrite(ofSessions, caller.session.id);
    await takeWrite(ofUsers, `${caller.via === 'key' ? 'programs' : 'person'} ${caller.user.id}`);
  });
}

async function takeWrite(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new AppError('rate_limited', {
      details: { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) },
    });
  }
}

/** Returns the limit of a route that does not share the one for reads. */
function ownLimit({ method, rate, raw }: EndpointDefinition, limits: RequestsPerMinute): number | undefined {
  if (raw === 'bytes') return limits.callbacks;
  if (rate === 'strict') return limits.signIns;
  return method === 'GET' ? undefined : limits.writes;
}
