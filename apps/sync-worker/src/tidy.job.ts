import { setTimeout as pause } from 'node:timers/promises';
import { deliveryDays, runsKept } from '@picksync/contracts/sync';
import { type Job, type JobReport, Prisma, type PrismaClient } from '@picksync/db';
import type { Context } from './context.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long a new user may take to verify their address, from the last time they registered it. */
const signUpDays = 7;

/** How long it is kept how the parts of the product did; the status page shows fewer days. */
const statusDaysKept = 100;

/** Deletes rows that have expired, a batch at a time, so that no statement holds others up. Returns how many, by name. */
export async function tidy({ prisma, now, metrics }: Context, { signal }: Job<'tidy'>): Promise<JobReport> {
  const at = now();
  const report: JobReport = {};
  const count = (name: string, deleted: number) => {
    metrics.count('picksync_tidy_rows_deleted_total', { table: name }, deleted);
    report[name] = deleted;
  };
  for (const [name, statement] of [
    ...aged.map((rows) => toStatement(rows, at)),
    ...listOtherStatements(at),
  ]) {
    count(name, await untilDone(signal, () => prisma.$executeRaw(statement)));
  }
  for (const rows of owned) count(rows.name, await deleteOwned({ prisma, signal }, rows));
  return report;
}

/** Rows removed by one statement. */
const batch = 1_000;

/** How many times as long as a statement took it rests before the next one: there is all night, and others wait for answers. */
const restsPerStatement = 3;

/** Repeats a statement until it says that nothing is left to do. */
async function repeat(signal: AbortSignal, statement: () => Promise<{ isDone: boolean }>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const begun = performance.now();
    const { isDone } = await statement();
    if (isDone) return;
    await pause(restsPerStatement * (performance.now() - begun), undefined, { signal });
  }
}

/** Repeats a bounded removal until nothing is left to remove. Returns how many rows were removed. */
async function untilDone(signal: AbortSignal, removeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  await repeat(signal, async () => {
    const removed = await removeBatch();
    total += removed;
    return { isDone: removed < batch };
  });
  return total;
}

function subtractDays(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}

/** Rows that are deleted by age alone. */
type Aged = {
  /** How the removal is counted. */
  name: string;
  table: string;
  /** The column of the time that counts. A row without a time stays. */
  column: string;
  /** How long a row is kept after that time. */
  days: number;
  /** Restricts the deletion to some rows of the table. */
  only?: Prisma.Sql;
};

const aged: readonly Aged[] = [
  { name: 'codes', table: 'one_time_codes', column: 'expires_at', days: 0 },
  { name: 'sessions', table: 'sessions', column: 'expires_at', days: 0 },
  // As long as the cookie lives.
  { name: 'recognizedDevices', table: 'known_browsers', column: 'last_sign_in', days: 180 },
  // They can neither be confirmed nor undone any more.
  { name: 'emailChanges', table: 'email_changes', column: 'expires_at', days: 0 },
  { name: 'exports', table: 'data_exports', column: 'expires_at', days: 0 },
  { name: 'farewells', table: 'farewells', column: 'created_at', days: 1 },
  // 24 months, as the privacy page says.
  { name: 'spentOffers', table: 'spent_offers', column: 'kept_at', days: 730 },
  // As long as a bank may reverse a payment.
  { name: 'deletedCheckouts', table: 'deleted_checkouts', column: 'deleted_at', days: 180 },
  { name: 'activity', table: 'activity_logs', column: 'timestamp', days: 90 },
  // Who has created an automation is kept as long as it is there.
  {
    name: 'changes',
    table: 'automation_changes',
    column: 'at',
    days: 90,
    only: Prisma.sql`AND subject <> 'creation'`,
  },
  // The trail of what matters to the security of accounts.
  { name: 'auditEvents', table: 'audit_events', column: 'at', days: 365 },
  { name: 'notices', table: 'notices', column: 'closed_at', days: 90 },
  { name: 'statusIncidents', table: 'status_incidents', column: 'ended_at', days: statusDaysKept },
  { name: 'mails', table: 'sent_mails', column: 'begun_at', days: 90 },
  // They recognise a repeated delivery; Smartsheet retries for about a day. Those of payments stay.
  {
    name: 'receipts',
    table: 'provider_events',
    column: 'received_at',
    days: 7,
    only: Prisma.sql`AND provider = 'smartsheet'`,
  },
  // They could not be ended at Smartsheet: their tokens have expired by now.
  { name: 'retiredAccounts', table: 'retired_accounts', column: 'created_at', days: 14 },
  // Until then, a program that still sends the key is told why it is refused.
  { name: 'revokedKeys', table: 'api_keys', column: 'revoked_at', days: 90 },
  { name: 'expiredKeys', table: 'api_keys', column: 'expires_at', days: 90 },
  { name: 'webhookDeliveries', table: 'webhook_deliveries', column: 'created_at', days: deliveryDays },
  { name: 'channelNotices', table: 'channel_notices', column: 'created_at', days: deliveryDays },
  // How long a request with an `Idempotency-Key` may be sent again.
  { name: 'idempotencyKeys', table: 'idempotency_keys', column: 'created_at', days: 1 },
];

/** A statement that removes a batch of rows, by how the removal is counted. */
type Statement = readonly [name: string, statement: Prisma.Sql];

function toStatement({ name, table, column, days, only = Prisma.empty }: Aged, at: Date): Statement {
  const [rows, time] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)];
  const statement = Prisma.sql`DELETE FROM ${rows} WHERE id IN (
    SELECT id FROM ${rows} WHERE ${time} < ${subtractDays(at, days)} ${only} LIMIT ${batch})`;
  return [name, statement];
}

