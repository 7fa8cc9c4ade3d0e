import { type Region, smartsheetScopes } from '@picksync/contracts';
import { lockSheetsAndAutomations, markConnectionDirty, type Tx } from '@picksync/db';
import { sealTokens } from '@picksync/smartsheet-account';
import type { SmartsheetTokens, SmartsheetUser } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { pauseBlocked } from '../automations/pause-blocked.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { findConnection, forgetAccount, saveConnection, wakeAutomations } from './connection.store.ts';
import type { ConnectionParts } from './connection.ts';

type Connected = { userId: string; region: Region; tokens: SmartsheetTokens; account: SmartsheetUser };

const SWEEP_MS = 15 * 60_000;

/** Keeps a new connection, or the one there was with its new tokens, and has everything that rested go on. */
export async function keepConnection(connected: Connected, parts: ConnectionParts): Promise<void> {
  await parts.db.$transaction((tx) => keep(tx, connected, parts));
}

async function keep(tx: Tx, { userId, region, tokens, account }: Connected, parts: ConnectionParts) {
  const at = parts.now();
  // The tokens are sealed for the row's id, so nobody else may make the row meanwhile.
  await lockUser(tx, userId);
  const before = await findConnection(tx, userId);
  const isOther = before !== null && (before.accountId !== account.id || before.region !== region);
  if (before) await lockSheetsAndAutomations(tx, before.id);
  if (isOther) await forgetAccount(tx, before.id);
  // The account's row comes last wherever several are changed, so that nobody waits for each other.
  if (before) await wakeAutomations(tx, before.id);
  const id = before?.id ?? parts.newId();
  await saveConnection(tx, {
    id,
    userId,
    region,
    accountEmail: account.email,
    accountId: account.id,
    scopes: [...smartsheetScopes],
    ...sealTokens(parts.sealer, id, tokens),
    status: 'connected',
    statusReason: null,
    statusChangedAt: at,
    nextSweepAt: new Date(at.getTime() + SWEEP_MS),
  });
  const details = `Connected to Smartsheet as ${account.email}.`;
  await recordActivity(tx, { userId, action: 'connect_smartsheet', status: 'success', details, at });
  const automationIds = before ? await pauseBlocked(tx, { connectionId: id, at }) : [];
  await goOn(tx, { connectionId: id, automationIds }, parts);
}

async function goOn(
  tx: Tx,
  { connectionId, automationIds }: { connectionId: string; automationIds: string[] },
  { queue }: ConnectionParts,
): Promise<void> {
  if (automationIds.length > 0)
    await markConnectionDirty({ tx, queue, connectionId, automationIds, priority: 'person' });
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}
