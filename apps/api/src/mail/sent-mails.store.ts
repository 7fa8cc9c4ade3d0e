import { randomUUID } from 'node:crypto';
import type { Db } from '@picksync/db';

export type BegunMail = { id: string; triedAt: Date | null; isOver: boolean };

/**
 * Begins a mail, or finds the one that was begun for the same key. `isOver`: it was sent, or dropped.
 */
export async function beginMail(
  db: Db,
  mail: { key: string; mail: string; kind: string; userId: string | null; at: Date },
): Promise<BegunMail> {
  const [row] = await db.$queryRaw<[BegunMail]>`
    INSERT INTO sent_mails AS m (id, key, mail, kind, user_id, begun_at)
    VALUES (${randomUUID()}::uuid, ${mail.key}, ${mail.mail}, ${mail.kind}, ${mail.userId}::uuid, ${mail.at})
    ON CONFLICT (key) DO UPDATE SET key = m.key
    RETURNING id, tried_at AS "triedAt", sent_at IS NOT NULL OR dropped IS NOT NULL AS "isOver"`;
  return row;
}

/**
 * Takes the lease to hand a mail to the provider; false while another process has it. `releaseMail` gives it back; it
 * also ends after `leaseMs`, for a process that is gone.
 */
export async function claimMail(
  db: Db,
  { id, at, leaseMs }: { id: string; at: Date; leaseMs: number },
): Promise<boolean> {
  const { count } = await db.sentMail.updateMany({
    where: {
      id,
      sentAt: null,
      dropped: null,
      OR: [{ triedAt: null }, { triedAt: { lt: new Date(at.getTime() - leaseMs) } }],
    },
    data: { triedAt: at },
  });
  return count === 1;
}

export async function releaseMail(db: Db, id: string): Promise<void> {
  await db.sentMail.updateMany({ where: { id, sentAt: null }, data: { triedAt: null } });
}

export async function markSent(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.sentMail.updateMany({ where: { id }, data: { sentAt: at } });
}

export type DropReason = 'unwanted' | 'undeliverable' | 'capped';

export async function markDropped(db: Db, { id, reason }: { id: string; reason: DropReason }): Promise<void> {
  await db.sentMail.updateMany({ where: { id, sentAt: null }, data: { dropped: reason } });
}

/** Counts the mails of a kind that were sent to a user since a moment. */
export function countSent(
  db: Db,
  { userId, kind, since }: { userId: string; kind: string; since: Date },
): Promise<number> {
  return db.sentMail.count({ where: { userId, kind, begunAt: { gte: since }, sentAt: { not: null } } });
}

/** Returns whether mail to a user's present address came back. */
export async function isUndeliverable(db: Db, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, undeliverableAddress: true },
  });
  return user !== null && user.undeliverableAddress === user.email;
}
