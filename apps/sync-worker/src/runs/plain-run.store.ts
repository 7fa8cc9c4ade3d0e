import { memoryVersion } from '@picksync/contracts/sync';
import {
  type FinalChanges,
  holdsClaim,
  insertRow,
  isRefused,
  lockClaim,
  Prisma,
  queryRows,
  refuseUnless,
  type SyncClaim,
  updateTo,
} from '@picksync/db';
import { isUnchanged } from '../automations/automations.store.ts';
import type { NamesAfter } from '../automations/names.store.ts';
import type { Context } from '../context.ts';
import type { RunRecord } from './run-record.ts';

/** Returns whether a run did what nearly all do: it found the dropdown right or wrote it, and nobody waits for the result. */
export function isPlain(record: RunRecord & { hasOutgoingWebhooks: boolean }): boolean {
  const { automation, columns, run, recovered, leavesIntents, rows, namesAfter, hasOutgoingWebhooks } =
    record;
  const { manualSyncAt, approvedReview, keptReview } = automation;
  const isInStep = columns.lastRunOutcome === 'changed' || columns.lastRunOutcome === 'unchanged';
  const isAnswer = manualSyncAt !== null || approvedReview !== null || keptReview !== null;
  const hasMore = recovered !== null || leavesIntents || rows !== null || columns.lookAgainAt !== null;
  const hasCopy = run?.copyId != null;
  const hasRenamed = namesAfter?.intent !== undefined || (run?.renamed ?? 0) > 0;
  const wasAsked = namesAfter?.isAsked !== undefined;
  return isInStep && !isAnswer && !hasMore && !hasCopy && !hasRenamed && !wasAsked && !hasOutgoingWebhooks;
}

/** The name of the refusal when the automation is not what it was. */
const notUnchanged = 'automation';

/**
 * Returns the changes that record a plain run. They lock the user in `counted`, and then the automation, which waits for
 * `isReady`.
 */
export function toPlainRunChanges(
  { automation, at, columns, run, activity, namesAfter }: RunRecord,
  isReady = Prisma.sql`true`,
): FinalChanges {
  const { id: automationId, userId, name: automationName, dirtyAt } = automation;
  const { set, from } = updateTo('automations', columns);
  const recorded = Prisma.sql`recorded`;
  const counting = Prisma.sql`
    UPDATE users SET dropdown_updates = dropdown_updates + 1, updated_at = ${at}::timestamptz
    WHERE id = ${userId}::uuid RETURNING 1`;
  // The entry's reference locks its user at the end, who comes before the automation.
  const user = activity
    ? Prisma.sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
    : Prisma.sql`SELECT 1`;
  const entry = { ...activity, outcome: run?.outcome, automationId, automationName, userId, timestamp: at };
  const queries = Prisma.sql`
    recorded AS (
      UPDATE automations a SET ${set}, settings_version = ${memoryVersion}, updated_at = ${at}::timestamptz,
        dirty_at = NULLIF(a.dirty_at, ${dirtyAt}::timestamptz)
      FROM ${from}
      WHERE ${isUnchanged(automation)} AND (SELECT count(*) FROM counted) >= 0 AND ${isReady}
      RETURNING a.id),
    ${run ? Prisma.sql`run AS (${insertRow('automation_runs', { ...run, automationId, at }, recorded)}),` : Prisma.empty}
    ${activity ? Prisma.sql`entry AS (${insertRow('activity_logs', entry, recorded)}),` : Prisma.empty}
    ${namesAfter ? saveSourceNames(namesAfter.names, recorded) : Prisma.empty}
    intents AS (DELETE FROM write_intents USING recorded WHERE automation_id = recorded.id RETURNING 1),
    row_intents AS (DELETE FROM row_intents USING recorded WHERE automation_id = recorded.id RETURNING 1),`;
  return {
    first: Prisma.sql`counted AS (${run?.outcome === 'changed' ? counting : user}),`,
    queries,
    areMade: Prisma.sql`(SELECT count(*) FROM recorded) >= 0`,
    check: refuseUnless(Prisma.sql`EXISTS (SELECT FROM recorded)`, notUnchanged),
  };
}

/** Returns the statement that remembers which row has which name, or forgets it where there are too many. */
function saveSourceNames(names: NamesAfter['names'], recorded: Prisma.Sql): Prisma.Sql {
  if (names === undefined) return Prisma.empty;
  if (names === null)
    return Prisma.sql`names AS (DELETE FROM source_names USING ${recorded} WHERE automation_id = recorded.id RETURNING 1),`;
  return Prisma.sql`names AS (
      INSERT INTO source_names (automation_id, names) SELECT id, ${JSON.stringify(names)}::jsonb FROM ${recorded}
      ON CONFLICT (automation_id) DO UPDATE SET names = EXCLUDED.names RETURNING 1),`;
}

/** Returns whether a statement was undone because the automation of a plain run is not what it was. */
export function isChangedMeanwhile(error: unknown): boolean {
  return isRefused(error, notUnchanged);
}

/**
 * Records a plain run in one statement. False, and nothing is recorded, when the automation is not what it was or the claim
 * is lost: what is to be done then is decided step by step.
 */
export async function recordPlainRun(
  pool: Context['pool'],
  { claim, ...record }: RunRecord & { claim: SyncClaim },
): Promise<boolean> {
  const { first, queries, areMade, check } = toPlainRunChanges(record);
  try {
    await queryRows(
      pool,
      Prisma.sql`
        WITH ${first} ${queries} claim AS (${lockClaim(claim, areMade)})
        SELECT ${check}, ${holdsClaim(Prisma.sql`claim`)}`,
    );
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
