import { type ContactPlan, type Db, Prisma } from '@picksync/db';
import type { Position } from '../../base/cursor.ts';

/** A place in the inbox: what a message is worth, then its age. */
export type InboxPosition = Position & { rank: number };

export type MessageRow = {
  id: string;
  email: string;
  message: string;
  plan: ContactPlan | null;
  userId: string | null;
  isRead: boolean;
  createdAt: Date;
  rank: number;
};

/** The rank in the inbox: unread before read, then by plan, the dearest first. */
const rank = Prisma.sql`
  (CASE WHEN m.is_read THEN 10 ELSE 0 END
   + CASE m.plan::text WHEN 'premium' THEN 0 WHEN 'basic' THEN 1 WHEN 'trial' THEN 2 WHEN 'free' THEN 3 ELSE 4 END)`;

/** Returns messages from a place in the inbox on, one more than `limit` where there are more. */
export function findMessages(
  db: Db,
  { isRead, after, limit }: { isRead: boolean | undefined; after: InboxPosition | null; limit: number },
): Promise<MessageRow[]> {
  const wanted = isRead === undefined ? Prisma.sql`true` : Prisma.sql`m.is_read = ${isRead}`;
  const later = after
    ? Prisma.sql`(${rank} > ${after.rank} OR (${rank} = ${after.rank}
        AND (m.created_at, m.id) < (${after.at}, ${after.id}::uuid)))`
    : Prisma.sql`true`;
  return db.$queryRaw<MessageRow[]>`
    SELECT m.id, m.email, m.message, m.plan::text AS plan, m.user_id AS "userId", m.is_read AS "isRead",
      m.created_at AS "createdAt", ${rank} AS rank
    FROM contact_messages m WHERE ${wanted} AND ${later}
    ORDER BY rank, m.created_at DESC, m.id DESC LIMIT ${limit + 1}`;
}

export type ReplyRow = { contactMessageId: string; message: string; by: string | null; at: Date };

/** Returns the replies to some messages, oldest first, each with the address of the administrator while there is one. */
export function findReplies(db: Db, ids: string[]): Promise<ReplyRow[]> {
  return db.$queryRaw<ReplyRow[]>`
    SELECT r.contact_message_id AS "contactMessageId", r.message, u.email AS by, r.at
    FROM contact_replies r LEFT JOIN users u ON u.id = r.admin_id
    WHERE r.contact_message_id = ANY(${ids}::uuid[]) ORDER BY r.at, r.id`;
}

/** Returns false when there is no such message. */
export async function setRead(db: Db, { id, isRead }: { id: string; isRead: boolean }): Promise<boolean> {
  const { count } = await db.contactMessage.updateMany({ where: { id }, data: { isRead } });
  return count === 1;
}
