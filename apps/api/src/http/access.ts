import { type Access, AppError, apiKeyPrefix, type EndpointDefinition } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from '../base/cookies.ts';
import { type Caller, type Credentials, getCaller, type KeyCaller, setCaller } from './caller.ts';
import type { AssertChangeable } from './refuse-changes.ts';
import { getEndpoint } from './serve.ts';

/** How the callers of this installation are known. */
export type Authentication = {
  authenticate: (credentials: Credentials) => Promise<Caller | null>;
  /** Extends a session in use. Returns its new end, or null when it was extended a short time ago. */
  extendSession: (caller: Caller, credentials: Credentials) => Promise<Date | null>;
  /** Throws `proof_required` when the caller proved too long ago who they are. */
  assertRecentStepUp: (caller: Caller) => void;
  /** Throws `maintenance` for a change while nothing can be changed. */
  assertChangeable: AssertChangeable;
  sessionCookie: Cookies['session'];
  apiKeyAccess: KeyAccess;
  /** Throws `rate_limited` when sessions and keys that open nothing come from one network too often. */
  takeStranger: (request: FastifyRequest) => Promise<void>;
  publicOrigin: string;
};

/** Methods that change nothing. */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A property: a weak map with an entry for each request keeps the garbage collector busy. */
type Admitted = FastifyRequest & { isBodyLate?: boolean; extended?: ExtendedCookie | null };

/** The cookie of a session that this request has extended. */
type ExtendedCookie = { cookie: string; expiresAt: Date };

/**
 * Adds the check of who may call an endpoint. It runs for every endpoint of the contract, after the rate limit and before
 * the body is read.
 */
export function guardAccess(app: FastifyInstance, authentication: Authentication): void {
  app.decorateRequest('isBodyLate', false);
  app.decorateRequest('extended', null);
  app.addHook('preParsing', async (request: Admitted, reply) => {
    const endpoint = getEndpoint(request.routeOptions);
    // Other services have no session; the handler checks their signature.
    if (!endpoint || endpoint.raw === 'bytes') return;
    const bearer = readBearer(request);
    // A request with a key has the rights of the key only, even when it also has a cookie.
    const caller =
      bearer !== undefined && isApiKey(bearer)
        ? await identifyKey(bearer, { endpoint, request, reply }, authentication)
        : await identify(request, authentication);
    if (!caller) await authentication.takeStranger(request);
    admit(request, caller, { endpoint, authentication });
    request.isBodyLate = caller !== null && request.raw.complete === false;
  });
  // A sender may hold a body back until the session or the key has ended.
  app.addHook('preValidation', async (request: Admitted) => {
    const [endpoint, caller] = [getEndpoint(request.routeOptions), getCaller(request)];
    if (!request.isBodyLate || !endpoint || !caller) return;
    admit(request, await identifyAgain(request, caller, authentication), { endpoint, authentication });
  });
  app.addHook('onSend', async ({ extended }: Admitted, reply) => {
    if (extended) await renewCookie(reply, extended, authentication);
  });
}

/**
 * Lets the browser keep a cookie for longer. One that was replaced while the call took its time, by a step-up or another
 * sign-in, would take the place of the new one.
 */
async function renewCookie(
  reply: FastifyReply,
  { cookie, expiresAt }: ExtendedCookie,
  { authenticate, sessionCookie }: Authentication,
): Promise<void> {
  const caller = await authenticate({ cookie, bearer: undefined }).catch(() => null);
  if (caller) sessionCookie.set(reply, cookie, expiresAt);
}

type Admission = { endpoint: EndpointDefinition; authentication: Authentication };

/** Sets the caller of a request. Throws why they may not make the call. */
function admit(
  request: FastifyRequest,
  caller: Caller | KeyCaller | null,
  { endpoint, authentication }: Admission,
): void {
  setCaller(request, caller);
  if (!safeMethods.has(request.method)) assertOwnSite(request, caller, authentication.publicOrigin);
  assertAccess(endpoint.access, caller);
  authentication.assertChangeable(endpoint, caller);
  if (endpoint.stepUp && caller && caller.via !== 'key') authentication.assertRecentStepUp(caller);
}

function readCredentials(request: FastifyRequest, { sessionCookie }: Authentication): Credentials {
  return { cookie: sessionCookie.read(request), bearer: readBearer(request) };
}

