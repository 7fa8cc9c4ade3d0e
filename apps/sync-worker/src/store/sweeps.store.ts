import {
  type Automation,
  type Db,
  type Sheet,
  type SmartsheetConnection,
  sweepWindowMinutes,
} from '@picksync/db';

/** A connection that is due, with what the sweep needs. */
export type DueConnection = {
  connection: SmartsheetConnection;
  /** When it was due. */
  dueAt: Date;
  /** The claim: only who holds it says when the connection is due again. */
  claimedUntil: Date;
  /** Sheets that active automations use. */
  sheetIds: string[];
  sheets: Map<string, Sheet>;
};

/** How long a claim holds: the connections of a worker that is gone are swept by another after this. */
const claimMinutes = 5;

type Claimed = { id: string; due_at: Date; claimed_until: Date };

/**
 * Claims connections that are due, the longest waiting first, so that no other worker sweeps them too. Times are the
 * database's. Left out are those that are parked, and those whose job will find out whether Smartsheet can be reached
 * again: one probe is enough.
 */
export async function claimDueConnections(db: Db, { limit }: { limit: number }): Promise<DueConnection[]> {
  const claimed = await db.$queryRaw<Claimed[]>`
    UPDATE smartsheet_connections c SET next_sweep_at = clock_timestamp() + make_interval(mins => ${claimMinutes})
    FROM (
      SELECT id, next_sweep_at AS due_at FROM smartsheet_connections
      WHERE status = 'connected' AND next_sweep_at <= clock_timestamp()
        AND (parked_until IS NULL OR parked_until <= clock_timestamp())
        AND (retrying_since IS NULL OR sync_state = 'idle')
      ORDER BY next_sweep_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE c.id = due.id
    RETURNING c.id, due.due_at, c.next_sweep_at AS claimed_until`;
  const claims = new Map(claimed.map((claim) => [claim.id, claim]));
  const found = await db.smartsheetConnection.findMany({
    where: { id: { in: [...claims.keys()] } },
    include: {
      sheets: true,
      automations: { where: { isActive: true }, select: { sourceSheetId: true, sheetId: true } },
    },
  });
  return found.flatMap(({ sheets, automations, ...connection }) => {
    const claim = claims.get(connection.id);
    if (!claim) return [];
    return {
      connection,
      dueAt: claim.due_at,
      claimedUntil: claim.claimed_until,
      sheetIds: watchedBy(automations),
      sheets: new Map(sheets.map((sheet) => [sheet.sheetId, sheet])),
    };
  });
}

function watchedBy(automations: Pick<Automation, 'sourceSheetId' | 'sheetId'>[]): string[] {
  return [...new Set(automations.flatMap(({ sourceSheetId, sheetId }) => [sourceSheetId, sheetId]))];
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
 * the load evenly; one that fell behind by more than a window (nobody worked) gets a new place. A claim that ran out
 * meanwhile says nothing any more.
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
