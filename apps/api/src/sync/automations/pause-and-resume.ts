import { randomUUID } from 'node:crypto';
import { type FailureReason, failureSentence } from '@picksync/contracts';
import {
  type Automation,
  type Prisma,
  type SmartsheetConnection,
  type Tx,
  withoutFailure,
} from '@picksync/db';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { updateAutomationRow } from './automations.store.ts';
import { isTargetTakenByAnother } from './claim-target.ts';
import { wouldCloseCycle } from './cycle-check.ts';

const oldestFirst: Prisma.AutomationOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }];

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
  const groupId = randomUUID();
  const automations = await tx.automation.findMany({
    where: { connectionId, isActive: true },
    include: { claim: true },
    orderBy: oldestFirst,
  });
  for (const { claim, ...automation } of automations) {
    const reason = claim ? await findLoop(tx, automation) : 'target_claimed';
    if (reason) await pause(tx, { automation, reason, groupId, at });
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
  const where = { connectionId, isActive: true };
  const automations = await tx.automation.findMany({ where, orderBy: oldestFirst });
  const groupId = randomUUID();
  for (const automation of automations) {
    await pause(tx, { automation, reason: 'other_account', pausedAccount: account, groupId, at });
  }
  return automations.length;
}

type PauseInput = {
  automation: Pick<Automation, 'id' | 'userId' | 'name'>;
  reason: FailureReason;
  /** The Smartsheet account for which it is paused; null where it waits for its owner. */
  pausedAccount?: string | null;
  /** The same for all that are paused at once. */
  groupId: string;
  at: Date;
};

/** Pauses an automation, or records why one stays paused, with an entry in the activity. */
async function pause(
  tx: Tx,
  { automation: { id, userId, name }, reason, pausedAccount = null, groupId, at }: PauseInput,
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
    groupId,
    at,
  });
}

/** Returns the region and id by which a Smartsheet account is remembered; null where its id is not known. */
export function toAccountKey({
  region,
  accountId,
}: Pick<SmartsheetConnection, 'region' | 'accountId'>): string | null {
  return accountId === null ? null : `${region}/${accountId}`;
}

/**
 * Activates the automations that were paused because another Smartsheet account took the place of this one, the oldest first
 * and as many as the plan allows. One whose target is filled by another automation by now, or that would close a loop,
 * stays paused with that reason. Returns the ids of those that were activated. Call it under `lockChains`.
 */
export async function resumeAccount(
  tx: Tx,
  { connectionId, userId, account, at }: { connectionId: string; userId: string; account: string; at: Date },
): Promise<string[]> {
  const waiting = await tx.automation.findMany({
    where: { connectionId, isActive: false, pausedBy: 'system', pausedAccount: account },
    orderBy: oldestFirst,
  });
  if (waiting.length === 0) return [];
  const { region } = await tx.smartsheetConnection.findUniqueOrThrow({ where: { id: connectionId } });
  const { active, limit } = await readEntitlements(tx, { userId, now: at });
  const resumed: string[] = [];
  const [pausedId, resumedId] = [randomUUID(), randomUUID()];
  for (const automation of waiting) {
    if (active + resumed.length >= limit) await pauseByPlan(tx, automation);
    else {
      const obstacle = await findObstacle(tx, { automation, region });
      if (obstacle) await pause(tx, { automation, reason: obstacle, groupId: pausedId, at });
      else resumed.push(await resume(tx, { automation, groupId: resumedId, at }));
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
  return findLoop(tx, automation);
}

async function findLoop(tx: Tx, automation: Automation): Promise<'automation_loop' | null> {
  return (await wouldCloseCycle(tx, { ...automation, isActive: true })) ? 'automation_loop' : null;
}

/** Leaves an automation paused because of the limit of the plan. */
async function pauseByPlan(tx: Tx, { id, userId }: Automation): Promise<void> {
  const data = { lastError: null, lastErrorReason: 'plan_limit', pausedAccount: null };
  await updateAutomationRow(tx, { userId, id, data });
}

async function resume(
  tx: Tx,
  { automation: { id, userId, name }, ...entry }: { automation: Automation; groupId: string; at: Date },
): Promise<string> {
  const data = { ...withoutFailure, isActive: true, pausedBy: null, pausedAccount: null };
  await updateAutomationRow(tx, { userId, id, data });
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'activate_automation',
    status: 'success',
    details: 'The Smartsheet account that it ran with is connected again, so the automation goes on.',
    isBySystem: true,
    ...entry,
  });
  return id;
}
