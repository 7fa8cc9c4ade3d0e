import { AppError } from '@picksync/contracts';
import { type Db, NotConnectedError, type PrismaClient, type SmartsheetConnection } from '@picksync/db';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { findConnection, markNeedsReconnect } from './connection.store.ts';
import {
  appErrorOfSmartsheet,
  type ReconnectReason,
  reconnectReasonOf,
  reconnectSentence,
} from './smartsheet-failure.ts';

export type AccountParts = {
  db: PrismaClient;
  now: () => Date;
  /** The calls of one account: with its tokens, within its budget. */
  openClient: (connection: SmartsheetConnection) => SmartsheetClient;
};

/** The user's connection. Throws `smartsheet_not_connected` or `smartsheet_needs_reconnect`. */
export async function requireConnection(userId: string, { db }: { db: Db }): Promise<SmartsheetConnection> {
  const connection = await findConnection(db, userId);
  if (!connection || connection.status === 'disconnected') throw new AppError('smartsheet_not_connected');
  if (connection.status === 'needs_reconnect') {
    const message = reconnectSentence(connection.statusReason);
    throw new AppError('smartsheet_needs_reconnect', { message });
  }
  return connection;
}

/**
 * Works with the user's Smartsheet account while the user waits. What Smartsheet refuses becomes an error of ours,
 * and a connection that is refused as a whole is noted, so that nothing goes on trying.
 */
export async function withSmartsheet<T>(
  userId: string,
  parts: AccountParts,
  work: (client: SmartsheetClient, connection: SmartsheetConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(userId, parts);
  try {
    return await work(parts.openClient(connection), connection);
  } catch (error) {
    // It was connected a moment ago.
    if (error instanceof NotConnectedError) throw new AppError('smartsheet_not_connected', { cause: error });
    if (!(error instanceof SmartsheetError)) throw error;
    await noteRefusal(connection, reconnectReasonOf(error), parts);
    throw appErrorOfSmartsheet(error);
  }
}

/** Sets aside a connection that is refused as a whole, and tells the user once. */
async function noteRefusal(
  { id, userId, statusChangedAt: seenAt }: SmartsheetConnection,
  reason: ReconnectReason | null,
  { db, now }: AccountParts,
): Promise<void> {
  if (!reason) return;
  const at = now();
  const details = reconnectSentence(reason);
  await db.$transaction(async (tx) => {
    if (!(await markNeedsReconnect(tx, { id, seenAt, reason, at }))) return;
    await recordActivity(tx, { userId, action: 'disconnect_smartsheet', status: 'error', details, at });
  });
}
