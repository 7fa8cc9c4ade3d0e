import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import { type ContactPlan, type Db, Prisma, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type Position, parseCursor, toCursor } from '../../base/cursor.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminInbox;
type View = Reply<Calls['list']>[number];

/** Returns one page of the inbox: what is unread first, those who pay most before the others, then newest first. */
export async function listMessages(
  context: Context,
  { cursor, limit, isRead }: Parsed<Calls['list']>['query'],
): Promise<{ items: View[]; nextCursor: string | null }> {
  const wanted = isRead === undefined ? undefined : isRead === 'true';
  const rows = await findMessages(context.db, { isRead: wanted, after: parseInboxCursor(cursor), limit });
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const replies = await findReplies(context.db, ids);
  const last = page.at(-1);
  return {
    items: page.map((row) => toView(row, replies)),
    nextCursor: rows.length > limit && last ? toInboxCursor({ ...last, at: last.createdAt }) : null,
  };
}

function toView({ rank: _, createdAt, ...row }: MessageRow, replies: ReplyRow[]): View {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    replies: replies
      .filter(({ contactMessageId }) => contactMessageId === row.id)
      .map(({ message, by, at }) => ({ message, by: by ?? 'A former administrator', at: at.toISOString() })),
  };
}

function toInboxCursor({ rank, ...position }: InboxPosition): string {
  return `${rank}.${toCursor(position)}`;
}

/** Returns the place behind a cursor; null for the first page. Throws `validation_failed` for any other text. */
function parseInboxCursor(cursor: string | undefined): InboxPosition | null {
  if (cursor === undefined) return null;
  const [, rank, rest] = /^(\d{1,2})\.(.+)$/.exec(cursor) ?? [];
  const position = parseCursor(rest ?? '');
  return position && { ...position, rank: Number(rank) };
}

const gone = 'There is no such message.';

/** Marks a message as read or unread. Throws `not_found`. */
export async function markMessage(
  context: Context,
  input: { id: string; isRead: boolean },
): Promise<{ message: string }> {
  if (!(await setRead(context.db, input))) throw new AppError('not_found', { message: gone });
  return { message: input.isRead ? 'Marked as read.' : 'Marked as unread.' };
}

/** Stores a reply, enqueues the mail with it, and marks the message as read. Throws `not_found`. */
export async function replyToMessage(
  context: Context,
  by: Admin,
  { id, message }: { id: string; message: string },
): Promise<{ message: string }> {
  await transact(context.db, async (tx) => {
    const answered = await tx.contactMessage.findUnique({ where: { id }, select: { userId: true } });
    if (!answered) throw new AppError('not_found', { message: gone });
    const data = { contactMessageId: id, adminId: by.adminId, message, at: context.now() };
    const { id: replyId } = await tx.contactReply.create({ data });
    await setRead(tx, { id, isRead: true });
    await recordAdminAction(context, tx, { by, userId: answered.userId, action: 'contact_answered' });
    await context.sendMailLater(tx, { mail: 'contact_reply', contactReplyId: replyId, key: replyId });
  });
  return { message: 'The reply is on its way.' };
}

/** A place in the inbox: what a message is worth, then its age. */
type InboxPosition = Position & { rank: number };

type MessageRow = {
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
function findMessages(
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

type ReplyRow = { contactMessageId: string; message: string; by: string | null; at: Date };

/** Returns the replies to some messages, oldest first, each with the address of the administrator while there is one. */
function findReplies(db: Db, ids: string[]): Promise<ReplyRow[]> {
  return db.$queryRaw<ReplyRow[]>`
    SELECT r.contact_message_id AS "contactMessageId", r.message, u.email AS by, r.at
    FROM contact_replies r LEFT JOIN users u ON u.id = r.admin_id
    WHERE r.contact_message_id = ANY(${ids}::uuid[]) ORDER BY r.at, r.id`;
}

/** Returns false when there is no such message. */
async function setRead(db: Db, { id, isRead }: { id: string; isRead: boolean }): Promise<boolean> {
  const { count } = await db.contactMessage.updateMany({ where: { id }, data: { isRead } });
  return count === 1;
}
