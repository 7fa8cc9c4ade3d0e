import type { AutomationSettings } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';

/** An automation as a link of a chain: what it reads and what it fills. */
export type Link = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
  mode: AutomationSettings['mode'];
};

/** Where a chain begins; the id is null for an automation that is not there yet. */
export type ChainStart = Pick<Link, 'sheetId' | 'targetColumnId'> & {
  id: string | null;
  connectionId: string;
};

/** Longer than any chain a person would build. */
const maxChainLength = 5000;

/**
 * Lets one transaction at a time add to the chains of automations, so that two cannot add the halves of a loop. Call it
 * before the transaction claims a column: who waits for a claim would hold up who waits for this lock.
 */
export async function lockChains(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('automation chains', 0))`;
}

/**
 * Returns the automations of all users that lead on from a target: those that read it, those that read their targets,
 * and so on.
 */
export async function findChain(
  db: Db,
  { id, connectionId, sheetId, targetColumnId }: ChainStart,
): Promise<Link[]> {
  return db.$queryRaw<Link[]>`
    WITH RECURSIVE chain (source_sheet_id, source_column_id, sheet_id, target_column_id, mode) AS (
      SELECT NULL, NULL, ${sheetId}::text, ${targetColumnId}::text, NULL::automation_mode
      UNION
      SELECT a.source_sheet_id, a.source_column_id, a.sheet_id, a.target_column_id, a.mode
      FROM chain c
      JOIN automations a ON a.source_sheet_id = c.sheet_id AND a.source_column_id = c.target_column_id
        AND a.id IS DISTINCT FROM ${id}::uuid
      JOIN target_claims t ON t.automation_id = a.id
        AND t.region = (SELECT region FROM smartsheet_connections WHERE id = ${connectionId}::uuid)
    )
    SELECT source_sheet_id AS "sourceSheetId", source_column_id AS "sourceColumnId", sheet_id AS "sheetId",
      target_column_id AS "targetColumnId", mode::text AS mode
    FROM chain WHERE source_sheet_id IS NOT NULL LIMIT ${maxChainLength}`;
}
