import type { Database, PrismaClient, SmartsheetConnection } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { createThrottle, type Throttle } from '../../base/throttle.ts';
import { findConnection } from '../smartsheet/find-connection.store.ts';
import { type CompareDeps, compareWebhooks } from '../webhooks/compare-webhooks.ts';

export type LookDeps = CompareDeps & {
  db: PrismaClient;
  now: () => Date;
  /** Returns a client that gives up soon and uses only calls that nobody else needs. */
  openLookClient: (connection: SmartsheetConnection) => SmartsheetClient;
};

/** Smartsheet is asked once in this time per account, however often a page is loaded. */
const lookEveryMs = 3_000;

/** Limits how often an account is looked at. */
export function createLookThrottle({
  database: { pool },
  keyedHash,
}: {
  database: Pick<Database, 'pool'>;
  keyedHash: KeyedHash;
}): Throttle {
  return createThrottle({ name: 'looks', max: 1, windowMs: lookEveryMs }, { pool, keyedHash });
}

/**
 * Asks Smartsheet, in one call, whether it still accepts a user's connection and whether the webhooks are on, and records
 * what has changed. Returns whether anything has changed. A call that fails for another reason changes nothing.
 */
export async function lookAtAccount(
  userId: string,
  deps: LookDeps & { lookThrottle: Throttle },
): Promise<boolean> {
  const { db, now } = deps;
  const connection = await findConnection(db, userId);
  if (connection?.status !== 'connected') return false;
  if (connection.parkedUntil !== null && connection.parkedUntil > now()) return false;
  if ((await deps.lookThrottle.take(userId)) > 0) return false;
  try {
    return await ask(connection, deps);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: db, now });
    // If the tokens were refused, refreshing them has recorded that already.
    return (await findConnection(db, userId))?.status !== 'connected';
  }
}

async function ask(connection: SmartsheetConnection, deps: LookDeps): Promise<boolean> {
  const client = deps.openLookClient(connection);
  if (connection.scopes.includes('ADMIN_WEBHOOKS')) return compareWebhooks({ client, connection }, deps);
  await client.users.me();
  return false;
}
