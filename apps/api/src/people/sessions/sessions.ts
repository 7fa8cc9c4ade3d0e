import { AppError, type SessionView } from '@picksync/contracts';
import type { Context, TxContext } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { toNetworkPrefix } from '../../base/network.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller, Credentials } from '../../http/caller.ts';
import { toDevice } from '../recognized-devices/device.ts';
import {
  deleteOtherSessions,
  deleteSurplusPending,
  deleteSurplusSessions,
  deleteUserSession,
  findSession,
  findUserSessions,
  markSeen,
  markUserSeen,
  type SessionRow,
  setAuthToken,
  setToken,
} from './sessions.store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long somebody may take for the second factor. */
const pendingMs = 10 * minuteMs;
/** The most logins of a user that may wait for the second factor, per recognized device or network. */
const maxPending = 5;
/** How often a session is extended at most, so that not every request writes. It is how exact "last seen" is. */
const extendEveryMs = 5 * minuteMs;
const authTokenMs = 15 * minuteMs;
/** For how long the bearer value before it is accepted: calls that are under way carry it. */
const formerMs = minuteMs;

function hashToken(context: TxContext, token: string) {
  return context.keyedHash('session', token);
}
function hashAuthToken(context: TxContext, token: string) {
  return context.keyedHash('auth-token', token);
}

export type StartedSession = { token: string; authToken: string; expiresAt: Date };

type NewSession = {
  userId: string;
  userAgent: string | undefined;
  ipAddress: string;
  recognizedDeviceId?: string | null;
};

/**
 * Signs a user in. The two secrets are known to the caller alone: the cookie's and the bearer's, both stored hashed. Throws
 * `account_disabled`.
 */
export async function startSession(context: TxContext, session: NewSession): Promise<StartedSession> {
  const at = context.now();
  if (!(await markUserSeen(context.db, { userId: session.userId, at })))
    throw new AppError('account_disabled');
  const { idleDays, maxDays, perPerson } = context.settings.sessionLimits;
  const [token, authToken] = [context.newSecret(), context.newSecret()];
  const expiresAt = new Date(at.getTime() + Math.min(idleDays, maxDays) * dayMs);
  await context.db.session.create({
    data: {
      ...toColumns(session, at),
      tokenHash: hashToken(context, token),
      ...toAuthToken(context, authToken),
      expiresAt,
    },
  });
  await deleteSurplusSessions(context.db, { userId: session.userId, keep: perPerson });
  return { token, authToken, expiresAt };
}

/** Begins a session that only allows to give the second factor. Throws `account_disabled`. */
export async function startPendingSession(
  context: TxContext,
  session: NewSession,
): Promise<{ token: string; expiresAt: Date }> {
  await assertEnabled(context, session.userId);
  const at = context.now();
  const token = context.newSecret();
  const expiresAt = new Date(at.getTime() + pendingMs);
  const columns = toColumns(session, at);
  const secret = { tokenHash: hashToken(context, token), awaitsSecondFactor: true };
  await context.db.session.create({ data: { ...columns, ...secret, expiresAt } });
  await deleteSurplusPending(context.db, { ...columns, keep: maxPending });
  return { token, expiresAt };
}

/** Throws for a disabled user. A session that begins while the account is being disabled gives no access either. */
async function assertEnabled({ db }: TxContext, userId: string): Promise<void> {
  const disabled = await db.user.count({ where: { id: userId, disabledAt: { not: null } } });
  if (disabled > 0) throw new AppError('account_disabled');
}

function toAuthToken(context: TxContext, token: string) {
  const authTokenExpiresAt = new Date(context.now().getTime() + authTokenMs);
  return { authTokenHash: hashAuthToken(context, token), authTokenExpiresAt };
}

/**
 * Only the beginning of the network address is kept: enough for users to recognise where they were, too little to
 * identify them.
 */
