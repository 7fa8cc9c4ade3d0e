import type { Automation, Db, Sheet, SmartsheetConnection } from '@picksync/db';

/** An account whose turn it is, with what the sweep has to know of it. */
export type DueAccount = {
  connection: SmartsheetConnection;
  /** When it was due. */
  dueAt: Date;
  /** Sheets that active automations use. */
  sheetIds: string[];
  sheets: Map<string, Sheet>;
};

/** How long a claim holds: the accounts of a worker that died are swept by another after this. */
const leaseMinutes = 5;

/** Claims accounts that are due, the longest waiting first, so that no other worker sweeps them too. */
export async function claimDueAccounts(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<DueAccount[]> {
  const claimed = await db.$queryRaw<{ id: string; due_at: Date }[]>`
    UPDATE smartsheet_connections c SET next_sweep_at = ${now}::timestamptz + make_interval(mins => ${leaseMinutes})
    FROM (
      SELECT id, next_sweep_at AS due_at FROM smartsheet_connections
      WHERE status = 'connected' AND next_sweep_at <= ${now}
      ORDER BY next_sweep_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE c.id = due.id
    RETURNING c.id, due.due_at`;
  const dueAt = new Map(claimed.map(({ id, due_at }) => [id, due_at]));
  const found = await db.smartsheetConnection.findMany({
    where: { id: { in: [...dueAt.keys()] } },
    include: {
      sheets: true,
      automations: { where: { isActive: true }, select: { sourceSheetId: true, sheetId: true } },
    },
  });
  return found.map(({ sheets, automations, ...connection }) => ({
    connection,
    dueAt: dueAt.get(connection.id) ?? now,
    sheetIds: watchedBy(automations),
    sheets: new Map(sheets.map((sheet) => [sheet.sheetId, sheet])),
  }));
}

const watchedBy = (automations: Pick<Automation, 'sourceSheetId' | 'sheetId'>[]): string[] => [
  ...new Set(automations.flatMap(({ sourceSheetId, sheetId }) => [sourceSheetId, sheetId])),
];

/** When an account is due again; `sweptAt` is null when it was not looked at. */
export type Swept = { connectionId: string; nextSweepAt: Date; sweptAt: Date | null };

export async function recordSweeps(db: Db, swept: Swept[]): Promise<void> {
  if (swept.length === 0) return;
  await db.$executeRaw`
    UPDATE smartsheet_connections c
    SET next_sweep_at = done.next_sweep_at, last_swept_at = coalesce(done.swept_at, c.last_swept_at)
    FROM unnest(
      ${swept.map(({ connectionId }) => connectionId)}::uuid[],
      ${swept.map(({ nextSweepAt }) => nextSweepAt)}::timestamptz[],
      ${swept.map(({ sweptAt }) => sweptAt)}::timestamptz[]
    ) AS done (id, next_sweep_at, swept_at)
    WHERE c.id = done.id`;
}
