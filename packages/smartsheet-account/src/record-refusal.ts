import type { Prisma, PrismaClient, SmartsheetConnection } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';
import { endsConnection, statusSentence } from './refusals.ts';

/** The state in which a connection was refused; one that has changed since is not ended. */
type RefusedConnection = Pick<SmartsheetConnection, 'id' | 'userId'> &
  ({ statusChangedAt: Date } | { tokenVersion: number });

/**
 * Ends a connection that Smartsheet refuses as a whole, and reports it to its user once. It ends only if it is still in
 * the state that was refused: a user who has connected again meanwhile stays connected. Returns true when this call
 * ended it.
 */
export async function recordRefusal(
  { connection, error }: { connection: RefusedConnection; error: SmartsheetError },
  { prisma, now }: { prisma: PrismaClient; now: () => Date },
): Promise<boolean> {
  const reason = endsConnection(error);
  if (reason === null) return false;
  const { id, userId } = connection;
  const at = now();
  const seen: Prisma.SmartsheetConnectionWhereInput =
    'tokenVersion' in connection
      ? { tokenVersion: connection.tokenVersion }
      : { statusChangedAt: connection.statusChangedAt };
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.smartsheetConnection.updateMany({
      where: { id, status: 'connected', ...seen },
      data: { status: 'needs_reconnect', statusReason: reason, statusChangedAt: at },
    });
    if (count === 0) return false;
    const details = statusSentence(reason);
    const entry = { action: 'disconnect_smartsheet', status: 'error', details, timestamp: at } as const;
    await tx.activityLog.create({ data: { userId, ...entry } });
    return true;
  });
}
