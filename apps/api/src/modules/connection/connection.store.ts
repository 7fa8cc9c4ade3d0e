import type { FailureReason } from '@picksync/contracts';
import type { Db, Prisma, SmartsheetConnection, Tx } from '@picksync/db';
import type { ReconnectReason } from './smartsheet-failure.ts';

export const findConnection = (db: Db, userId: string): Promise<SmartsheetConnection | null> =>
  db.smartsheetConnection.findUnique({ where: { userId } });

/** Makes a user's connection, or makes the one there is good again. */
export async function saveConnection(
  tx: Tx,
  { id, userId, ...data }: Omit<Prisma.SmartsheetConnectionUncheckedCreateInput, 'id'> & { id: string },
): Promise<void> {
  await tx.smartsheetConnection.upsert({ where: { userId }, create: { id, userId, ...data }, update: data });
}

/** Another account sees other sheets, has other webhooks and a budget of its own: what was known is of no use. */
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
    where: { connectionId, lastErrorReason: { in: CONNECTION_ERRORS } },
    data: { lastError: null, lastErrorReason: null, failingSince: null },
  });
  await tx.$executeRaw`
    SELECT id FROM automations WHERE connection_id = ${connectionId}::uuid AND is_active ORDER BY id FOR NO KEY UPDATE`;
}

const CONNECTION_ERRORS: FailureReason[] = [
  'connection_missing',
  'connection_revoked',
  'connection_scope',
  'plan_without_api',
];

/**
 * Sets a connection aside that Smartsheet refuses. Only the state that was seen is left: who has connected again in
 * the meantime stays connected. False when there was nothing to change.
 */
export async function markNeedsReconnect(
  tx: Tx,
  { id, seenAt, reason, at }: { id: string; seenAt: Date; reason: ReconnectReason; at: Date },
): Promise<boolean> {
  const { count } = await tx.smartsheetConnection.updateMany({
    where: { id, status: 'connected', statusChangedAt: seenAt },
    data: { status: 'needs_reconnect', statusReason: reason, statusChangedAt: at },
  });
  return count === 1;
}

/** Erases the tokens. False when there is nothing to disconnect. */
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
    },
  });
  return count === 1;
}

/** From now on their callbacks are refused; they are deleted at Smartsheet when there is a connection again. */
export async function condemnWebhooks(db: Db, connectionId: string): Promise<void> {
  await db.smartsheetWebhook.updateMany({ where: { connectionId }, data: { status: 'deleting' } });
  await db.automation.updateMany({ where: { connectionId }, data: { webhookEnabled: false } });
}
