import type { MailProblem } from '@picksync/contracts';
import { type Database, type Db, Prisma, queryRows } from '@picksync/db';
import { type CallerColumns, callerColumns } from './caller-columns.ts';

export type SessionRow = CallerColumns & {
  sessionId: string;
  sessionCreatedAt: Date;
  lastSeenAt: Date;
  provenAt: Date;
  authTokenExpiresAt: Date | null;
  expiresAt: Date;
  needsNewPassword: boolean;
  byCookie: boolean;
  byBearer: boolean;
  /** Whether the bearer token is the one before the present one. */
  isFormer: boolean;
  position: string;
  mailProblem: MailProblem | null;
};

/**
 * Returns the live sessions of the given hashes, at most two, each with its user. Written by hand, because every request
 * needs it and Prisma would make two statements of it.
 */
export function findSession(
  pool: Database['pool'],
  { tokenHashes, authTokenHashes, at }: { tokenHashes: string[]; authTokenHashes: string[]; at: Date },
): Promise<SessionRow[]> {
  return queryRows<SessionRow>(
    pool,
    Prisma.sql`
    SELECT s.id AS "sessionId", s.created_at AS "sessionCreatedAt", s.last_seen_at AS "lastSeenAt",
      s.proven_at AS "provenAt", s.auth_token_expires_at AS "authTokenExpiresAt", s.expires_at AS "expiresAt",
      u.password_needs_update AS "needsNewPassword",
      s.token_hash = ANY(${tokenHashes}::text[]) AS "byCookie",
      coalesce(
        (s.auth_token_hash = ANY(${authTokenHashes}::text[]) AND s.auth_token_expires_at > ${at}::timestamptz)
        OR (s.former_auth_token_hash = ANY(${authTokenHashes}::text[]) AND s.former_auth_token_until > ${at}::timestamptz),
        false) AS "byBearer",
      coalesce(s.former_auth_token_hash = ANY(${authTokenHashes}::text[]), false) AS "isFormer",
      pg_snapshot_xmin(pg_current_snapshot())::text AS position,
      ${callerColumns},
      CASE WHEN u.undeliverable_address = u.email THEN u.undeliverable_reason END AS "mailProblem"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE (s.token_hash = ANY(${tokenHashes}::text[]) OR s.auth_token_hash = ANY(${authTokenHashes}::text[])
        OR s.former_auth_token_hash = ANY(${authTokenHashes}::text[]))
      AND s.expires_at > ${at}::timestamptz AND NOT s.awaits_second_factor AND u.disabled_at IS NULL`,
  );
}

export async function deleteAllSessions(db: Db, userId: string): Promise<void> {
  await db.session.deleteMany({ where: { userId } });
}

/** Replaces the hash of a session's cookie. Returns false when it is not the expected one any more. */
export async function setToken(
  db: Db,
  { id, from, to }: { id: string; from: string[]; to: string },
): Promise<boolean> {
  const { count } = await db.session.updateMany({
    where: { id, tokenHash: { in: from } },
    data: { tokenHash: to },
  });
  return count === 1;
}

/**
 * Replaces the bearer value of a session; the one before stays valid until `formerUntil`, unless it expires before. Returns false where the
 * session was proved again meanwhile, or has ended.
 */
export async function setAuthToken(
  db: Db,
  { id, provenAt }: { id: string; provenAt: Date },
  { authTokenHash, authTokenExpiresAt, formerUntil }: NewAuthToken,
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE sessions SET former_auth_token_hash = auth_token_hash,
      former_auth_token_until = least(auth_token_expires_at, ${formerUntil}::timestamptz),
      auth_token_hash = ${authTokenHash}, auth_token_expires_at = ${authTokenExpiresAt}
    WHERE id = ${id}::uuid AND proven_at = ${provenAt}`;
  return count === 1;
}

type NewAuthToken = { authTokenHash: string; authTokenExpiresAt: Date; formerUntil: Date };

/** Changes a session, unless it has ended meanwhile. */
export async function updateSession(
  db: Db,
  id: string,
  data: Prisma.SessionUncheckedUpdateManyInput,
): Promise<void> {
  await db.session.updateMany({ where: { id }, data });
}

/** Records that a user signs in. Returns false, and records nothing, for a disabled one. */
export async function markUserSeen(db: Db, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE users SET last_seen_at = ${at} WHERE id = ${userId}::uuid AND disabled_at IS NULL`;
  return count === 1;
}

