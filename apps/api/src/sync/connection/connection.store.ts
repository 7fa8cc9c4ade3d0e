import { type Db, Prisma, type SmartsheetConnection, type Tx, withoutFailure } from '@picksync/db';
import { connectionFailures, replacedTokens } from '@picksync/smartsheet-account';

/** Reads a connection and locks its row until the transaction ends. It is locked last of all rows. */
export async function lockConnection(tx: Tx, id: string): Promise<SmartsheetConnection> {
  await tx.$executeRaw`SELECT id FROM smartsheet_connections WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.smartsheetConnection.findUniqueOrThrow({ where: { id } });
}

/**
 * Reads and locks a connection that the transaction will delete: also against a job that begins, which keeps it from being
 * deleted before it changes it.
 */
export async function lockConnectionToDelete(tx: Tx, id: string): Promise<SmartsheetConnection> {
  await tx.$executeRaw`SELECT id FROM smartsheet_connections WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.smartsheetConnection.findUniqueOrThrow({ where: { id } });
}

/** Returns Smartsheet's ids of a connection's webhooks. */
export async function findRemoteWebhooks(db: Db, connectionId: string): Promise<string[]> {
  const rows = await db.smartsheetWebhook.findMany({ where: { connectionId }, select: { remoteId: true } });
  return rows.flatMap(({ remoteId }) => remoteId ?? []);
}

/** Creates a user's connection, or updates the one that is there. */
export async function saveConnection(
  tx: Tx,
  { id, userId, ...data }: Omit<Prisma.SmartsheetConnectionUncheckedCreateInput, 'id'> & { id: string },
): Promise<void> {
  const update = { ...data, ...replacedTokens };
  await tx.smartsheetConnection.upsert({ where: { userId }, create: { id, userId, ...data }, update });
}

/** Deletes what is stored about the account of a connection: another account has other sheets, webhooks and call budget. */
export async function deleteAccountData(tx: Tx, connectionId: string): Promise<void> {
  await tx.sheet.deleteMany({ where: { connectionId } });
  await tx.smartsheetWebhook.deleteMany({ where: { connectionId } });
  await tx.smartsheetBudget.deleteMany({ where: { connectionId } });
  await tx.automation.updateMany({
    where: { connectionId },
    data: {
      webhookId: null,
      webhookEnabled: false,
      targetFingerprint: null,
      baseHashes: [],
      health: Prisma.DbNull,
      healthCheckedAt: null,
    },
  });
}

/** Clears the errors that said to connect (again), and locks the automations that are active. */
export async function clearConnectionErrors(tx: Tx, connectionId: string): Promise<void> {
  await tx.automation.updateMany({
    where: { connectionId, lastErrorReason: { in: connectionFailures } },
    data: withoutFailure,
  });
  await tx.$executeRaw`
    SELECT id FROM automations WHERE connection_id = ${connectionId}::uuid AND is_active ORDER BY id FOR NO KEY UPDATE`;
}

/** Erases the tokens and marks the connection; returns false when it was disconnected already. */
export async function markDisconnected(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await db.smartsheetConnection.updateMany({
    where: { id, status: { not: 'disconnected' } },
    data: {
      status: 'disconnected',
      statusReason: null,
      statusChangedAt: at,
      accessTokenSealed: null,
      refreshTokenSealed: null,
      tokenExpiresAt: null,
      ...replacedTokens,
    },
  });
  return count === 1;
}

/**
 * Marks the webhooks for deletion: their callbacks get 404 from now on. `leaveAccount` enqueues their deletion at
 * Smartsheet.
 */
export async function abandonWebhooks(db: Db, connectionId: string): Promise<void> {
  await db.smartsheetWebhook.updateMany({ where: { connectionId }, data: { status: 'deleting' } });
  await db.automation.updateMany({ where: { connectionId }, data: { webhookEnabled: false } });
}
