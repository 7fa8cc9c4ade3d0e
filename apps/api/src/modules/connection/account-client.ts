import { AppError } from '@picksync/contracts';
import type { Db, PrismaClient, SmartsheetConnection } from '@picksync/db';
import { appErrorOfSmartsheet, recordRefusal, statusSentence } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { findConnection } from './connection.store.ts';

export type AccountDeps = {
  db: PrismaClient;
  now: () => Date;
  /** Opens the calls of one account: with its tokens, within its budget. */
  openClient: (connection: SmartsheetConnection) => SmartsheetClient;
};

/** Returns the user's connection. Throws `smartsheet_not_connected` or `smartsheet_needs_reconnect`. */
export async function requireConnection(userId: string, { db }: { db: Db }): Promise<SmartsheetConnection> {
  const connection = await findConnection(db, userId);
  if (!connection || connection.status === 'disconnected') throw new AppError('smartsheet_not_connected');
  if (connection.status === 'needs_reconnect') {
    const message = statusSentence(connection.statusReason);
    throw new AppError('smartsheet_needs_reconnect', { message });
  }
  return connection;
}

/**
 * Works with the user's Smartsheet account while the user waits. Refusals become errors of ours,
 * and a connection that is refused as a whole is ended, so that nothing goes on trying.
 */
export async function withSmartsheet<T>(
  userId: string,
  deps: AccountDeps,
  work: (client: SmartsheetClient, connection: SmartsheetConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(userId, deps);
  try {
    return await work(deps.openClient(connection), connection);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: deps.db, now: deps.now });
    throw appErrorOfSmartsheet(error);
  }
}
