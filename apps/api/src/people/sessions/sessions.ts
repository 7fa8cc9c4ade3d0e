import { randomBytes } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { Db, PrismaClient } from '@picksync/db';
import { createKeyedHash, type KeyedHash } from '../../base/keyed-hash.ts';
import { networkPrefix } from '../../base/network.ts';
import { assertRecentProof } from '../../base/recent-proof.ts';
import type { Caller, Credentials } from '../../http/caller.ts';
import {
  createSession,
  deleteSession,
  deleteSessionsOf,
  deleteSurplusPending,
  deleteSurplusSessions,
  findSession,
  isEnabled,
  type SessionRow,
  setAuthToken,
  setSessionEnd,
  setToken,
} from './sessions.store.ts';

export type SessionDeps = {
  db: Db;
  keyedHash: KeyedHash;
  /** 256 random bits as text. */
  newSecret: () => string;
  now: () => Date;
  sessionLimits: SessionLimits;
};

export type SessionLimits = {
  /** A session ends after this long without use … */
  idleDays: number;
  /** … and this long after the sign-in, however much it is used. */
  maxDays: number;
  /** How many one person may have. The one that was not used for longest makes room. */
  perPerson: number;
};

export function createSessionDeps({
  db,
  secret,
  now,
  sessionLimits,
}: {
  db: PrismaClient;
  secret: string;
  now: () => Date;
  sessionLimits: SessionLimits;
}): SessionDeps & { db: PrismaClient } {
  return {
    db,
    sessionLimits,
    keyedHash: createKeyedHash(secret),
    newSecret: () => randomBytes(32).toString('base64url'),
    now,
  };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long somebody may take for the second factor. */
const pendingMs = 10 * minuteMs;
/** The most logins of a user that may wait for the second factor, per known browser or network. */
const maxPending = 5;
/** How often a session is extended at most, so that not every request writes. */
const prolongEveryMs = 60 * minuteMs;
const authTokenMs = 15 * minuteMs;

function tokenHash({ keyedHash }: Pick<SessionDeps, 'keyedHash'>, token: string) {
  return keyedHash('session', token);
}
function authTokenHash({ keyedHash }: SessionDeps, token: string) {
  return keyedHash('auth-token', token);
}

export type StartedSession = { token: string; authToken: string; expiresAt: Date };

type NewSession = {
  userId: string;
  userAgent: string | undefined;
  ipAddress: string;
  knownBrowserId?: string | null;
};

/**
 * Signs a user in. The two secrets are known to the caller alone: the cookie's and the bearer's, both stored hashed. Throws
 * `account_disabled`.
 */
export async function startSession(session: NewSession, deps: SessionDeps): Promise<StartedSession> {
  await assertEnabled(session.userId, deps);
  const at = deps.now();
  const { idleDays, maxDays, perPerson } = deps.sessionLimits;
  const [token, authToken] = [deps.newSecret(), deps.newSecret()];
  const expiresAt = new Date(at.getTime() + Math.min(idleDays, maxDays) * dayMs);
  await createSession(deps.db, {
    ...columnsOf(session, at),
    tokenHash: tokenHash(deps, token),
    authTokenHash: authTokenHash(deps, authToken),
    authTokenExpiresAt: new Date(at.getTime() + authTokenMs),
    expiresAt,
  });
  await deleteSurplusSessions(deps.db, { userId: session.userId, keep: perPerson });
  return { token, authToken, expiresAt };
}

/** Begins a session that only allows to give the second factor. Throws `account_disabled`. */
export async function startPendingSession(
  session: NewSession,
  deps: SessionDeps,
): Promise<{ token: string; expiresAt: Date }> {
  await assertEnabled(session.userId, deps);
  const at = deps.now();
  const token = deps.newSecret();
  const expiresAt = new Date(at.getTime() + pendingMs);
  const columns = columnsOf(session, at);
  await createSession(deps.db, {
    ...columns,
    tokenHash: tokenHash(deps, token),
    awaitsSecondFactor: true,
    expiresAt,
  });
  await deleteSurplusPending(deps.db, { ...columns, keep: maxPending });
  return { token, expiresAt };
}

async function assertEnabled(userId: string, { db }: SessionDeps): Promise<void> {
  if (!(await isEnabled(db, userId))) throw new AppError('account_disabled');
}

/**
 * Only the beginning of the network address is kept: enough for users to recognise where they were, too little to
 * identify them.
 */
function columnsOf({ userId, userAgent, ipAddress, knownBrowserId = null }: NewSession, at: Date) {
  return {
    userId,
    knownBrowserId,
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress: networkPrefix(ipAddress),
    createdAt: at,
    lastSeenAt: at,
    provenAt: at,
  };
}

/**
 * Returns the caller whose session the given secrets open; null when there is none. Where both open one, the cookie's
 * counts.
 */
export async function authenticate(
  { cookie, bearer }: Credentials,
  deps: SessionDeps,
): Promise<Caller | null> {
  const at = deps.now();
  const rows = await findSession(deps.db, {
    tokenHash: cookie ? tokenHash(deps, cookie) : null,
    authTokenHash: bearer ? authTokenHash(deps, bearer) : null,
    at,
  });
  const row = rows.find(({ byCookie }) => byCookie) ?? rows.find(({ byBearer }) => byBearer);
  return row ? callerOf(row) : null;
}

function callerOf(row: SessionRow): Caller {
  const { sessionId, sessionCreatedAt, byBearer, byCookie, ...rest } = row;
  const { lastSeenAt, provenAt, expiresAt, needsNewPassword, position, ...user } = rest;
  return {
    session: {
      id: sessionId,
      createdAt: sessionCreatedAt,
      lastSeenAt,
      provenAt,
      expiresAt,
      needsNewPassword,
    },
    via: byBearer ? 'bearer' : 'cookie',
    hasCookie: byCookie,
    position,
    user,
  };
}

/** Extends a session that is in use. Returns its new end, or null when it was extended a short time ago. */
export async function prolong({ session }: Caller, deps: SessionDeps): Promise<Date | null> {
  const at = deps.now();
  if (at.getTime() - session.lastSeenAt.getTime() < prolongEveryMs) return null;
  const { idleDays, maxDays } = deps.sessionLimits;
  const latest = session.createdAt.getTime() + maxDays * dayMs;
  const expiresAt = new Date(Math.min(at.getTime() + idleDays * dayMs, latest));
  await setSessionEnd(deps.db, { id: session.id, lastSeenAt: at, expiresAt });
  return expiresAt;
}

/**
 * Returns a new bearer value for the session and voids the one before. Only the cookie renews: a request with a bearer value
 * alone gets null, so that a stolen value lives no longer than a quarter of an hour.
 */
export async function renewAuthToken(
  { session, hasCookie }: Caller,
  deps: SessionDeps,
): Promise<string | null> {
  if (!hasCookie) return null;
  const token = deps.newSecret();
  await setAuthToken(deps.db, {
    id: session.id,
    authTokenHash: authTokenHash(deps, token),
    authTokenExpiresAt: new Date(deps.now().getTime() + authTokenMs),
  });
  return token;
}

/** A session, with its cookie where the request has it. */
export type HeldSession = { session: Caller['session']; cookie: string | undefined };

/**
 * Replaces the cookie of a session whose user has gained rights: an earlier copy of it stops working. Returns
 * null when the cookie is not the session's, or was replaced a moment ago by another tab. The bearer value stays, so
 * that calls that are under way do not fail.
 */
export async function replaceToken(
  { session, cookie }: HeldSession,
  deps: Pick<SessionDeps, 'db' | 'keyedHash' | 'newSecret'>,
): Promise<string | null> {
  if (cookie === undefined) return null;
  const token = deps.newSecret();
  const wasReplaced = await setToken(deps.db, {
    id: session.id,
    from: tokenHash(deps, cookie),
    to: tokenHash(deps, token),
  });
  return wasReplaced ? token : null;
}

/** Ends a session: both of its secrets are invalid from now on. */
export function endSession({ session }: Caller, { db }: SessionDeps): Promise<void> {
  return deleteSession(db, session.id);
}

/** Ends every session of a user, in every browser. */
export function endSessionsOf(db: Db, userId: string): Promise<void> {
  return deleteSessionsOf(db, userId);
}

/** Returns the functions that the access check needs of sessions. */
export function sessionAccess(deps: SessionDeps) {
  return {
    authenticate: (credentials: Credentials) => authenticate(credentials, deps),
    prolong: (caller: Caller) => prolong(caller, deps),
    assertRecentProof: ({ session }: Caller) => assertRecentProof(session, { now: deps.now() }),
  };
}
