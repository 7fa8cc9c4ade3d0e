import type { SmartsheetConnection, Tx } from '@picksync/db';
import { retireAccount } from '@picksync/smartsheet-account';
import type { Context } from '../../base/context.ts';

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
