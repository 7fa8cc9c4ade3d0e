import type { Context } from '../../base/context.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

/**
 * Signs everybody out but the administrator who asks, also those who are about to give their second factor. For the case that
 * sessions may have been stolen: nothing else changes.
 */
export function endEverySession(
  context: Context,
  by: Admin,
  { keep, reason }: { keep: string; reason: string },
): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: { not: keep } } });
    await recordAdminAction(context, tx, { by, action: 'everybody_signed_out', reason });
    if (count === 0) return { message: 'Nobody else was signed in.' };
    const ended = count === 1 ? 'One session was ended' : `${count} sessions were ended`;
    return { message: `${ended}. Everybody but you has to log in again.` };
  });
}
