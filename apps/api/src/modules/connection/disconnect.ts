import { lockRowsOfConnection } from '@picksync/db';
import type { SmartsheetAccounts } from '@picksync/smartsheet-account';
import { recordActivity } from '../activity/activity.store.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import {
  condemnWebhooks,
  findConnection,
  findRemoteWebhooks,
  lockConnection,
  markDisconnected,
} from './connection.store.ts';
import { type LeaveAccountDeps, leaveAccount } from './leave-account.ts';

export type DisconnectDeps = LeaveAccountDeps & Pick<SmartsheetAccounts, 'endRetiredAccount'>;

/** How long the user waits; a job does the rest. */
const endingTimeoutMs = 5000;

/**
 * Forgets the user's Smartsheet account: the tokens are erased, its webhooks are deleted and its token is revoked at
 * Smartsheet, at once if it answers, else by a job. The automations stay and rest. Returns why Smartsheet could not be
 * told at once, or undefined.
 */
export async function disconnect(userId: string, deps: DisconnectDeps): Promise<unknown> {
  const { db, now } = deps;
  const at = now();
  const retired = await db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const { id } = (await findConnection(tx, userId)) ?? {};
    if (id === undefined) return undefined;
    // The account's row comes last wherever several are changed, so that nobody waits for each other.
    await lockRowsOfConnection(tx, id);
    const webhookIds = await findRemoteWebhooks(tx, id);
    await condemnWebhooks(tx, id);
    const connection = await lockConnection(tx, id);
    const { tokenExpiresAt } = connection;
    const hasLiveToken = tokenExpiresAt !== null && tokenExpiresAt > at;
    // Later, because it is tried here first; an expired token has to be refreshed, which takes its time.
    const startAfter = hasLiveToken ? new Date(at.getTime() + 60_000) : at;
    const retiredId = await leaveAccount(tx, { connection, webhookIds, startAfter }, deps);
    if (!(await markDisconnected(tx, { id, at }))) return undefined;
    const details = 'Disconnected from Smartsheet. The automations rest until you connect again.';
    await recordActivity(tx, { userId, action: 'disconnect_smartsheet', status: 'info', details, at });
    return hasLiveToken ? retiredId : undefined;
  });
  if (retired === undefined) return undefined;
  return deps.endRetiredAccount({ id: retired, signal: AbortSignal.timeout(endingTimeoutMs) }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
}
