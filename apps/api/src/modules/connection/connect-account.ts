import { type Region, smartsheetScopes } from '@picksync/contracts';
import { lockRowsOfConnection, markConnectionDirty, sweepWindowMinutes, type Tx } from '@picksync/db';
import { sealTokens } from '@picksync/smartsheet-account';
import type { SmartsheetTokens, SmartsheetUser } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { pauseAll, pauseBlocked } from '../automations/pause-blocked.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import {
  clearConnectionErrors,
  deleteAccountData,
  findConnection,
  findRemoteWebhooks,
  lockConnection,
  saveConnection,
} from './connection.store.ts';
import { type LeaveAccountDeps, leaveAccount } from './leave-account.ts';

type Connected = {
  userId: string;
  ipAddress?: string | undefined;
  region: Region;
  tokens: SmartsheetTokens;
  account: SmartsheetUser;
};

/** Takes the job away from a run of the old account: it uses no token of the new one and records nothing. */
const idle = {
  syncState: 'idle',
  syncJobId: null,
  syncAttempt: 0,
  dirtyAt: null,
  parkedUntil: null,
} as const;

/**
 * Saves a user's connection with its new tokens and requests what waited for it: the syncs of its automations and their
 * webhooks. Another account than before takes the place of the old one, which a job retires; the automations are paused
 * then, until their owner activates them for the new account. Returns whether any was.
 */
export function connectAccount(
  connected: Connected,
  deps: LeaveAccountDeps,
): Promise<{ hasPaused: boolean }> {
  return deps.db.$transaction((tx) => connect(tx, connected, deps));
}

async function connect(tx: Tx, connected: Connected, deps: LeaveAccountDeps) {
  const { userId, region, tokens, account } = connected;
  const at = deps.now();
  // The tokens are sealed for the row's id, so nobody else may make the row meanwhile.
  await lockUser(tx, userId);
  const before = await findConnection(tx, userId);
  const isOther = before !== null && (before.accountId !== account.id || before.region !== region);
  if (before) await lockRowsOfConnection(tx, before.id);
  const webhookIds = isOther ? await findRemoteWebhooks(tx, before.id) : [];
  if (isOther) await deleteAccountData(tx, before.id);
  // The connection's row is locked last wherever several are, so that no two transactions wait for each other.
  if (before) await clearConnectionErrors(tx, before.id);
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
    ...(isOther && idle),
  });
  const details = `Connected to Smartsheet as ${account.email}.`;
  await recordActivity(tx, { userId, action: 'connect_smartsheet', status: 'success', details, at });
  const change = isOther ? 'smartsheet_account_changed' : 'smartsheet_connected';
  await recordAudit(tx, { userId, action: change, network: connected.ipAddress ?? null, at });
  if (isOther) {
    const paused = await pauseAll(tx, { connectionId: id, reason: 'other_account', at });
    await requestWork(tx, { connectionId: id, automationIds: [] }, deps);
    return { hasPaused: paused > 0 };
  }
  const automationIds = before ? await pauseBlocked(tx, { connectionId: id, at }) : [];
  await requestWork(tx, { connectionId: id, automationIds }, deps);
  return { hasPaused: false };
}

async function requestWork(
  tx: Tx,
  { connectionId, automationIds }: { connectionId: string; automationIds: string[] },
  { queue }: LeaveAccountDeps,
): Promise<void> {
  if (automationIds.length > 0)
    await markConnectionDirty({ tx, queue, connectionId, automationIds, priority: 'person' });
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}
