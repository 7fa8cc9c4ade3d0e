import {
  AppError,
  closesCycle,
  closesCycleIn,
  getLinkSource,
  type AutomationLink as Link,
} from '@picksync/contracts';
import type { Automation, Db, Tx } from '@picksync/db';

/** The id is null for an automation that is not there yet. */
type WholeLink = Link & { id: string | null; connectionId: string; isActive: boolean };

/**
 * Saves the row of an automation, unless it closes a cycle of automations: then it throws `automation_loop`. The chains are
 * locked first, because saving claims a column.
 */
export async function saveAutomationUnlessCycle(
  tx: Tx,
  { isActive }: { isActive: boolean },
  write: () => Promise<Automation>,
): Promise<Automation> {
  if (isActive) await lockChains(tx);
  const row = await write();
  await assertClosesNoCycle(tx, row);
  return row;
}

/**
 * Returns whether an automation closes a chain that leads back to its own source, through automations of any user. A
 * paused one is only checked for filling its own source: the rest is checked when it is activated. Others may add to
 * chains meanwhile, unless the caller holds their lock.
 */
export async function wouldCloseCycle(db: Db, link: WholeLink): Promise<boolean> {
  return closesCycle(link, link.isActive ? await findChain(db, link) : []);
}

/** Throws `automation_loop` when an automation closes a chain. */
export async function assertClosesNoCycle(db: Db, link: WholeLink): Promise<void> {
  if (await wouldCloseCycle(db, link)) throw closedCycle();
}

export function closedCycle(): AppError {
  const targetColumnId = 'This would lead back to its own source, perhaps through a colleague’s automation';
  return new AppError('automation_loop', { errors: { targetColumnId } });
}

/**
 * Returns a function that says of one link after the other whether it would close a cycle with what is there or with one of
 * those that it has let through. Call it under `lockChains`.
 */
export async function createCycleCheck(
  db: Db,
  links: readonly Omit<WholeLink, 'isActive'>[],
): Promise<(link: Link) => boolean> {
  const chains: Link[] = await findChains(db, links);
  const bySource = Map.groupBy(chains, getLinkSource);
  return (link) => {
    if (closesCycleIn(link, bySource)) return true;
    bySource.set(getLinkSource(link), [...(bySource.get(getLinkSource(link)) ?? []), link]);
    return false;
  };
}

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
function findChain(db: Db, link: WholeLink): Promise<Link[]> {
  return findChains(db, [link]);
}

/** Returns what leads on from the targets of automations of one connection, without these automations themselves. */
async function findChains(db: Db, links: readonly Omit<WholeLink, 'isActive'>[]): Promise<Link[]> {
  const [first] = links;
  if (!first) return [];
  const ids = links.flatMap(({ id }) => id ?? []);
  return db.$queryRaw<Link[]>`
    WITH RECURSIVE chain (source_sheet_id, source_column_id, sheet_id, target_column_id, mode) AS (
      SELECT NULL, NULL, sheet_id, target_column_id, NULL::automation_mode
      FROM unnest(${links.map(({ sheetId }) => sheetId)}::text[],
        ${links.map(({ targetColumnId }) => targetColumnId)}::text[]) AS targets (sheet_id, target_column_id)
      UNION
      SELECT a.source_sheet_id, a.source_column_id, a.sheet_id, a.target_column_id, a.mode
      FROM chain c
      JOIN automations a ON a.source_sheet_id = c.sheet_id AND a.source_column_id = c.target_column_id
        AND a.id <> ALL(${ids}::uuid[])
      JOIN target_claims t ON t.automation_id = a.id
        AND t.region = (SELECT region FROM smartsheet_connections WHERE id = ${first.connectionId}::uuid)
    )
    SELECT source_sheet_id AS "sourceSheetId", source_column_id AS "sourceColumnId", sheet_id AS "sheetId",
      target_column_id AS "targetColumnId", mode::text AS mode
    FROM chain WHERE source_sheet_id IS NOT NULL LIMIT ${maxChainLength * links.length}`;
}
