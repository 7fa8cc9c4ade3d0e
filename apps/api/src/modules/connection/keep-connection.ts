import { type Region, smartsheetScopes } from '@picksync/contracts';
import { lockRowsOfConnection, markConnectionDirty, sweepWindowMinutes, type Tx } from '@picksync/db';
import { sealTokens } from '@picksync/smartsheet-account';
import type { SmartsheetTokens, SmartsheetUser } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { pauseAll, pauseBlocked } from '../automations/pause-blocked.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import {
  findConnection,
  findRemoteWebhooks,
  forgetAccount,
  lockConnection,
  saveConnection,
  wakeAutomations,
} from './connection.store.ts';
import { type LeaveAccountDeps, leaveAccount } from './leave-account.ts';

type Connected = { userId: string; region: Region; tokens: SmartsheetTokens; account: SmartsheetUser };

/** A run of the other account loses its claim: it uses no token of this one and records nothing. */
const noWork = {
  syncState: 'idle',
  syncJobId: null,
  syncAttempt: 0,
  dirtyAt: null,
  parkedUntil: null,
} as const;

/**
 * Keeps a new connection, or the one there was with its new tokens, and has everything that rested go on. Where the tokens
 * are another account's, the automations are paused instead, until their owner says that they are meant for it. Returns
 * whether any was.
 */
export function keepConnection(
  connected: Connected,
  deps: LeaveAccountDeps,
): Promise<{ hasPaused: boolean }> {
  return deps.db.$transaction((tx) => keep(tx, connected, deps));
}

async function keep(tx: Tx, { userId, region, tokens, account }: Connected, deps: LeaveAccountDeps) {
  const at = deps.now();
  // The tokens are sealed for the row's id, so nobody else may make the row meanwhile.
  await lockUser(tx, userId);
  const before = await findConnection(tx, userId);
  const isOther = before !== null && (before.accountId !== account.id || before.region !== region);
  if (before) await lockRowsOfConnection(tx, before.id);
  const webhookIds = isOther ? await findRemoteWebhooks(tx, before.id) : [];
  if (isOther) await forgetAccount(tx, before.id);
  // The account's row comes last wherever several are changed, so that nobody waits for each other.
  if (before) await wakeAutomations(tx, before.id);
  if (isOther) {
    const connection = await lockConnection(tx, before.id);
    await leaveAccount(tx, { connection, webhookIds, startAfter: at }, deps);
  }
  const id = before?.id ?? deps.newId();
  await saveConnection(tx, {
    id,
    userId,
    region,
    accountEmail: account.email,
    accountId: account.id,
    scopes: [...smartsheetScopes],
    ...sealTokens(deps.sealer, id, tokens),
    status: 'connected',
    statusReason: null,
    statusChangedAt: at,
    nextSweepAt: new Date(at.getTime() + sweepWindowMinutes * 60_000),
    ...(isOther && noWork),
  });
  const details = `Connected to Smartsheet as ${account.email}.`;
  await recordActivity(tx, { userId, action: 'connect_smartsheet', status: 'success', details, at });
  if (isOther) {
    const paused = await pauseAll(tx, { connectionId: id, reason: 'other_account', at });
    await goOn(tx, { connectionId: id, automationIds: [] }, deps);
    return { hasPaused: paused > 0 };
  }
  const automationIds = before ? await pauseBlocked(tx, { connectionId: id, at }) : [];
  await goOn(tx, { connectionId: id, automationIds }, deps);
  return { hasPaused: false };
}

async function goOn(
  tx: Tx,
  { connectionId, automationIds }: { connectionId: string; automationIds: string[] },
  { queue }: LeaveAccountDeps,
): Promise<void> {
  if (automationIds.length > 0)
    await markConnectionDirty({ tx, queue, connectionId, automationIds, priority: 'person' });
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}
