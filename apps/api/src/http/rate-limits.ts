import rateLimit from '@fastify/rate-limit';
import { AppError, type EndpointDefinition } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network.ts';
import { endpointOf } from './route-endpoint.ts';

/** Requests per minute and network. */
export type RequestsPerMinute = { reads: number; writes: number; signIns: number; callbacks: number };

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
    const endpoint = endpointOf(route);
    const max = endpoint ? ownLimit(endpoint, limits) : limits.reads * filesPerRead;
    if (max) route.config = { ...route.config, rateLimit: { max, timeWindow: windowMs } };
  });
  await app.register(rateLimit, {
    max: limits.reads,
    timeWindow: windowMs,
    cache: maxAddresses,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  });
}

/** Returns the limit of a route that does not share the one for reads. */
function ownLimit({ method, rate, raw }: EndpointDefinition, limits: RequestsPerMinute): number | undefined {
  if (raw === 'bytes') return limits.callbacks;
  if (rate === 'strict') return limits.signIns;
  return method === 'GET' ? undefined : limits.writes;
}
