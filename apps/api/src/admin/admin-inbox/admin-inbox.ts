import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toCursor } from '../../base/cursor.ts';
import { type Admin, recordAct } from '../record-act.ts';
import {
  findMessages,
  findReplies,
  type InboxPosition,
  type MessageRow,
  type ReplyRow,
  setRead,
} from './admin-inbox.store.ts';

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
  await context.db.$transaction(async (tx) => {
    const answered = await tx.contactMessage.findUnique({ where: { id }, select: { userId: true } });
    if (!answered) throw new AppError('not_found', { message: gone });
    const replyId = context.newId();
    const reply = { id: replyId, contactMessageId: id, adminId: by.adminId, message, at: context.now() };
    await tx.contactReply.create({ data: reply });
    await setRead(tx, { id, isRead: true });
    await recordAct(context, tx, { by, userId: answered.userId, action: 'contact_answered' });
    await context.sendMailLater(tx, { mail: 'contact_reply', contactReplyId: replyId, key: replyId });
  });
  return { message: 'The reply is on its way.' };
}
