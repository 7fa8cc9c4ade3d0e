import type { SmartsheetConnection } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { SmartsheetError } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { findConnection } from '../smartsheet/with-smartsheet.ts';
import { compareWebhooks } from '../webhooks/compare-webhooks.ts';

/**
 * Asks Smartsheet, in one call, whether it still accepts a user's connection and whether the webhooks are on, and records
 * what has changed. Returns whether anything has changed. A call that fails for another reason changes nothing.
 */
export async function lookAtAccount(context: Context, userId: string): Promise<boolean> {
  const { db, now } = context;
  const connection = await findConnection(db, userId);
  if (connection?.status !== 'connected') return false;
  if (connection.parkedUntil !== null && connection.parkedUntil > now()) return false;
  if ((await context.throttles.looks.take(userId)) > 0) return false;
  try {
    return await ask(context, connection);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: db, now });
    // If the tokens were refused, refreshing them has recorded that already.
    return (await findConnection(db, userId))?.status !== 'connected';
  }
}

async function ask(context: Context, connection: SmartsheetConnection): Promise<boolean> {
  const client = context.smartsheet.openLookClient(connection);
  if (connection.scopes.includes('ADMIN_WEBHOOKS')) return compareWebhooks(context, { client, connection });
  await client.users.me();
  return false;
}
