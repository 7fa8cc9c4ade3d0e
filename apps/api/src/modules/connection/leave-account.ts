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
 * Has a job delete the webhooks and revoke the token of the Smartsheet account that a user is leaving. What it needs is
 * kept apart from the connection. Returns the id of the retired account, or undefined when there is nothing to end.
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