/** Returns the condition that the last registration of `users u` is over: the same for an address with an account and without one. */
function isRegistrationOver(action: 'registered' | 'registration_refused', at: Date): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
      SELECT FROM audit_events e
      WHERE e.user_id = u.id AND e.action = ${action} AND e.at >= ${subtractDays(at, signUpDays)})
    AND NOT EXISTS (
      SELECT FROM one_time_codes c
      WHERE c.user_id = u.id AND c.purpose IN ('verify_email', 'reset_password') AND c.expires_at > ${at})`;
}

/** Returns the statements for rows that are not deleted by age alone. */
function listOtherStatements(at: Date): Statement[] {
  return [
    // Counts of tries whose window is over.
    [
      'throttles',
      Prisma.sql`DELETE FROM throttles WHERE key IN (
        SELECT key FROM throttles WHERE expire < ${at.getTime()} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
        AND expire < ${at.getTime()}`,
    ],
    // Users who never verified their address, so that its owner can register. Users with a valid code still may.
    [
      'signUps',
      Prisma.sql`DELETE FROM users WHERE id IN (
        SELECT u.id FROM users u
        WHERE NOT u.is_verified AND u.created_at < ${subtractDays(at, signUpDays)} AND ${isRegistrationOver('registered', at)}
        LIMIT ${batch} FOR UPDATE OF u SKIP LOCKED)
        AND NOT is_verified`,
    ],
    // The password of a registration that was declined: kept for longer than an unverified user, it would tell who has an account.
    [
      'declinedPasswords',
      Prisma.sql`UPDATE users SET declined_password_hash = NULL WHERE id IN (
        SELECT u.id FROM users u
        WHERE u.declined_password_hash IS NOT NULL AND ${isRegistrationOver('registration_refused', at)}
        LIMIT ${batch} FOR NO KEY UPDATE OF u SKIP LOCKED)`,
    ],
    [
      'statusDays',
      Prisma.sql`DELETE FROM status_days WHERE (part, day) IN (
        SELECT part, day FROM status_days WHERE day < ${subtractDays(at, statusDaysKept)}::date LIMIT ${batch})`,
    ],
  ];
}

/** Rows that are found by going through their owners, a page at a time: to find them at once would read their whole table. */
type Owned = {
  name: string;
  owners: 'automations' | 'smartsheet_connections';
  /** The rows to delete of the owners in `page`. */
  found: Prisma.Sql;
  /** Deletes those `found`. */
  removal: Prisma.Sql;
};

const owned: readonly Owned[] = [
  // All but the newest runs of each automation, as many as its page shows.
  {
    name: 'runs',
    owners: 'automations',
    found: Prisma.sql`SELECT run.id FROM page CROSS JOIN LATERAL (
      SELECT id FROM automation_runs WHERE automation_id = page.id
      ORDER BY at DESC, id DESC OFFSET ${runsKept}) run
      LIMIT ${batch}`,
    removal: Prisma.sql`DELETE FROM automation_runs WHERE id IN (SELECT id FROM found) RETURNING 1`,
  },
  // What is known of copies whose files are gone, once the run that they stood before is.
  {
    name: 'copies',
    owners: 'automations',
    found: Prisma.sql`SELECT c.id FROM page JOIN list_copies c ON c.automation_id = page.id
      WHERE c.lost_as IS NOT NULL
        AND NOT EXISTS (SELECT FROM automation_runs r WHERE r.automation_id = page.id AND r.copy_id = c.id)
      LIMIT ${batch}`,
    removal: Prisma.sql`DELETE FROM list_copies WHERE id IN (SELECT id FROM found) RETURNING 1`,
  },
  // Sheets that no automation uses any more; paused automations count.
  {
    name: 'sheets',
    owners: 'smartsheet_connections',
    found: Prisma.sql`SELECT s.connection_id, s.sheet_id FROM page JOIN sheets s ON s.connection_id = page.id
      WHERE NOT EXISTS (
        SELECT FROM automations a
        WHERE a.connection_id = s.connection_id AND (a.source_sheet_id = s.sheet_id OR a.sheet_id = s.sheet_id))
      ORDER BY s.connection_id, s.sheet_id LIMIT ${batch} FOR UPDATE OF s SKIP LOCKED`,
    removal: Prisma.sql`DELETE FROM sheets WHERE (connection_id, sheet_id) IN (SELECT * FROM found) RETURNING 1`,
  },
];

const ownersAtOnce = 50;

/** Deletes rows of all owners, in the order of the owners' ids. Returns how many. */
async function deleteOwned(
  { prisma, signal }: { prisma: PrismaClient; signal: AbortSignal },
  { owners, found, removal }: Owned,
): Promise<number> {
  let total = 0;
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  await repeat(signal, async () => {
    const rows: { last: string | null; deleted: number }[] = await prisma.$queryRaw`
      WITH page AS MATERIALIZED (
        SELECT id FROM ${Prisma.raw(owners)} WHERE id > ${after}::uuid ORDER BY id LIMIT ${ownersAtOnce}),
      found AS (${found}),
      deleted AS (${removal})
      SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM deleted) AS deleted`;
    const { last = null, deleted = 0 } = rows[0] ?? {};
    total += deleted;
    // A page that has more than a batch is looked at again.
    if (deleted < batch) after = last;
    return { isDone: after === null };
  });
  return total;
}
