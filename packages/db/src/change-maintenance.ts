import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';

type Change = {
  endsAt: Date;
  /** The administrator who does it; null for an operator. */
  actorId: string | null;
  now: Date;
};

/** Plans a window in the place of one that has not begun. Returns false where one is on. */
export async function announceMaintenance(
  db: Db,
  { startsAt, endsAt, actorId, now }: Change & { startsAt: Date },
): Promise<boolean> {
  const changed = await db.$executeRaw`
    INSERT INTO maintenance_windows AS w (id, starts_at, ends_at, actor_id, created_at)
    VALUES (${randomUUID()}::uuid, ${startsAt}, ${endsAt}, ${actorId}::uuid, ${now})
    ON CONFLICT ((ended_at IS NULL)) WHERE ended_at IS NULL DO UPDATE
      SET starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at, actor_id = EXCLUDED.actor_id
      WHERE w.starts_at > ${now}`;
  return changed === 1;
}

/**
 * Begins a window now, also one that was announced. Where one is on, a later end is when people hear more of it, and an earlier
 * one its new end. Returns whether it has begun by this.
 */
export async function beginMaintenance(db: Db, { endsAt, actorId, now }: Change): Promise<boolean> {
  const [row] = await db.$queryRaw<{ startsAt: Date }[]>`
    INSERT INTO maintenance_windows AS w (id, starts_at, ends_at, actor_id, created_at)
    VALUES (${randomUUID()}::uuid, ${now}, ${endsAt}, ${actorId}::uuid, ${now})
    ON CONFLICT ((ended_at IS NULL)) WHERE ended_at IS NULL DO UPDATE SET
      starts_at = least(w.starts_at, EXCLUDED.starts_at),
      ends_at = CASE WHEN w.starts_at > ${now} THEN EXCLUDED.ends_at ELSE least(w.ends_at, EXCLUDED.ends_at) END,
      next_word_at = CASE WHEN w.starts_at <= ${now} AND EXCLUDED.ends_at > w.ends_at THEN EXCLUDED.ends_at END
    RETURNING starts_at AS "startsAt"`;
  return row?.startsAt.getTime() === now.getTime();
}

/** Ends the window that is on, or withdraws the one that was announced. Returns which; null where there is none. */
export async function endMaintenance(db: Db, now: Date): Promise<'ended' | 'withdrawn' | null> {
  const [row] = await db.$queryRaw<{ startsAt: Date }[]>`
    UPDATE maintenance_windows SET ended_at = ${now} WHERE ended_at IS NULL RETURNING starts_at AS "startsAt"`;
  if (!row) return null;
  return row.startsAt < now ? 'ended' : 'withdrawn';
}
