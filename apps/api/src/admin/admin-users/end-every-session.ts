import { transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { updateSession } from '../../people/sessions/sessions.store.ts';
import { type HeldSession, replaceToken } from '../../people/sessions/sessions.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

/**
 * Signs everybody out but the administrator who asks, also those who are about to give their second factor. For the case that
 * sessions may have been stolen, theirs among them: it goes on with the cookie that is returned, and copies of its secrets
 * open nothing. Null when it keeps the one it has. Nothing else changes.
 */
export function endEverySession(
  context: Context,
  by: Admin,
  { session, cookie, reason }: HeldSession & { reason: string },
): Promise<{ message: string; token: string | null }> {
  return transact(context.db, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: { not: session.id } } });
    const token = await replaceToken({ ...context, db: tx }, { session, cookie });
    const noBearer = { authTokenHash: null, formerAuthTokenHash: null };
    if (token !== null) await updateSession(tx, session.id, noBearer);
    await recordAdminAction(context, tx, { by, action: 'everybody_signed_out', reason });
    if (count === 0) return { message: 'Nobody else was signed in.', token };
    const ended = count === 1 ? 'One session was ended' : `${count} sessions were ended`;
    return { message: `${ended}. Everybody but you has to log in again.`, token };
  });
}
