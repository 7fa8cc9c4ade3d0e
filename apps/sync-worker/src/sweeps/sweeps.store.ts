import { type Db, type Sheet, type SmartsheetConnection, sweepWindowMinutes } from '@picksync/db';

/** A sheet that a connection's active automations use, and what is known of it. */
export type WatchedSheet = {
  sheetId: string;
  /** It is a report: it has no version to ask for. */
  isReport: boolean;
  known: Pick<Sheet, 'version' | 'volatile' | 'lastReadAt'> | undefined;
};

/** A connection that is due, with what the sweep needs. */
export type DueConnection = Pick<
  SmartsheetConnection,
  | 'id'
  | 'userId'
  | 'region'
  | 'accountId'
  | 'accessTokenSealed'
  | 'tokenExpiresAt'
  | 'tokenRefreshAt'
  | 'statusChangedAt'
  | 'retryingSince'
> & {
  /** When it was due. */
  dueAt: Date;
  /** The claim: only the process that holds it says when the connection is due again. */
  claimedUntil: Date;
  watched: WatchedSheet[];
  /**
   * Active automations with an option that is to be removed by now, with a write that may have arrived late, and those that
   * wait for another plan: they need no call.
   */
  dueAutomationIds: string[];
};

/** How long a claim holds: the connections of a worker that is gone are swept by another after this. */
const claimMinutes = 5;

/** How long a sweep leaves a connection to the job that works on it. */
const leftToJobMinutes = 5;

type SheetFacts = [
  id: string,
  isReport: boolean,
  version: number | null,
  isVolatile: boolean | null,
  lastReadMs: number | null,
];
type Claimed = Omit<DueConnection, 'watched'> & { sheets: SheetFacts[] };

/**
 * Claims connections that are due, the longest waiting first, so that no other worker sweeps them too, and returns what
 * a sweep needs of them: one statement. Times are the database's. Left out are those that back off, those that a job
 * works on, and those whose job will find out whether Smartsheet can be reached again: one probe is enough.
 */
export async function claimDueConnections(db: Db, { limit }: { limit: number }): Promise<DueConnection[]> {
  const claimed = await db.$queryRaw<Claimed[]>`
    WITH due AS (
      SELECT id, next_sweep_at AS due_at FROM smartsheet_connections
      WHERE status = 'connected' AND next_sweep_at <= clock_timestamp()
        AND (parked_until IS NULL OR parked_until <= clock_timestamp())
        AND (retrying_since IS NULL OR sync_state = 'idle')
        AND (sync_state <> 'running'
          OR next_sweep_at <= clock_timestamp() - make_interval(mins => ${leftToJobMinutes}))
      ORDER BY next_sweep_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE smartsheet_connections c SET next_sweep_at = clock_timestamp() + make_interval(mins => ${claimMinutes})
      FROM due WHERE c.id = due.id
      RETURNING c.*, due.due_at)
    SELECT c.id, c.user_id AS "userId", c.region::text AS region, c.account_id AS "accountId",
      c.access_token_sealed AS "accessTokenSealed", c.token_expires_at AS "tokenExpiresAt",
      c.token_refresh_at AS "tokenRefreshAt",
      c.status_changed_at AS "statusChangedAt", c.retrying_since AS "retryingSince", c.due_at AS "dueAt",
      c.next_sweep_at AS "claimedUntil", used.sheets, used.due AS "dueAutomationIds"
    FROM claimed c CROSS JOIN LATERAL (
      SELECT
        coalesce((
          SELECT jsonb_agg(jsonb_build_array(
            watched.sheet_id, watched.is_report, s.version, s.volatile, extract(epoch FROM s.last_read_at) * 1000))
          FROM (
            SELECT source_sheet_id AS sheet_id, source_kind = 'report' AS is_report
            FROM automations WHERE connection_id = c.id AND is_active
            UNION SELECT sheet_id, false FROM automations WHERE connection_id = c.id AND is_active
          ) watched
          LEFT JOIN sheets s ON s.connection_id = c.id AND s.sheet_id = watched.sheet_id
        ), '[]') AS sheets,
        ARRAY(
          SELECT id::text FROM automations
          WHERE connection_id = c.id AND is_active
            AND (leaving_at <= clock_timestamp() OR look_again_at <= clock_timestamp()
              OR last_error_reason IN ('plan_lacks_settings', 'copy_failed'))
        ) AS due
    ) used`;
  return claimed.map(({ sheets, ...due }) => ({ ...due, watched: sheets.map(toWatchedSheet) }));
}

