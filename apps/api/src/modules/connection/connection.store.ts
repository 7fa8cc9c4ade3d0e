import type { Db, Prisma, SmartsheetConnection, Tx } from '@picksync/db';
import { connectionFailures, replacedTokens } from '@picksync/smartsheet-account';

export function findConnection(db: Db, userId: string): Promise<SmartsheetConnection | null> {
  return db.smartsheetConnection.findUnique({ where: { userId } });
}

/**
 * Finds a connection and locks its row, so that its tokens stay what they are until the transaction ends. Of all rows it
 * is locked last.
 */
export async function lockConnection(tx: Tx, id: string): Promise<SmartsheetConnection> {
  await tx.$executeRaw`SELECT id FROM smartsheet_connections WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.smartsheetConnection.findUniqueOrThrow({ where: { id } });
}

/** Finds what Smartsheet calls the webhooks that we made there. */
export async function findRemoteWebhooks(db: Db, connectionId: string): Promise<string[]> {
  const rows = await db.smartsheetWebhook.findMany({ where: { connectionId }, select: { remoteId: true } });
  return rows.flatMap(({ remoteId }) => remoteId ?? []);
}

/** Makes a user's connection, or makes the one there is good again. */
export async function saveConnection(
  tx: Tx,
  { id, userId, ...data }: Omit<Prisma.SmartsheetConnectionUncheckedCreateInput, 'id'> & { id: string },
): Promise<void> {
  const update = { ...data, ...replacedTokens };
  await tx.smartsheetConnection.upsert({ where: { userId }, create: { id, userId, ...data }, update });
}

/** Deletes what is known of an account, because another one has other sheets, webhooks and a budget of its own. */
export async function forgetAccount(tx: Tx, connectionId: string): Promise<void> {
  await tx.sheet.deleteMany({ where: { connectionId } });
  await tx.smartsheetWebhook.deleteMany({ where: { connectionId } });
  await tx.smartsheetBudget.deleteMany({ where: { connectionId } });
  await tx.automation.updateMany({
    where: { connectionId },
    data: { webhookId: null, webhookEnabled: false, targetFingerprint: null, baseHashes: [] },
  });
}

/** Takes away errors that said to connect (again), and locks the automations that are active. */
export async function wakeAutomations(tx: Tx, connectionId: string): Promise<void> {
  await tx.automation.updateMany({
    where: { connectionId, lastErrorReason: { in: connectionFailures } },
    data: { lastError: null, lastErrorReason: null, failingSince: null },
  });
  await tx.$executeRaw`
    SELECT id FROM automations WHERE connection_id = ${connectionId}::uuid AND is_active ORDER BY id FOR NO KEY UPDATE`;
}

/** Erases the tokens; false when there is nothing to disconnect. */
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

/** Gives the webhooks up: their callbacks are refused from now on. `leaveAccount` has them deleted at Smartsheet. */
export async function condemnWebhooks(db: Db, connectionId: string): Promise<void> {
  await db.smartsheetWebhook.updateMany({ where: { connectionId }, data: { status: 'deleting' } });
  await db.automation.updateMany({ where: { connectionId }, data: { webhookEnabled: false } });
}
