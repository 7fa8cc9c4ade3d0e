import type { Db } from './database.ts';

export type CountedActivity = { userId: string; count: number; at: Date };

/** What an entry says; `{count}` stands for the number. */
type CountWords = { action: string; one: string; many: string };

/**
 * Adds to the activity of users what happens too often for an entry each time: there is one per user and day (UTC),
 * with a count and the time of the last one. Name a user once.
 */
export async function countActivity(
  db: Db,
  counted: readonly CountedActivity[],
  { action, one, many }: CountWords,
): Promise<void> {
  if (counted.length === 0) return;
  const sorted = counted.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  await db.$executeRaw`
    INSERT INTO activity_logs AS a (id, user_id, action, status, details, count, day, timestamp)
    SELECT uuidv7(), user_id, ${action}, 'success',
      CASE new.count WHEN 1 THEN ${one} ELSE replace(${many}, '{count}', new.count::text) END,
      new.count, (at AT TIME ZONE 'UTC')::date, at
    FROM unnest(
      ${sorted.map(({ userId }) => userId)}::uuid[], ${sorted.map(({ count }) => count)}::int[],
      ${sorted.map(({ at }) => at)}::timestamptz[]
    ) AS new (user_id, count, at)
    ON CONFLICT (user_id, action, day) DO UPDATE SET
      count = a.count + EXCLUDED.count,
      details = replace(${many}, '{count}', (a.count + EXCLUDED.count)::text),
      timestamp = greatest(a.timestamp, EXCLUDED.timestamp)`;
}
