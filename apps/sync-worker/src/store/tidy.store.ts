import { recentRunsKept } from '@picksync/contracts';
import type { PrismaClient } from '@picksync/db';

export type Removal = { prisma: PrismaClient; signal: AbortSignal };

/** Rows removed by one statement. */
export const batch = 5_000;

/** Repeats a bounded removal until it has nothing left to do. Returns how many rows went. */
export async function untilDone(signal: AbortSignal, removeBatch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const removed = await removeBatch();
    total += removed;
    if (removed < batch) return total;
  }
}

/** Deletes codes and sessions that nobody can use any more, and counts of tries whose window is over. */
export async function removeExpired({ prisma, signal, before }: Removal & { before: Date }) {
  return {
    codes: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM one_time_codes WHERE id IN (
      SELECT id FROM one_time_codes WHERE expires_at < ${before} LIMIT ${batch})`,
    ),
    sessions: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE expires_at < ${before} LIMIT ${batch})`,
    ),
    throttles: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM throttles WHERE key IN (
      SELECT key FROM throttles WHERE expire < ${before.getTime()} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      AND expire < ${before.getTime()}`,
    ),
  };
}

/**
 * Deletes changes of address that can neither be confirmed nor undone any more, copies of data whose day is over, and addresses
 * of accounts that were deleted before `goneBefore`.
 */
export async function removeAccountChanges({
  prisma,
  signal,
  before,
  goneBefore,
}: Removal & { before: Date; goneBefore: Date }) {
  return {
    emailChanges: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM email_changes WHERE id IN (
      SELECT id FROM email_changes WHERE expires_at < ${before} LIMIT ${batch})`,
    ),
    exports: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM data_exports WHERE id IN (
      SELECT id FROM data_exports WHERE expires_at < ${before} LIMIT ${batch})`,
    ),
    farewells: await untilDone(
      signal,
      () => prisma.$executeRaw`DELETE FROM farewells WHERE id IN (
      SELECT id FROM farewells WHERE created_at < ${goneBefore} LIMIT ${batch})`,
    ),
  };
}

export function removeOldActivity({ prisma, signal, before }: Removal & { before: Date }): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM activity_logs WHERE id IN (
      SELECT id FROM activity_logs WHERE "timestamp" < ${before} LIMIT ${batch})`,
  );
}

export function removeOldAuditEvents({
  prisma,
  signal,
  before,
}: Removal & { before: Date }): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM audit_events WHERE id IN (
      SELECT id FROM audit_events WHERE at < ${before} LIMIT ${batch})`,
  );
}

/** Deletes what says which mails were sent, and the notices that are over. */
export async function removeOldMails({
  prisma,
  signal,
  before,
}: Removal & { before: Date }): Promise<number> {
  const notices = await untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM notices WHERE id IN (
      SELECT id FROM notices WHERE closed_at < ${before} LIMIT ${batch})`,
  );
  const mails = await untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM sent_mails WHERE id IN (
      SELECT id FROM sent_mails WHERE begun_at < ${before} LIMIT ${batch})`,
  );
  return notices + mails;
}

/** Deletes all but the newest runs of each automation, as many as its strip shows. */
export function removeOldRuns({ prisma, signal }: Removal): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM automation_runs WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY automation_id ORDER BY at DESC, id DESC) AS place
        FROM automation_runs
      ) ranked WHERE place > ${recentRunsKept} LIMIT ${batch})`,
  );
}

/** Deletes receipts of callbacks. Those of payments stay. */
export function removeOldReceipts({ prisma, signal, before }: Removal & { before: Date }): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM provider_events WHERE id IN (
      SELECT id FROM provider_events
      WHERE provider = 'smartsheet' AND received_at < ${before} LIMIT ${batch})`,
  );
}

/** Deletes retired accounts that could not be ended at Smartsheet: their tokens have expired by now. */
export function removeRetiredAccounts({
  prisma,
  signal,
  before,
}: Removal & { before: Date }): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM retired_accounts WHERE id IN (
      SELECT id FROM retired_accounts WHERE created_at < ${before} LIMIT ${batch})`,
  );
}

/** Deletes sheets that no automation uses any more; paused automations count. */
export function removeUnusedSheets({ prisma, signal }: Removal): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM sheets WHERE (connection_id, sheet_id) IN (
      SELECT s.connection_id, s.sheet_id FROM sheets s
      WHERE NOT EXISTS (
        SELECT FROM automations a
        WHERE a.connection_id = s.connection_id AND (a.source_sheet_id = s.sheet_id OR a.sheet_id = s.sheet_id))
      ORDER BY s.connection_id, s.sheet_id LIMIT ${batch} FOR UPDATE OF s SKIP LOCKED)`,
  );
}

/**
 * Deletes people who never verified their address: the address is free again for whoever it belongs to. Somebody who
 * has a code that still works is about to.
 */
export function removeAbandonedSignUps({
  prisma,
  signal,
  before,
  now,
}: Removal & { before: Date; now: Date }): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM users WHERE id IN (
      SELECT u.id FROM users u
      WHERE NOT u.is_verified AND u.created_at < ${before}
        AND NOT EXISTS (SELECT FROM one_time_codes c WHERE c.user_id = u.id AND c.expires_at > ${now})
      LIMIT ${batch} FOR UPDATE OF u SKIP LOCKED)
      AND NOT is_verified`,
  );
}