async function identify(request: Admitted, authentication: Authentication) {
  const credentials = readCredentials(request, authentication);
  if (!credentials.cookie && !credentials.bearer) return null;
  const caller = await authentication.authenticate(credentials);
  if (!caller) return null;
  const expiresAt = await authentication.extendSession(caller, credentials);
  if (expiresAt && credentials.cookie) request.extended = { cookie: credentials.cookie, expiresAt };
  return caller;
}

/** Returns whom the session or the key of a request opens now. Throws the reason when the key is no longer valid. */
function identifyAgain(
  request: FastifyRequest,
  { via }: Caller | KeyCaller,
  authentication: Authentication,
): Promise<Caller | KeyCaller | null> {
  const credentials = readCredentials(request, authentication);
  if (via === 'key') return authentication.apiKeyAccess.authenticateKey(credentials.bearer ?? '');
  return authentication.authenticate(credentials);
}

/** Returns the bearer token or API key of a request, not checked yet; a proxy in front of us may ask for other credentials. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * A browser also sends the cookie when a page of another site makes it call us. Throws `cross_origin` unless the
 * request comes from our own site, or has a bearer token or a key, which another site cannot send.
 */
function assertOwnSite(
  request: FastifyRequest,
  caller: Caller | KeyCaller | null,
  publicOrigin: string,
): void {
  if (caller?.via === 'bearer' || caller?.via === 'key') return;
  const from = getProvenance(request.headers, publicOrigin);
  // A caller without cookie and origin is no browser, and has no session that could be misused.
  const isHarmless = from === 'own' || (from === 'unknown' && caller === null);
  if (!isHarmless) throw new AppError('cross_origin');
}

function assertAccess(access: Access, caller: Caller | KeyCaller | null): void {
  if (access === 'public') return;
  if (!caller) throw new AppError('unauthenticated');
  if (!caller.user.isVerified) throw new AppError('verification_required');
  if (caller.via !== 'key' && caller.session.needsNewPassword) throw new AppError('password_update_required');
  if (access === 'admin' && caller.user.role !== 'admin') throw new AppError('forbidden');
}

type Provenance = 'own' | 'foreign' | 'unknown';

type OriginHeaders = { 'sec-fetch-site'?: string | undefined; origin?: string | undefined };

/**
 * Returns where a request came from, by Fetch Metadata where the browser sends them, else by `Origin`. `unknown`: the
 * request has neither, which no browser sends with an unsafe method.
 */
export function getProvenance(headers: OriginHeaders, ownOrigin: string): Provenance {
  const site = headers['sec-fetch-site'];
  // `none` is an address that was typed or a bookmark: no other site is involved.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  if (headers.origin === undefined) return 'unknown';
  return headers.origin === ownOrigin ? 'own' : 'foreign';
}

/** What is left of a key's calls in the present window. */
type CallsLeft = {
  isAdmitted: boolean;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
};

export type KeyAccess = {
  /** Returns the owner of a key. Throws the reason when it is not valid. */
  authenticateKey: (key: string) => Promise<KeyCaller>;
  /** Takes one of the calls that the key may make. */
  takeCall: (caller: KeyCaller) => Promise<CallsLeft>;
};

/** Returns whether a bearer token has the prefix of an API key, valid or not. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyPrefix);
}

/**
 * Returns the caller of a request with an API key; null where everybody may call. A key is not accepted for calls about
 * the account, its sessions, keys or payments. Throws `rate_limited` when its calls of this minute are used up.
 */
async function identifyKey(
  key: string,
  {
    endpoint,
    request,
    reply,
  }: { endpoint: EndpointDefinition; request: FastifyRequest; reply: FastifyReply },
  { apiKeyAccess: access, takeStranger }: Authentication,
): Promise<KeyCaller | null> {
  if (endpoint.access === 'public') return null;
  if (!endpoint.programs) throw new AppError('api_key_not_accepted');
  const caller = await access.authenticateKey(key).catch(async (refused) => {
    await takeStranger(request);
    throw refused;
  });
  const calls = await access.takeCall(caller);
  reply.headers({
    'ratelimit-policy': `"key";q=${calls.limit};w=${calls.windowSeconds}`,
    ratelimit: `"key";r=${calls.remaining};t=${calls.resetSeconds}`,
  });
  if (!calls.isAdmitted) {
    throw new AppError('rate_limited', { details: { retryAfterSeconds: calls.resetSeconds } });
  }
  if (endpoint.programs === 'write' && caller.key.scope !== 'write') throw new AppError('api_key_read_only');
  return caller;
}
