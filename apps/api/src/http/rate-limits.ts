import rateLimit from '@fastify/rate-limit';
import { AppError, type EndpointDefinition } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cookies } from '../base/cookies.ts';
import { toNetwork } from '../base/network.ts';
import { readBearer, safeMethods } from './access.ts';
import { type Caller, getCaller, type KeyCaller } from './caller.ts';
import { getEndpoint } from './serve.ts';

/**
 * Requests per minute: of one network for strangers, of one session for people who are signed in. `userWrites` is what one
 * user may change in a minute, by all sessions and from whatever networks.
 */
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
/** How many people at full speed fit behind one address: an office has one for everybody. */
const peoplePerNetwork = 25;
/** One session reads half of what its user may, so that a stolen one does not keep its owner out. */
const readingSessions = 2;

type NetworkLimits = {
  /** Counts a request whose session or key opens nothing like one that has none. Throws `rate_limited`. */
  takeStranger: (request: FastifyRequest) => Promise<void>;
};

/**
 * Limits every route by the caller's network: all reads together, files far more generously, each route that changes
 * something on its own, and routes that take passwords or codes most strictly. Who brings a session or a key is counted by
 * `limitAccounts`, and here only by a much wider guard, which a flood meets before it costs a statement. The counts are in
 * this process; tries per person are counted in the database, for all processes.
 */
export async function limitRates(
  app: FastifyInstance,
  limits: RequestsPerMinute,
  sessionCookie: Cookies['session'],
): Promise<NetworkLimits> {
  const hasAccount = (request: FastifyRequest): boolean => {
    const endpoint = getEndpoint(request.routeOptions);
    if (!endpoint || endpoint.raw === 'bytes') return false;
    // Passwords are guessed without a session, and a cookie that was made up must not widen that.
    if (endpoint.access === 'public' && endpoint.rate === 'strict') return false;
    return sessionCookie.read(request) !== undefined || readBearer(request) !== undefined;
  };
  const widen = (max: number) => (request: FastifyRequest) =>
    hasAccount(request) ? max * peoplePerNetwork : max;
  app.addHook('onRoute', (route) => {
    const endpoint = getEndpoint(route);
    const max = endpoint ? getOwnLimit(endpoint, limits) : limits.reads * filesPerRead;
    if (max) route.config = { ...route.config, rateLimit: { max: widen(max), timeWindow: windowMs } };
  });
  await app.register(rateLimit, {
    max: widen(limits.reads),
    timeWindow: windowMs,
    cache: maxAddresses,
    keyGenerator: (request) => `${hasAccount(request) ? 'accounts' : 'strangers'} ${toNetwork(request.ip)}`,
    errorResponseBuilder: (_request, { ttl }) => waitFor(ttl),
  });
  const ofNetworks = limitNetworks(app);
  const ownNetwork = (request: FastifyRequest): string => toNetwork(request.ip);
  // Each route has a guard of its own, and there are a hundred: together they are no more than people may change.
  const guardWrites = ofNetworks(limits.userWrites * peoplePerNetwork, ownNetwork);
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && hasAccount(request)) await guardWrites(request);
  });
  const take = limitByRoute(limits, ownNetwork, ofNetworks);
  return {
    takeStranger: async (request) => {
      if (hasAccount(request)) await take(request);
    },
  };
}

/** Takes one change of a user from what all processes count together. Throws `rate_limited`. */
export type TakeWrite = (caller: Caller | KeyCaller) => Promise<void>;

/**
 * Limits people who are signed in, and programs, by who they are: behind one address nobody uses up what is another's. A
 * session has what a network of strangers has; all sessions of a user together, and all their programs, read twice as much.
 * Add it after authentication.
 */
export function limitAccounts(app: FastifyInstance, limits: RequestsPerMinute, takeWrite: TakeWrite): void {
  const take = limitByRoute(limits, toSession, limitPeople);
  const takeRead = limitPeople(limits.reads * readingSessions, toAccount);
  app.addHook('preParsing', async (request) => {
    const caller = getCaller(request);
    if (!caller) return;
    await take(request);
    if (safeMethods.has(request.method)) await takeRead(request);
    else await takeWrite(caller);
  });
}

function toSession(request: FastifyRequest): string {
  const caller = getCaller(request);
  return caller && caller.via !== 'key' ? caller.session.id : toAccount(request);
}

function toAccount(request: FastifyRequest): string {
  const caller = getCaller(request);
  return caller ? getAccount(caller) : '';
}

/** Returns what a caller's requests are counted by: a user, or all programs of one. */
export function getAccount(caller: Caller | KeyCaller): string {
  return `${caller.via === 'key' ? 'programs' : 'person'} ${caller.user.id}`;
}

type ToKey = (request: FastifyRequest) => string;
type Take = (request: FastifyRequest) => Promise<void>;

/** Returns how to count requests in this process: all reads of somebody together, every other route on its own. */
function limitByRoute(
  limits: RequestsPerMinute,
  toKey: ToKey,
  createLimit: (max: number, toKey: ToKey) => Take,
): Take {
  const toOwnKey: ToKey = (request) => {
    const endpoint = getEndpoint(request.routeOptions);
    return `${endpoint?.method} ${endpoint?.path} ${toKey(request)}`;
  };
  const takeRead = createLimit(limits.reads, toKey);
  const takeWrite = createLimit(limits.writes, toOwnKey);
  const takeSignIn = createLimit(limits.signIns, toOwnKey);
  return (request) => {
    if (getEndpoint(request.routeOptions)?.rate === 'strict') return takeSignIn(request);
    return safeMethods.has(request.method) ? takeRead(request) : takeWrite(request);
  };
}

/** Returns how to count networks: a sender may have more of them than fit into memory, and the oldest are forgotten. */
function limitNetworks(app: FastifyInstance) {
  return (max: number, toKey: ToKey): Take => {
    const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: toKey });
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw waitFor(counted.ttl);
    };
  };
}

/** Counts people who are signed in, and programs: there are no more than have accounts. */
function limitPeople(points: number, toKey: ToKey): Take {
  const limiter = new RateLimiterMemory({ points, duration: windowMs / 1000 });
  return async (request) => {
    try {
      await limiter.consume(toKey(request));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw waitFor(refused.msBeforeNext);
    }
  };
}

function waitFor(ms: number): AppError {
  return new AppError('rate_limited', { details: { retryAfterSeconds: Math.ceil(ms / 1000) } });
}

/** Returns the limit of a route that does not share the one for reads. */
function getOwnLimit(
  { method, rate, raw }: EndpointDefinition,
  limits: RequestsPerMinute,
): number | undefined {
  if (raw === 'bytes') return limits.callbacks;
  if (rate === 'strict') return limits.signIns;
  return method === 'GET' ? undefined : limits.writes;
}
