import { AppError } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';
import type { TxContext } from './context.ts';
import { lockUser } from './lock-user.ts';

/** A session of a user, which may have ended since its request was let in. */
export type ActingSession = { userId: string; session: { id: string } };

/** Keeps a live session of a user from ending until the transaction does. Returns false when there is no such one. */
export async function lockSession(
  tx: Db,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM sessions
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND expires_at > ${at} AND NOT awaits_second_factor
    FOR UPDATE`;
  return found.length > 0;
}

/**
 * Keeps a session from ending until the transaction does, so that nothing is added to an account by a session that a reset ends
 * at this moment. Throws `unauthenticated` when it has ended. Call it under the lock of the user, which a reset takes first.
 */
export async function assertGoesOn(
  context: Pick<TxContext, 'db' | 'now'>,
  { userId, session: { id } }: ActingSession,
): Promise<void> {
  if (!(await lockSession(context.db, { id, userId, at: context.now() })))
    throw new AppError('unauthenticated');
}

/** Locks the row of a user as `lockUser` does, for an act of a session. Throws `unauthenticated` when that has ended. */
export async function lockActingUser(
  context: Pick<TxContext, 'now'>,
  tx: Tx,
  { userId, session }: ActingSession,
): Promise<void> {
  await lockUser(tx, userId);
  await assertGoesOn({ ...context, db: tx }, { userId, session });
}
