import type { SecurityAction, SecurityDetails } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from '../base/context.ts';
import { recordAudit } from '../base/record-audit.ts';

/** The administrator who acts, and the address that the request came from. */
export type Admin = { adminId: string; network: string };

type AdminAction = SecurityDetails & {
  by: Admin;
  action: SecurityAction;
  /** Whose account it is about, if anybody's. */
  userId?: string | null;
};

/** Adds what an administrator did to the audit trail, in the transaction that did it. */
export async function recordAdminAction(
  { now }: Context,
  tx: Db,
  { by: { adminId: actorId, network }, action, userId = null, ...details }: AdminAction,
): Promise<void> {
  await recordAudit(tx, { userId, actorId, action, network, details, at: now() });
}