function toWatchedSheet([sheetId, isReport, version, isVolatile, lastReadMs]: SheetFacts): WatchedSheet {
  if (isVolatile === null) return { sheetId, isReport, known: undefined };
  const lastReadAt = lastReadMs === null ? null : new Date(lastReadMs);
  return { sheetId, isReport, known: { version, volatile: isVolatile, lastReadAt } };
}

/** When a connection is due again: in its place of the next window, in a minute, or as it was. */
type DueAgain = 'next_window' | 'soon' | 'as_before';

export type Swept = {
  connectionId: string;
  dueAt: Date;
  claimedUntil: Date;
  again: DueAgain;
  /** Whether it was looked at. */
  isSwept: boolean;
};

/** When to retry a connection that could not be swept. */
const soonMinutes = 1;

/**
 * Records when connections are due again, by the database's clock. They keep their place in the window, which spreads
 * the load evenly; one that fell behind by more than a window (nobody worked) gets a new place. A sweep whose claim ran
 * out meanwhile is not recorded.
 */
export async function recordSweeps(db: Db, swept: Swept[]): Promise<void> {
  if (swept.length === 0) return;
  const all = <T>(read: (one: Swept) => T) => swept.map(read);
  await db.$executeRaw`
    WITH done AS MATERIALIZED (
      SELECT c.id, done.due_at, done.claimed_until, done.again, done.is_swept
      FROM unnest(
        ${all(({ connectionId }) => connectionId)}::uuid[], ${all(({ dueAt }) => dueAt)}::timestamptz[],
        ${all(({ claimedUntil }) => claimedUntil)}::timestamptz[], ${all(({ again }) => again)}::text[],
        ${all(({ isSwept }) => isSwept)}::boolean[]
      ) AS done (id, due_at, claimed_until, again, is_swept)
      JOIN smartsheet_connections c ON c.id = done.id
      ORDER BY c.id FOR NO KEY UPDATE OF c)
    UPDATE smartsheet_connections c SET
      next_sweep_at = CASE done.again
        WHEN 'as_before' THEN done.due_at
        WHEN 'soon' THEN clock_timestamp() + make_interval(mins => ${soonMinutes})
        ELSE CASE
          WHEN done.due_at + make_interval(mins => ${sweepWindowMinutes}) > clock_timestamp()
          THEN done.due_at + make_interval(mins => ${sweepWindowMinutes})
          ELSE clock_timestamp() + random() * make_interval(mins => ${sweepWindowMinutes})
        END
      END,
      last_swept_at = CASE WHEN done.is_swept THEN clock_timestamp() ELSE c.last_swept_at END,
      retrying_since = CASE WHEN done.is_swept THEN NULL ELSE c.retrying_since END
    FROM done
    WHERE c.id = done.id AND c.next_sweep_at = done.claimed_until`;
}

/** Returns the rules that look into a workspace or folder with each sweep of these connections. */
export async function findRules(db: Db, connectionIds: readonly string[]): Promise<string[]> {
  if (connectionIds.length === 0) return [];
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM smartsheet_connections c JOIN rules r ON r.user_id = c.user_id
    WHERE c.id = ANY(${[...connectionIds]}::uuid[]) AND r.is_active AND c.status = 'connected'`;
  return found.map(({ id }) => id);
}