/**
 * Records that a session, and with it its user, was seen, unless another request did so since `before`. Nobody waits: the
 * user is left out while another transaction changes them, and marked by the next time.
 */
export async function markSeen(
  db: Db,
  id: string,
  { at, before, expiresAt }: { at: Date; before: Date; expiresAt: Date },
): Promise<void> {
  await db.$executeRaw`
    WITH seen AS (
      UPDATE sessions SET last_seen_at = ${at}, expires_at = ${expiresAt}
      WHERE id = ${id}::uuid AND last_seen_at <= ${before} RETURNING user_id
    ), free AS (
      SELECT u.id FROM users u JOIN seen ON seen.user_id = u.id FOR NO KEY UPDATE OF u SKIP LOCKED
    )
    UPDATE users SET last_seen_at = ${at} FROM free WHERE users.id = free.id`;
}

/** Returns the session that waits for its second factor; null when there is none or its time is over. */
export async function findPendingSession(
  db: Db,
  { tokenHashes, at }: { tokenHashes: string[]; at: Date },
): Promise<{ id: string; userId: string; email: string } | null> {
  const found = await db.session.findFirst({
    where: { tokenHash: { in: tokenHashes }, awaitsSecondFactor: true, expiresAt: { gt: at } },
    select: { id: true, userId: true, user: { select: { email: true } } },
  });
  return found && { id: found.id, userId: found.userId, email: found.user.email };
}

/** Ends a session that waits for its second factor. Returns false when somebody else has. */
export async function takePendingSession(db: Db, id: string): Promise<boolean> {
  const { count } = await db.session.deleteMany({ where: { id, awaitsSecondFactor: true } });
  return count === 1;
}

/** Ends the sessions of a user beyond a number, those first that were not used for longest. */
export async function deleteSurplusSessions(
  db: Db,
  { userId, keep }: { userId: string; keep: number },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND NOT awaits_second_factor
      ORDER BY last_seen_at DESC, id DESC OFFSET ${keep})`;
}

type Waiting = { userId: string; recognizedDeviceId: string | null; ipAddress: string; keep: number };

/**
 * Ends the oldest logins of a user that wait for a second factor, beyond a maximum per recognized device and per network, so
 * that nobody ends the login of somebody else.
 */
export async function deleteSurplusPending(
  db: Db,
  { userId, recognizedDeviceId, ipAddress, keep }: Waiting,
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND awaits_second_factor
        AND known_browser_id IS NOT DISTINCT FROM ${recognizedDeviceId}::uuid
        AND (known_browser_id IS NOT NULL OR ip_address = ${ipAddress})
      ORDER BY last_seen_at DESC, id DESC OFFSET ${keep})`;
}

/** Returns the live sessions of a user, the latest use first. */
export function findUserSessions(db: Db, { userId, at }: { userId: string; at: Date }) {
  return db.session.findMany({
    where: { userId, awaitsSecondFactor: false, expiresAt: { gt: at } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  });
}

/** Ends one session of a user. Returns false when they have no such one. */
export async function deleteUserSession(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { count } = await db.session.deleteMany({ where: { id, userId, awaitsSecondFactor: false } });
  return count === 1;
}

/** Ends every session of a user but one, those that wait for a second factor included. Returns how many there were. */
export async function deleteOtherSessions(
  db: Db,
  { userId, keep }: { userId: string; keep: string },
): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { userId, id: { not: keep } } });
  return count;
}
