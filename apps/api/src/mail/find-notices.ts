import { type Db, Prisma, type Tx } from '@picksync/db';
import type { Context } from '../base/context.ts';
import type { MailDue } from '../base/send-mail-later.ts';

/** Something that people are told of by mail when it is found in the rows. */
export type Topic = {
  topic: string;
  /** Selects `user_id` and `subject_id` of what is to be told. */
  due: (at: Date) => Prisma.Sql;
  /** Selects the `subject_id` of what is over and reported as well, before the others. */
  overWithMail?: (at: Date) => Prisma.Sql;
  /** Selects the `subject_id` of what is over. */
  over: (at: Date) => Prisma.Sql;
  mail: (batch: Batch) => MailDue;
  overMail?: (batch: Batch) => MailDue;
  /** Tells the outgoing webhooks of the same people, in the same transaction. */
  notifyPrograms?: (tx: Tx, opened: { userIds: string[]; at: Date }) => Promise<void>;
};

/**
 * Opens and closes notices by the present state of the rows, not by events: nothing is missed while no process runs,
 * and running it twice, even at once, tells nobody twice.
 */
export async function findNotices(context: Context, topics: readonly Topic[]): Promise<void> {
  const found = await findTopics(context, topics);
  for (const topic of topics) if (found.has(topic.topic)) await lookFor(context, topic);
}

/** Returns the names of the topics that have something to open or to close: most of the time none has, and that is all. */
async function findTopics(
  { db, now }: Pick<Context, 'db' | 'now'>,
  topics: readonly Topic[],
): Promise<ReadonlySet<string>> {
  const at = now();
  const looks = topics.map(({ topic, due, overWithMail, over }) => {
    const ending = [over, ...(overWithMail ? [overWithMail] : [])].map((one) => selectEnding(topic, one(at)));
    const found = [selectNew(topic, due(at)), ...ending].map((rows) => Prisma.sql`EXISTS (${rows})`);
    return Prisma.sql`SELECT ${topic}::text AS topic WHERE ${Prisma.join(found, ' OR ')}`;
  });
  const rows = await db.$queryRaw<{ topic: string }[]>`${Prisma.join(looks, ' UNION ALL ')}`;
  return new Set(rows.map(({ topic }) => topic));
}

/** Selects the rows of `due` that no open notice is about. */
function selectNew(topic: string, due: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT d.user_id, d.subject_id FROM (${due}) d
    WHERE NOT EXISTS (
      SELECT FROM notices n WHERE n.topic = ${topic} AND n.subject_id = d.subject_id AND n.closed_at IS NULL)`;
}

/** Selects the open notices whose subject `over` selects. */
function selectEnding(topic: string, over: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT n.id, n.user_id FROM notices n
    WHERE n.topic = ${topic} AND n.closed_at IS NULL AND n.subject_id IN (${over})`;
}

/** Each mail is enqueued in the transaction that opens or closes its notices. */
async function lookFor(context: Context, topic: Topic): Promise<void> {
  const { db, sendMailLater } = context;
  const at = context.now();
  const { topic: name, due, overWithMail, over, mail, overMail, notifyPrograms } = topic;
  await db.$transaction(async (tx) => {
    if (overWithMail && overMail) {
      for (const batch of await closeNotices(tx, { topic: name, over: overWithMail(at), at })) {
        await sendMailLater(tx, overMail(batch));
      }
    }
    await closeNotices(tx, { topic: name, over: over(at), at });
    const opened = await openNotices(tx, { topic: name, due: due(at), at });
    for (const batch of opened) await sendMailLater(tx, mail(batch));
    if (opened.length > 0) await notifyPrograms?.(tx, { userIds: opened.map(({ userId }) => userId), at });
  });
}

/** A user and the notices that one mail tells of. */
export type Batch = { userId: string; batchId: string };

/** Reads what a batch of opened or closed notices is about, and to whom it belongs. Null when no notice is left. */
export async function findBatch(db: Db, which: { batchId: string } | { overBatchId: string }) {
  const notices = await db.notice.findMany({
    where: which,
    select: {
      subjectId: true,
      user: { select: { id: true, email: true, timeZone: true, clock: true, dateOrder: true } },
    },
  });
  const user = notices[0]?.user;
  return user ? { user, subjectIds: notices.map(({ subjectId }) => subjectId) } : null;
}

/** Rows opened by one statement. What is left is found a minute later. */
const batchRows = 2_000;

/**
 * Opens a notice for each row that `due` selects (`user_id`, `subject_id`) unless one about the same is open. All of one
 * user make one batch.
 */
async function openNotices(
  db: Db,
  { topic, due, at }: { topic: string; due: Prisma.Sql; at: Date },
): Promise<Batch[]> {
  return db.$queryRaw<Batch[]>`
    WITH due AS MATERIALIZED (
      ${selectNew(topic, due)} LIMIT ${batchRows}
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
async function closeNotices(
  db: Db,
  { topic, over, at }: { topic: string; over: Prisma.Sql; at: Date },
): Promise<Batch[]> {
  return db.$queryRaw<Batch[]>`
    WITH ending AS MATERIALIZED (
      ${selectEnding(topic, over)} ORDER BY n.id LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    ), batches AS MATERIALIZED (
      SELECT user_id, gen_random_uuid() AS batch_id FROM ending GROUP BY user_id
    ), closed AS (
      UPDATE notices n SET closed_at = ${at}, over_batch_id = b.batch_id
      FROM ending e JOIN batches b USING (user_id) WHERE n.id = e.id
      RETURNING n.user_id, n.over_batch_id
    )
    SELECT DISTINCT user_id AS "userId", over_batch_id AS "batchId" FROM closed`;
}
