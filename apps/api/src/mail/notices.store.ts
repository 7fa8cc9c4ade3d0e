import { type Db, Prisma } from '@picksync/db';

/** A user and the notices that one mail tells of. */
export type Batch = { userId: string; batchId: string };

/** Rows opened by one statement. What is left is found a minute later. */
const batchRows = 2_000;

/**
 * Opens a notice for each row that `due` selects (`user_id`, `subject_id`) unless one about the same is open. All of one
 * user make one batch.
 */
export async function openNotices(
  db: Db,
  { topic, due, at }: { topic: string; due: Prisma.Sql; at: Date },
): Promise<Batch[]> {
  return db.$queryRaw<Batch[]>`
    WITH due AS MATERIALIZED (
      SELECT d.user_id, d.subject_id FROM (${due}) d
      WHERE NOT EXISTS (
        SELECT FROM notices n WHERE n.topic = ${topic} AND n.subject_id = d.subject_id AND n.closed_at IS NULL)
      LIMIT ${batchRows}
    ), batches AS MATERIALIZED (
      SELECT user_id, gen_random_uuid() AS batch_id FROM due GROUP BY user_id
    ), opened AS (
      INSERT INTO notices (id, user_id, topic, subject_id, batch_id, opened_at)
      SELECT gen_random_uuid(), user_id, ${topic}, subject_id, batch_id, ${at} FROM due JOIN batches USING (user_id)
      ON CONFLICT (topic, subject_id) WHERE closed_at IS NULL DO NOTHING
      RETURNING user_id, batch_id
    )
    SELECT DISTINCT user_id AS "userId", batch_id AS "batchId" FROM opened`;
}

/** Closes the open notices of a topic whose subject `over` selects (`subject_id`). Returns them as batches. */
export async function closeNotices(
  db: Db,
  { topic, over, at }: { topic: string; over: Prisma.Sql; at: Date },
): Promise<Batch[]> {
  return db.$queryRaw<Batch[]>`
    WITH ending AS MATERIALIZED (
      SELECT n.id, n.user_id FROM notices n
      WHERE n.topic = ${topic} AND n.closed_at IS NULL AND n.subject_id IN (${over})
      ORDER BY n.id LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    ), batches AS MATERIALIZED (
      SELECT user_id, gen_random_uuid() AS batch_id FROM ending GROUP BY user_id
    ), closed AS (
      UPDATE notices n SET closed_at = ${at}, over_batch_id = b.batch_id
      FROM ending e JOIN batches b USING (user_id) WHERE n.id = e.id
      RETURNING n.user_id, n.over_batch_id
    )
    SELECT DISTINCT user_id AS "userId", over_batch_id AS "batchId" FROM closed`;
}

/** Returns an SQL list for `= ANY`. */
export function anyOf(values: readonly string[]): Prisma.Sql {
  return Prisma.sql`${[...values]}::text[]`;
}
