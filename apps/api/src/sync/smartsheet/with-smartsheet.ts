import { AppError } from '@picksync/contracts';
import type { Db, PrismaClient, SmartsheetConnection, Tx } from '@picksync/db';
import { appErrorOfSmartsheet, recordRefusal, statusSentence } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { findConnection } from './find-connection.store.ts';

export type SmartsheetDeps = {
  db: PrismaClient;
  now: () => Date;
  /** Returns the client of a connection: with its tokens, within its call budget. */
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
 * Throws `smartsheet_account_changed` unless a connection still is with the Smartsheet account that it was read with.
 * Call it under the lock of the user's row: results from one account say nothing about another.
 */
export async function assertSameAccount(tx: Tx, connection: SmartsheetConnection): Promise<void> {
  const { userId, accountId, region } = connection;
  const now = await findConnection(tx, userId);
  if (now?.accountId !== accountId || now.region !== region) throw new AppError('smartsheet_account_changed');
}

/**
 * Calls `work` with a client of the user's Smartsheet account. Throws refusals as coded errors, and records when
 * Smartsheet refuses the whole connection, so that nothing keeps trying.
 */
export async function withSmartsheet<T>(
  userId: string,
  deps: SmartsheetDeps,
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
