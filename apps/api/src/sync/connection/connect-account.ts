import { type Region, smartsheetScopes } from '@picksync/contracts';
import {
  isTargetTaken,
  lockConnectionRows,
  markConnectionDirty,
  sweepWindowMinutes,
  type Tx,
} from '@picksync/db';
import { sealTokens } from '@picksync/smartsheet-account';
import type { SmartsheetTokens, SmartsheetUser } from '@picksync/smartsheet-client';
import { assertGoesOn } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { lockChains } from '../automations/cycle-check.ts';
import {
  pauseBlocked,
  pauseForOtherAccount,
  resumeAccount,
  toAccountKey,
} from '../automations/pause-and-resume.ts';
import { requestWebhooks } from '../automations/sync-requests.ts';
import { endRestores, findRestoring } from '../copies/pending-restores.ts';
import { findConnection } from '../smartsheet/with-smartsheet.ts';
import {
  clearConnectionErrors,
  deleteAccountData,
  findRemoteWebhooks,
  lockConnection,
  saveConnection,
} from './connection.store.ts';
import { leaveAccount } from './disconnect.ts';

type Connected = {
  userId: string;
  sessionId: string;
  ipAddress?: string | undefined;
  region: Region;
  tokens: SmartsheetTokens;
  account: SmartsheetUser;
};

/**
 * The columns that take the job away from a run of the old account, so that it uses no token of the new one and records
 * nothing.
 */
const idle = {
  syncState: 'idle',
  syncJobId: null,
  syncAttempt: 0,
  dirtyAt: null,
  parkedUntil: null,
  limitedUntil: null,
} as const;

/** Another automation may claim a target between the check and the claim: the next try finds it taken. */
const maxTries = 3;

/** How many automations were paused because the account changed, and how many were activated because theirs is back. */
type Switched = { paused: number; resumed: number };

/**
 * Saves a user's connection with its new tokens and requests the syncs of its automations and their webhooks. If it is
 * another account than before, a job retires the old one, and the automations are paused until their owner activates
 * them for the new account or the old one is connected again. Throws `unauthenticated` when the session has ended meanwhile,
 * because the visit to Smartsheet takes its time, and `account_disabled` when an administrator has disabled the account.
 */
export async function connectAccount(context: Context, connected: Connected): Promise<Switched> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await context.db.$transaction((tx) => connect(context, tx, connected));
    } catch (error) {
      if (tries === maxTries || !isTargetTaken(error)) throw error;
    }
  }
}

async function connect(context: Context, tx: Tx, connected: Connected): Promise<Switched> {
  const { userId, sessionId, region, tokens, account } = connected;
  const at = context.now();
  // The tokens are sealed for the row's id, so nobody else may insert the row meanwhile.
  await lockEnabledUser(tx, userId);
  await assertGoesOn({ ...context, db: tx }, { userId, session: { id: sessionId } });
  const before = await findConnection(tx, userId);
  const isOther = before !== null && (before.accountId !== account.id || before.region !== region);
  if (before) await lockConnectionRows(tx, before.id);
  const webhookIds = isOther ? await findRemoteWebhooks(tx, before.id) : [];
  if (isOther) await deleteAccountData(tx, before.id);
  // The connection's row is locked last wherever several are, so that there is no deadlock.
  if (before) await clearConnectionErrors(tx, before.id);
  if (isOther) {
    const connection = await lockConnection(tx, before.id);
    await leaveAccount(context, tx, { connection, webhookIds, startAfter: at });
  }
  // Connecting claims the columns of automations.
  if (before) await lockChains(tx);
  const id = before?.id ?? context.newId();
  await saveConnection(tx, {
    id,
    userId,
    region,
    accountEmail: account.email,
    accountId: account.id,
    scopes: [...smartsheetScopes],
    licensed: account.licensed,
    ...sealTokens(context.sealer, id, tokens),
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
  let paused = 0;
  let automationIds: string[] = [];
  if (isOther) {
    await endRestores(tx, { connectionId: id, at });
    paused = await pauseForOtherAccount(tx, { connectionId: id, account: toAccountKey(before), at });
    const back = toAccountKey({ region, accountId: account.id });
    if (back) automationIds = await resumeAccount(tx, { connectionId: id, userId, account: back, at });
  } else if (before) {
    // A list is put back of a paused automation as well.
    const restoring = await findRestoring(tx, id);
    automationIds = [...new Set([...(await pauseBlocked(tx, { connectionId: id, at })), ...restoring])];
  }
  if (automationIds.length > 0) {
    const { queue } = context;
    await markConnectionDirty({ tx, queue, connectionId: id, automationIds, priority: 'person' });
  }
  await requestWebhooks(context, tx, id);
  return { paused, resumed: isOther ? automationIds.length : 0 };
}
