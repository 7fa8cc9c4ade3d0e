import type { Db } from './database.ts';

/*
 * A transaction that changes several rows locks them in one order, so that no two transactions wait for each
 * other: users, then webhooks, sheets, automations and connections; rows of one table by their keys.
 */

/** Locks all webhooks, sheets and automations of a connection. Call it before the first of them is changed. */
export async function lockRowsOfConnection(tx: Db, connectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM smartsheet_webhooks WHERE connection_id = ${connectionId}::uuid ORDER BY id FOR NO KEY UPDATE`;
  await tx.$executeRaw`
    SELECT 1 FROM sheets WHERE connection_id = ${connectionId}::uuid
    ORDER BY connection_id, sheet_id FOR NO KEY UPDATE`;
  await lockAutomationsOf(tx, connectionId);
}

/** Locks all automations of a connection. */
export async function lockAutomationsOf(tx: Db, connectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM automations WHERE connection_id = ${connectionId}::uuid ORDER BY id FOR NO KEY UPDATE`;
}
