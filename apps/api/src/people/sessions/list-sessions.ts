import { AppError, type SessionView } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { toDevice } from './device.ts';
import { deleteOtherSessions, deleteUserSession, findUserSessions } from './sessions.store.ts';

/** Returns where a user is signed in. */
export async function listSessions(context: Context, { user, session }: Caller): Promise<SessionView[]> {
  const rows = await findUserSessions(context.db, { userId: user.id, at: context.now() });
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
    id,
    ...toDevice(userAgent),
    network: ipAddress,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === session.id,
  }));
}

type Ending = { caller: Caller; ipAddress: string };

/** Ends one session of a user. Throws `not_found` when it is not theirs. */
export function endOneSession(
  context: Context,
  { caller, ipAddress, id }: Ending & { id: string },
): Promise<void> {
  const userId = caller.user.id;
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await deleteUserSession(tx, { userId, id }))) throw new AppError('not_found');
    await recordAudit(tx, { userId, action: 'session_ended', network: ipAddress, at: context.now() });
  });
}

/** Ends every session of a user except the caller's. Returns how many there were. */
export function endOtherSessions(context: Context, { caller, ipAddress }: Ending): Promise<number> {
  const userId = caller.user.id;
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const ended = await deleteOtherSessions(tx, { userId, id: caller.session.id });
    if (ended > 0)
      await recordAudit(tx, { userId, action: 'sessions_ended', network: ipAddress, at: context.now() });
    return ended;
  });
}
