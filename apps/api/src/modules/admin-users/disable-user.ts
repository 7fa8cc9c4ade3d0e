import { AppError } from '@picksync/contracts';
import type { Database, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteSessionsOf } from '../sessions/sessions.store.ts';
import { pauseAutomationsOf, setDisabled, userExists } from './admin-users.store.ts';

export type DisableDeps = { db: Database['prisma']; now: () => Date };

/** Who acts on whom, and why. */
export type AdminAct = { adminId: string; network: string; userId: string; reason: string };

/**
 * Shuts an account: every session ends, nobody can sign in, its keys open nothing, and its automations are paused. Nothing
 * is deleted. Throws `not_found`, or `forbidden` for one's own account.
 */
export async function disableUser(act: AdminAct, deps: DisableDeps): Promise<{ message: string }> {
  if (act.userId === act.adminId)
    throw new AppError('forbidden', { message: 'You cannot disable your own account.' });
  return deps.db.$transaction(async (tx) => {
    const at = deps.now();
    const { userId, reason } = act;
    if (!(await setDisabled(tx, { id: userId, at, reason }))) return alreadySo(tx, userId, 'disabled');
    await deleteSessionsOf(tx, userId);
    const paused = await pauseAutomations(tx, { userId, at });
    await record(tx, { ...act, action: 'account_disabled', at });
    return {
      message: paused === 0 ? 'The account is disabled.' : `The account is disabled, ${paused} paused.`,
    };
  });
}

/** Opens a disabled account again. What was paused stays so until its owner activates it. Throws `not_found`. */
export async function enableUser(act: AdminAct, deps: DisableDeps): Promise<{ message: string }> {
  return deps.db.$transaction(async (tx) => {
    if (!(await setDisabled(tx, { id: act.userId, at: null, reason: null })))
      return alreadySo(tx, act.userId, 'enabled');
    await record(tx, { ...act, action: 'account_enabled', at: deps.now() });
    return { message: 'The account is enabled.' };
  });
}

async function pauseAutomations(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<number> {
  const paused = await pauseAutomationsOf(tx, { userId, at });
  if (paused > 0) {
    const details = 'Paused because the account was disabled.';
    await recordActivity(tx, { userId, action: 'pause_automation', status: 'warning', details, at });
  }
  return paused;
}

async function alreadySo(tx: Tx, id: string, state: 'disabled' | 'enabled'): Promise<{ message: string }> {
  if (!(await userExists(tx, id))) throw new AppError('not_found', { message: 'There is no such user.' });
  return { message: `The account is ${state} already.` };
}

async function record(
  tx: Tx,
  {
    adminId,
    network,
    userId,
    reason,
    ...entry
  }: AdminAct & { action: 'account_disabled' | 'account_enabled'; at: Date },
): Promise<void> {
  await recordAudit(tx, { ...entry, userId, actorId: adminId, network, details: { reason } });
}
