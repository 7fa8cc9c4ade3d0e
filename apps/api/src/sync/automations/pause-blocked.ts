import { type FailureReason, failureSentence } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { type ActiveAutomation, findActiveAutomations, updateAutomationRow } from './automations.store.ts';
import { findChain } from './column-loops.store.ts';
import { closesLoop } from './column-loops.ts';

/**
 * Pauses those automations of a connection that has just been renewed whose target another automation has claimed in the
 * meantime, or that would close a loop. Writes an activity entry for each. Returns the ids of the others. Call it under
 * `lockChains`.
 */
export async function pauseBlocked(
  tx: Tx,
  { connectionId, at }: { connectionId: string; at: Date },
): Promise<string[]> {
  const free: string[] = [];
  for (const automation of await findActiveAutomations(tx, connectionId)) {
    const reason = await blockReason(tx, automation);
    if (reason) await pause(tx, { automation, reason, at });
    else free.push(automation.id);
  }
  return free;
}

/**
 * Pauses every active automation of a connection whose account is replaced by another one, each with an entry in the
 * activity. Returns how many there were.
 */
export async function pauseForOtherAccount(
  tx: Tx,
  { connectionId, account, at }: { connectionId: string; account: string | null; at: Date },
): Promise<number> {
  const automations = await findActiveAutomations(tx, connectionId);
  for (const automation of automations) {
    await pause(tx, { automation, reason: 'other_account', pausedAccount: account, at });
  }
  return automations.length;
}

async function blockReason(tx: Tx, automation: ActiveAutomation): Promise<FailureReason | null> {
  if (!automation.claim) return 'target_claimed';
  return closesLoop(automation, await findChain(tx, automation)) ? 'automation_loop' : null;
}

type PauseInput = {
  automation: Pick<ActiveAutomation, 'id' | 'userId' | 'name'>;
  reason: FailureReason;
  /** The Smartsheet account for which it is paused; null where it waits for its owner. */
  pausedAccount?: string | null;
  at: Date;
};

/** Pauses an automation, or records why one stays paused, with an entry in the activity. */
export async function pause(
  tx: Tx,
  { automation: { id, userId, name }, reason, pausedAccount = null, at }: PauseInput,
): Promise<void> {
  const sentence = failureSentence(reason);
  const paused = { isActive: false, pausedBy: 'system', pausedAccount, dirtyAt: null } as const;
  const data = { ...paused, lastError: sentence, lastErrorReason: reason };
  await updateAutomationRow(tx, { userId, id, data });
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'pause_automation',
    status: 'warning',
    details: sentence,
    at,
  });
}
