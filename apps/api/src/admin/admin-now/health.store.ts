import { connectionCheckedAt, type Db, isCheckedLate, isHeldMail, receiptGaps } from '@picksync/db';

export type AccountFigures = {
  accounts: number;
  /** Since the account that was checked longest ago. */
  longestSeconds: number | null;
  /** Accounts that were not checked for half an hour, though Smartsheet answers. */
  late: number;
  /** Accounts for which Smartsheet does not answer, and since when. */
  away: number;
  awaySince: Date | null;
  /** Connections that Smartsheet began to refuse in the last half hour, of how many in all. */
  lost: number;
  connections: number;
  /** Webhooks that Smartsheet has switched off because no answer of ours reached it. */
  callbacksFailed: number;
};

/** Returns how the accounts at Smartsheet are, by the clock of the database. */
export async function readAccountFigures(db: Db): Promise<AccountFigures> {
  const [row] = await db.$queryRaw<AccountFigures[]>`
    SELECT count(*) FILTER (WHERE c.status = 'connected')::int AS accounts,
      extract(epoch FROM clock_timestamp() - min(${connectionCheckedAt})
        FILTER (WHERE c.status = 'connected' AND c.retrying_since IS NULL AND ${connectionCheckedAt} <= clock_timestamp()))::float8
        AS "longestSeconds",
      count(*) FILTER (WHERE ${isCheckedLate})::int AS late,
      count(*) FILTER (WHERE c.status = 'connected' AND c.retrying_since IS NOT NULL)::int AS away,
      min(c.retrying_since) FILTER (WHERE c.status = 'connected') AS "awaySince",
      count(*) FILTER (WHERE c.status = 'needs_reconnect'
        AND c.status_changed_at > clock_timestamp() - interval '30 minutes')::int AS lost,
      count(*) FILTER (WHERE c.status <> 'disconnected')::int AS connections,
      (SELECT count(*)::int FROM smartsheet_webhooks
        WHERE status = 'disabled' AND remote_status = 'DISABLED_CALLBACK_FAILED') AS "callbacksFailed"
    FROM smartsheet_connections c`;
  if (!row) throw new Error('A count of rows returned none');
  return row;
}

export type DatabaseFigures = {
  /** The share of all connections that are taken, in percent. */
  taken: number;
  isArchived: boolean;
  archivedAt: Date | null;
  archiveFailedAt: Date | null;
  /** Receipt numbers that were given out and have no receipt, or the other way round. */
  receiptGaps: number;
};

/** Returns what the database says about itself, and whether the numbers of receipts are without gaps. */
export async function readDatabaseFigures(db: Db): Promise<DatabaseFigures> {
  const [row] = await db.$queryRaw<DatabaseFigures[]>`
    SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int * 100
        / current_setting('max_connections')::int AS taken,
      current_setting('archive_mode') <> 'off' AS "isArchived",
      a.last_archived_time AS "archivedAt", a.last_failed_time AS "archiveFailedAt",
      ${receiptGaps} AS "receiptGaps"
    FROM pg_stat_archiver a`;
  if (!row) throw new Error('The database says nothing about its archive');
  return row;
}

/** Returns how many mails the provider has not taken within five minutes, and since when the oldest waits. */
export async function readHeldMails(db: Db): Promise<{ held: number; since: Date | null }> {
  const [row] = await db.$queryRaw<{ held: number; since: Date | null }[]>`
    SELECT count(*)::int AS held, min(created_on) AS since FROM pgboss.job WHERE ${isHeldMail}`;
  return row ?? { held: 0, since: null };
}
