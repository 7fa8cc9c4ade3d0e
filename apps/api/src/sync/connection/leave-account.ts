import type { PrismaClient, Queue, Sealer, SmartsheetConnection, Tx } from '@picksync/db';
import { retireAccount } from '@picksync/smartsheet-account';

export type LeaveAccountDeps = {
  db: PrismaClient;
  queue: Queue;
  sealer: Sealer;
  newId: () => string;
  now: () => Date;
};

/**
 * Retires the Smartsheet account that a user is leaving: enqueues the job that deletes its webhooks and revokes its token,
 * and stores what the job needs apart from the connection. Returns the id of the retired account, or undefined when there
 * is nothing to end.
 */
export async function leaveAccount(
  tx: Tx,
  leaving: { connection: SmartsheetConnection; webhookIds: string[]; startAfter: Date },
  { queue, sealer, newId }: LeaveAccountDeps,
): Promise<string | undefined> {
  const id = newId();
  const { startAfter, ...retired } = leaving;
  if (!(await retireAccount(tx, { ...retired, id }, sealer))) return undefined;
  await queue.send(tx, 'end-retired-account', { retiredAccountId: id }, { startAfter });
  return id;
}
