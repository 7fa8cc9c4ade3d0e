import { AppError, type SecurityAction, type SecurityDetails } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from '../base/context.ts';
import { recordAudit } from '../base/record-audit.ts';

/** The administrator who acts, with which session, and the address that the request came from. */
export type Admin = { adminId: string; session: { id: string }; network: string };

type AdminAction = SecurityDetails & {
  by: Admin;
  action: SecurityAction;
  /** Whose account it is about, if anybody's. */
  userId?: string | null;
};

/**
 * Adds what an administrator does to the audit trail, in the transaction that does it, or before a call that no transaction takes back.
 * Returns the id of the entry. Throws `unauthenticated`, so that nothing is done, when the session has ended since the request was let
 * in, or its user is no administrator any more.
 */
export async function recordAdminAction(
  context: Context,
  tx: Db,
  { by, action, userId = null, ...details }: AdminAction,
): Promise<string> {
  await assertStillAdmin(context, tx, by);
  const { adminId: actorId, network } = by;
  return recordAudit(tx, { userId, actorId, action, network, details, at: context.now() });
}

/**
 * Keeps the session of an administrator from ending until the transaction does. A shared lock, because two acts of one session take
 * it in any order with the rows that they change.
 */
async function assertStillAdmin({ now }: Context, tx: Db, { adminId, session }: Admin): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${session.id}::uuid AND u.id = ${adminId}::uuid AND s.expires_at > ${now()}
      AND NOT s.awaits_second_factor AND u.role = 'admin' AND u.disabled_at IS NULL
    FOR KEY SHARE OF s`;
  if (found.length === 0) throw new AppError('unauthenticated');
}
