import { lockConnectionRows, type SmartsheetConnection, type Tx } from '@picksync/db';
import { retireAccount } from '@picksync/smartsheet-account';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { findConnection } from '../smartsheet/with-smartsheet.ts';
import { abandonWebhooks, findRemoteWebhooks, lockConnection, markDisconnected } from './connection.store.ts';

/** How long the user waits for Smartsheet; a job does the rest. */
const endingTimeoutMs = 5000;

/**
 * Disconnects a user from Smartsheet: erases the tokens, deletes the webhooks and revokes the token at Smartsheet, at
 * once if it answers, else by a job. The automations stay, but are not synced. Returns the error of a call to
 * Smartsheet that failed, else undefined.
 */
export async function disconnect(
  context: Context,
  { userId, ipAddress }: { userId: string; ipAddress: string },
): Promise<unknown> {
  const { db, now } = context;
  const at = now();
  const retired = await db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const { id } = (await findConnection(tx, userId)) ?? {};
    if (id === undefined) return undefined;
    // The connection's row is locked last wherever several are, so that there is no deadlock.
    await lockConnectionRows(tx, id);
    const webhookIds = await findRemoteWebhooks(tx, id);
    await abandonWebhooks(tx, id);
    const connection = await lockConnection(tx, id);
    const { tokenExpiresAt } = connection;
    const hasLiveToken = tokenExpiresAt !== null && tokenExpiresAt > at;
    // The job starts later, because it is tried here first. With an expired token it starts at once: a refresh may take
    // long.
    const startAfter = hasLiveToken ? new Date(at.getTime() + 60_000) : at;
    const retiredId = await leaveAccount(context, tx, { connection, webhookIds, startAfter });
    if (!(await markDisconnected(tx, { id, at }))) return undefined;
    const details = 'Disconnected from Smartsheet. The automations rest until you connect again.';
    await recordActivity(tx, { userId, action: 'disconnect_smartsheet', status: 'info', details, at });
    await recordAudit(tx, { userId, action: 'smartsheet_disconnected', network: ipAddress, at });
    return hasLiveToken ? retiredId : undefined;
  });
  if (retired === undefined) return undefined;
  return context.smartsheet
    .endRetiredAccount({ id: retired, signal: AbortSignal.timeout(endingTimeoutMs) })
    .then(
      () => undefined,
      (failure: unknown) => failure,
    );
}

/**
 * Retires the Smartsheet account that a user is leaving: enqueues the job that deletes its webhooks and revokes its token,
 * and stores what the job needs apart from the connection. Returns the id of the retired account, or undefined when there
 * is nothing to end.
 */
export async function leaveAccount(
  context: Context,
  tx: Tx,
  leaving: { connection: SmartsheetConnection; webhookIds: string[]; startAfter: Date },
): Promise<string | undefined> {
  const id = context.newId();
  const { startAfter, ...retired } = leaving;
  if (!(await retireAccount(tx, { ...retired, id }, context.sealer))) return undefined;
  await context.queue.send(tx, 'end-retired-account', { retiredAccountId: id }, { startAfter });
  return id;
}
