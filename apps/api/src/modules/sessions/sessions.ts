import type { Db } from '@picksync/db';
import type { Caller, Credentials } from '../../http/caller.ts';
import type { KeyedHash } from '../../keyed-hash.ts';
import {
  createSession,
  deleteSession,
  findSession,
  type SessionRow,
  setAuthToken,
  setSessionEnd,
} from './sessions.store.ts';

export type SessionParts = {
  db: Db;
  keyedHash: KeyedHash;
  /** 256 random bits as text. */
  newSecret: () => string;
  now: () => Date;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A session unused for so long ends, and every session ends so long after the sign-in. */
const IDLE_MS = 30 * DAY;
const LONGEST_MS = 90 * DAY;
/** Its end is put off no more often than this: not every request shall write. */
const PROLONG_EVERY_MS = 60 * MINUTE;
const AUTH_TOKEN_MS = 15 * MINUTE;

const tokenHash = ({ keyedHash }: SessionParts, token: string) => keyedHash('session', token);
const authTokenHash = ({ keyedHash }: SessionParts, token: string) => keyedHash('auth-token', token);

export type StartedSession = { token: string; authToken: string; expiresAt: Date };

/** Signs a user in. The two secrets are known to the caller alone: the cookie's and the bearer's, both stored hashed. */
export async function startSession(
  { userId, userAgent, ipAddress }: { userId: string; userAgent: string | undefined; ipAddress: string },
  parts: SessionParts,
): Promise<StartedSession> {
  const at = parts.now();
  const [token, authToken] = [parts.newSecret(), parts.newSecret()];
  const expiresAt = new Date(at.getTime() + IDLE_MS);
  await createSession(parts.db, {
    userId,
    tokenHash: tokenHash(parts, token),
    authTokenHash: authTokenHash(parts, authToken),
    authTokenExpiresAt: new Date(at.getTime() + AUTH_TOKEN_MS),
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress,
    createdAt: at,
    lastSeenAt: at,
    expiresAt,
  });
  return { token, authToken, expiresAt };
}

/** Whose session the given secrets open; null when none. Where both open one, the cookie's counts. */
export async function authenticate(
  { cookie, bearer }: Credentials,
  parts: SessionParts,
): Promise<Caller | null> {
  const at = parts.now();
  const rows = await findSession(parts.db, {
    tokenHash: cookie ? tokenHash(parts, cookie) : null,
    authTokenHash: bearer ? authTokenHash(parts, bearer) : null,
    at,
  });
  const row = rows.find(({ byCookie }) => byCookie) ?? rows.find(({ byBearer }) => byBearer);
  return row ? callerOf(row) : null;
}

function callerOf(row: SessionRow): Caller {
  const { sessionId, sessionCreatedAt, lastSeenAt, byBearer, byCookie: _, ...user } = row;
  return {
    session: { id: sessionId, createdAt: sessionCreatedAt, lastSeenAt },
    via: byBearer ? 'bearer' : 'cookie',
    user,
  };
}

/** Puts off the end of a session in use. Answers its new end, or null when it was put off a moment ago. */
export async function prolong({ session }: Caller, parts: SessionParts): Promise<Date | null> {
  const at = parts.now();
  if (at.getTime() - session.lastSeenAt.getTime() < PROLONG_EVERY_MS) return null;
  const latest = session.createdAt.getTime() + LONGEST_MS;
  const expiresAt = new Date(Math.min(at.getTime() + IDLE_MS, latest));
  await setSessionEnd(parts.db, { id: session.id, lastSeenAt: at, expiresAt });
  return expiresAt;
}

/** A fresh bearer value for the session; the one before is dead. */
export async function renewAuthToken({ session }: Caller, parts: SessionParts): Promise<string> {
  const token = parts.newSecret();
  await setAuthToken(parts.db, {
    id: session.id,
    authTokenHash: authTokenHash(parts, token),
    authTokenExpiresAt: new Date(parts.now().getTime() + AUTH_TOKEN_MS),
  });
  return token;
}

/** Ends a session; both of its secrets are worth nothing from now on. */
export const endSession = ({ session }: Caller, { db }: SessionParts): Promise<void> =>
  deleteSession(db, session.id);

/** What the access check asks of sessions. */
export const sessionAccess = (parts: SessionParts) => ({
  authenticate: (credentials: Credentials) => authenticate(credentials, parts),
  prolong: (caller: Caller) => prolong(caller, parts),
});
