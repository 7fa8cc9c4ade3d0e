import { lockAutomationsOf } from '@picksync/db';
import { revoke } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { condemnWebhooks, findConnection, markDisconnected } from './connection.store.ts';
import type { ConnectionParts } from './connection.ts';

export type DisconnectParts = Pick<ConnectionParts, 'db' | 'now' | 'smartsheetApp'> & {
  readToken: (connectionId: string) => Promise<string>;
};

/** The user waits; Smartsheet forgets the token by itself after a week. */
const REVOKE_MS = 5000;

/**
 * Forgets the user's Smartsheet account: the tokens are erased and ended at Smartsheet as well, if it answers. The
 * automations stay and rest. Answers why the token could not be ended, or undefined.
 */
export async function disconnect(userId: string, parts: DisconnectParts): Promise<unknown> {
  const { db, now } = parts;
  const connection = await findConnection(db, userId);
  if (!connection) return undefined;
  const { id, region, status, tokenExpiresAt } = connection;
  // A token that has run out is over at Smartsheet too, and renewing one to end it would be a detour.
  const isAlive = status === 'connected' && tokenExpiresAt !== null && tokenExpiresAt > now();
  const accessToken = isAlive ? await parts.readToken(id).catch(() => null) : null;

  const at = now();
  await db.$transaction(async (tx) => {
    // The account's row comes last wherever several are changed, so that nobody waits for each other.
    await lockAutomationsOf(tx, id);
    await condemnWebhooks(tx, id);
    if (!(await markDisconnected(tx, { id, at }))) return;
    const details = 'Disconnected from Smartsheet. The automations rest until you connect again.';
    await recordActivity(tx, { userId, action: 'disconnect_smartsheet', status: 'info', details, at });
  });
  if (accessToken === null) return undefined;
  const site = parts.smartsheetApp.siteOf(region);
  return revoke({ site, accessToken, now, timeoutMs: REVOKE_MS }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
}