function toColumns({ userId, userAgent, ipAddress, recognizedDeviceId = null }: NewSession, at: Date) {
  return {
    userId,
    recognizedDeviceId,
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress: toNetworkPrefix(ipAddress),
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
  context: Context,
  { cookie, bearer }: Credentials,
): Promise<Caller | null> {
  const rows = await findSession(context.pool, {
    tokenHashes: cookie ? context.keyedHash.all('session', cookie) : [],
    authTokenHashes: bearer ? context.keyedHash.all('auth-token', bearer) : [],
    at: context.now(),
  });
  const row = rows.find(({ byCookie }) => byCookie) ?? rows.find(({ byBearer }) => byBearer);
  return row ? toCaller(row) : null;
}

function toCaller(row: SessionRow): Caller {
  const { sessionId, sessionCreatedAt, byBearer, byCookie, isFormer: _isFormer, ...rest } = row;
  const { lastSeenAt, authTokenExpiresAt: _until, expiresAt, needsNewPassword, position, ...user } = rest;
  const provenAt = byCookie ? row.provenAt : getBearerProvenAt(row);
  const session = { lastSeenAt, provenAt, expiresAt, needsNewPassword };
  return {
    session: { id: sessionId, createdAt: sessionCreatedAt, ...session },
    via: byBearer ? 'bearer' : 'cookie',
    hasCookie: byCookie,
    position,
    user,
  };
}

/**
 * Returns the step-up that a bearer value has without the cookie: none after it was issued, because a copy of it may be in other
 * hands. The sign-in is the one before, and all that one has which was replaced.
 */
function getBearerProvenAt({ provenAt, sessionCreatedAt, authTokenExpiresAt, isFormer }: SessionRow): Date {
  if (isFormer) return sessionCreatedAt;
  const issuedMs = (authTokenExpiresAt?.getTime() ?? 0) - authTokenMs;
  return provenAt.getTime() <= issuedMs ? provenAt : sessionCreatedAt;
}

/**
 * Extends a session that is in use, and hashes its cookie with the present secret. Returns its new end, or null when it was
 * extended a short time ago.
 */
export async function extendSession(
  context: Context,
  { session }: Caller,
  { cookie }: Pick<Credentials, 'cookie'>,
): Promise<Date | null> {
  const at = context.now();
  if (at.getTime() - session.lastSeenAt.getTime() < extendEveryMs) return null;
  const { idleDays, maxDays } = context.settings.sessionLimits;
  const latest = session.createdAt.getTime() + maxDays * dayMs;
  const expiresAt = new Date(Math.min(at.getTime() + idleDays * dayMs, latest));
  const before = new Date(at.getTime() - extendEveryMs);
  await markSeen(context.db, session.id, { at, before, expiresAt });
  if (!cookie) return expiresAt;
  const [to, ...from] = context.keyedHash.all('session', cookie);
  if (from.length > 0) await setToken(context.db, { id: session.id, from, to });
  return expiresAt;
}

/**
 * Returns a new bearer value for the session; the one before ends within a minute. Only the cookie renews: a request with a bearer
 * value alone gets null, so that a stolen value lives no longer than a quarter of an hour; so does one beside a step-up, whose cookie may
 * be the one from before.
 */
export async function renewAuthToken(
  context: Context,
  { session, hasCookie }: Caller,
): Promise<string | null> {
  if (!hasCookie) return null;
  const token = context.newSecret();
  const formerUntil = new Date(context.now().getTime() + formerMs);
  const renewed = { ...toAuthToken(context, token), formerUntil };
  return (await setAuthToken(context.db, session, renewed)) ? token : null;
}

/** A session, with its cookie where the request has it. */
export type HeldSession = { session: Caller['session']; cookie: string | undefined };

/**
 * Replaces the cookie of a session whose user has gained rights: an earlier copy of it stops working. Returns
 * null when the cookie is not the session's, or was replaced a moment ago by another tab. The bearer value stays, so
 * that calls that are under way do not fail.
 */
export async function replaceToken(
  context: TxContext,
  { session, cookie }: HeldSession,
): Promise<string | null> {
  if (cookie === undefined) return null;
  const token = context.newSecret();
  const wasReplaced = await setToken(context.db, {
    id: session.id,
    from: context.keyedHash.all('session', cookie),
    to: hashToken(context, token),
  });
  return wasReplaced ? token : null;
}

/** Ends a session: both of its secrets are invalid from now on. */
export async function endSession({ db }: TxContext, { session: { id } }: Caller): Promise<void> {
  await db.session.deleteMany({ where: { id } });
}

/** Returns the functions that the access check needs of sessions. */
export function createSessionAccess(context: Context) {
  return {
    authenticate: (credentials: Credentials) => authenticate(context, credentials),
    extendSession: (caller: Caller, credentials: Credentials) => extendSession(context, caller, credentials),
    assertRecentStepUp: ({ session }: Caller) => assertRecentStepUp(session, { now: context.now() }),
  };
}

/** Returns where a user is signed in. */
export async function listSessions(context: Context, { user, session }: Caller): Promise<SessionView[]> {
  const rows = await findUserSessions(context.db, { userId: user.id, at: context.now() });
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
    id,
    ...toDevice(userAgent),
    network: ipAddress,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === session.id,
  }));
}

type Ending = { caller: Caller; ipAddress: string };

/** Ends one session of a user. Throws `not_found` when it is not theirs. */
export function endOneSession(
  context: Context,
  { caller, ipAddress, id }: Ending & { id: string },
): Promise<void> {
  const userId = caller.user.id;
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await deleteUserSession(tx, { userId, id }))) throw new AppError('not_found');
    await recordAudit(tx, { userId, action: 'session_ended', network: ipAddress, at: context.now() });
  });
}

/** Ends every session of a user except the caller's. Returns how many there were. */
export function endOtherSessions(context: Context, { caller, ipAddress }: Ending): Promise<number> {
  const userId = caller.user.id;
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const ended = await deleteOtherSessions(tx, { userId, keep: caller.session.id });
    if (ended > 0)
      await recordAudit(tx, { userId, action: 'sessions_ended', network: ipAddress, at: context.now() });
    return ended;
  });
}
