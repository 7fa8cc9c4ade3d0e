import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import {
  findMessages,
  findReplies,
  findSender,
  insertReply,
  type MessageRow,
  type ReplyRow,
  setRead,
} from './admin-inbox.store.ts';
import { parseInboxCursor, toInboxCursor } from './inbox-cursor.ts';

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
  const replies = await findReplies(
    context.db,
    page.map(({ id }) => id),
  );
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
  { id, adminId, network, message }: { id: string; adminId: string; network: string; message: string },
): Promise<{ message: string }> {
  await context.db.$transaction(async (tx) => {
    const sender = await findSender(tx, id);
    if (sender === undefined) throw new AppError('not_found', { message: gone });
    const at = context.now();
    const replyId = context.newId();
    await insertReply(tx, { id: replyId, contactMessageId: id, adminId, message, at });
    await setRead(tx, { id, isRead: true });
    await recordAudit(tx, { userId: sender, actorId: adminId, action: 'contact_answered', network, at });
    await context.sendMailLater(tx, { mail: 'contact_reply', contactReplyId: replyId, key: replyId });
  });
  return { message: 'The reply is on its way.' };
}
