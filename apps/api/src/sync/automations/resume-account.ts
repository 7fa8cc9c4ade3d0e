import type { Automation, SmartsheetConnection, Tx } from '@picksync/db';
import { readEntitlements } from '../../base/entitlements.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { findPausedWith, updateAutomationRow, withoutFailure } from './automations.store.ts';
import { isTargetTakenByAnother } from './claim-target.ts';
import { wouldCloseLoop } from './column-loops.ts';
import { pause } from './pause-blocked.ts';

/** Returns the region and id by which a Smartsheet account is remembered; null where its id is not known. */
export function accountKey({
  region,
  accountId,
}: Pick<SmartsheetConnection, 'region' | 'accountId'>): string | null {
  return accountId === null ? null : `${region}/${accountId}`;
}

type Account = { connectionId: string; userId: string; account: string; at: Date };

/**
 * Activates the automations that were paused because another Smartsheet account took the place of this one, the oldest first
 * and as many as the plan allows. One whose target is filled by another automation by now, or that would close a loop,
 * stays paused with that reason. Returns the ids of those that were activated. Call it under `lockChains`.
 */
export async function resumeAccount(
  tx: Tx,
  { connectionId, userId, account, at }: Account,
): Promise<string[]> {
  const waiting = await findPausedWith(tx, { connectionId, account });
  if (waiting.length === 0) return [];
  const { region } = await tx.smartsheetConnection.findUniqueOrThrow({ where: { id: connectionId } });
  const { active, limit } = await readEntitlements(tx, { userId, now: at });
  const resumed: string[] = [];
  for (const automation of waiting) {
    if (active + resumed.length >= limit) await pauseByPlan(tx, automation);
    else {
      const obstacle = await findObstacle(tx, { automation, region });
      if (obstacle) await pause(tx, { automation, reason: obstacle, at });
      else resumed.push(await resume(tx, { automation, at }));
    }
  }
  return resumed;
}

/** Returns what keeps an automation from filling its target again; null when nothing does. */
async function findObstacle(
  tx: Tx,
  { automation, region }: { automation: Automation; region: SmartsheetConnection['region'] },
): Promise<'target_claimed' | 'automation_loop' | null> {
  const { id, sheetId, targetColumnId } = automation;
  if (await isTargetTakenByAnother(tx, { region, sheetId, targetColumnId, exceptId: id }))
    return 'target_claimed';
  return (await wouldCloseLoop(tx, { ...automation, isActive: true })) ? 'automation_loop' : null;
}

/** Leaves an automation paused because of the limit of the plan. */
async function pauseByPlan(tx: Tx, { id, userId }: Automation): Promise<void> {
  const data = { lastError: null, lastErrorReason: 'plan_limit', pausedAccount: null };
  await updateAutomationRow(tx, { userId, id, data });
}

async function resume(
  tx: Tx,
  { automation: { id, userId, name }, at }: { automation: Automation; at: Date },
): Promise<string> {
  const data = { ...withoutFailure, isActive: true, pausedBy: null, pausedAccount: null };
  await updateAutomationRow(tx, { userId, id, data });
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'activate_automation',
    status: 'success',
    details: 'The Smartsheet account that it ran with is connected again, so the automation goes on.',
    at,
  });
  return id;
}
