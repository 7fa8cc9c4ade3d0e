import { AppError } from '@picksync/contracts';
import type { SmartsheetConnection, Tx } from '@picksync/db';
import { recordRefusal, statusSentence, toAppError } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { findConnection } from './find-connection.store.ts';

/** Returns the user's connection. Throws `smartsheet_not_connected` or `smartsheet_needs_reconnect`. */
export async function requireConnection(context: Context, userId: string): Promise<SmartsheetConnection> {
  const connection = await findConnection(context.db, userId);
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
  context: Context,
  userId: string,
  work: (client: SmartsheetClient, connection: SmartsheetConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(context, userId);
  try {
    return await work(context.smartsheet.openClient(connection), connection);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: context.db, now: context.now });
    throw toAppError(error);
  }
}
