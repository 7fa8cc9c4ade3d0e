import { AppError, type endpoints, pluralize, type Reply } from '@picksync/contracts';
import { type Prisma, type Tx, transact, withoutFindings } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { activated, toFormAnswer } from '../automations/automation-change.ts';
import { isResting } from '../automations/automation-view.ts';
import { claimTarget, columnTaken } from '../automations/claim-target.ts';
import { closedCycle, createCycleCheck, lockChains } from '../automations/cycle-check.ts';
import { forgetPauseWithRule } from '../automations/paused-with-rule.ts';
import { findActivationRefusal } from '../automations/plan-limit.ts';
import { recordToggles } from '../automations/record-changes.ts';
import { requestSyncs, requestWebhooks } from '../automations/sync-requests.ts';
import { toResults } from './bulk-results.ts';
import { lockOwn, type Selection } from './lock-own.ts';

type Outcome = 'done' | 'unchanged' | AppError;

/**
 * Activates those that are paused, in the order of the request and as many as the plan allows, in one transaction and with one
 * entry in the activity. One whose column another one fills, that would close a loop, or that rests after a restore, is refused
 * and does not hold the others.
 */
export async function activateMany(
  context: Context,
  selection: Selection,
): Promise<Reply<typeof endpoints.automations.toggleMany>> {
  const outcomes = await claimTarget(() =>
    transact(context.db, async (tx) => {
      await lockEnabledUser(tx, selection.userId);
      return activateLocked(context, tx, selection);
    }),
  );
  const { results, done } = toResults(selection.ids, outcomes);
  return { message: done === 1 ? 'Automation activated' : `${done} automations activated`, results, done };
}

/** Does what `activateMany` does, under `lockEnabledUser`; `claimTarget` has to be around the transaction. */
export async function activateLocked(
  context: Context,
  tx: Tx,
  { userId, ids }: Selection,
): Promise<ReadonlyMap<string, Outcome>> {
  // Before the first claim, as in every transaction that makes one.
  await lockChains(tx);
  await lockOwn(tx, { userId, ids });
  const found = await tx.automation.findMany({ where: { userId, id: { in: [...ids] } }, select: needed });
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const outcomes = new Map<string, Outcome>(
    rows.filter(({ isActive }) => isActive).map(({ id }) => [id, 'unchanged'] as const),
  );
  const decided = await decide(context, tx, { userId, rows: rows.filter(({ isActive }) => !isActive) });
  for (const [id, outcome] of decided) outcomes.set(id, outcome);
  const chosen = rows.filter(({ id }) => decided.get(id) === 'done');
  if (chosen.length > 0) await write(context, tx, { userId, chosen });
  return outcomes;
}

/** Of an automation, which may remember thousands of options. */
const needed = {
  id: true,
  isActive: true,
  mode: true,
  connectionId: true,
  leftRuleAt: true,
  pausedBy: true,
  restedAt: true,
  sourceSheetId: true,
  sourceColumnId: true,
  sheetId: true,
  targetColumnId: true,
  connection: { select: { region: true, status: true } },
} satisfies Prisma.AutomationSelect;

type Row = Prisma.AutomationGetPayload<{ select: typeof needed }>;

/** Says of each whether it may be active beside the others. Writes nothing. */
async function decide(
  context: Context,
  tx: Tx,
  { userId, rows }: { userId: string; rows: readonly Row[] },
): Promise<ReadonlyMap<string, Outcome>> {
  const { active, limit, status } = await readEntitlements(tx, { userId, now: context.now() });
  const taken = await findTaken(tx, rows);
  const closesCycle = await createCycleCheck(tx, rows);
  const outcomes = new Map<string, Outcome>();
  let added = 0;
  for (const row of rows) {
    const isTaken = row.connection.status === 'connected' && taken.has(toColumn(row));
    const refusal =
      (row.leftRuleAt === null ? null : new AppError('automation_of_rule')) ??
      (isResting(row) ? new AppError('automation_rests') : null) ??
      findActivationRefusal({ active: active + added, limit, status }) ??
      (isTaken ? columnTaken() : null) ??
      (closesCycle(row) ? closedCycle() : null);
    outcomes.set(row.id, refusal ?? 'done');
    if (refusal) continue;
    added += 1;
    taken.add(toColumn(row));
  }
  return outcomes;
}

type Column = Pick<Row, 'sheetId' | 'targetColumnId'> & { connection: Pick<Row['connection'], 'region'> };

function toColumn({ connection: { region }, sheetId, targetColumnId }: Column): string {
  return `${region}/${sheetId}/${targetColumnId}`;
}

/** Returns those of the columns that automations of any user fill. Under `lockChains` nobody claims another one. */
async function findTaken(tx: Tx, rows: readonly Row[]): Promise<Set<string>> {
  const claims = await tx.targetClaim.findMany({
    where: {
      region: { in: [...new Set(rows.map(({ connection }) => connection.region))] },
      sheetId: { in: [...new Set(rows.map(({ sheetId }) => sheetId))] },
    },
  });
  return new Set(
    claims.map(({ region, sheetId, columnId }) =>
      toColumn({ connection: { region }, sheetId, targetColumnId: columnId }),
    ),
  );
}

async function write(
  context: Context,
  tx: Tx,
  { userId, chosen }: { userId: string; chosen: readonly Row[] },
): Promise<void> {
  const at = context.now();
  const automationIds = chosen.map(({ id }) => id);
  await tx.automation.updateMany({
    where: { userId, id: { in: automationIds } },
    data: { ...withoutFindings, ...activated, ...toFormAnswer({}, at) },
  });
  await forgetPauseWithRule(tx, automationIds);
  await recordToggles(tx, { automationIds, isActive: true, at });
  const details = `You activated ${pluralize(chosen.length, 'automation')}.`;
  await recordActivity(tx, { userId, action: 'activate_automation', status: 'success', details, at });
  for (const [connectionId, own] of Map.groupBy(chosen, (row) => row.connectionId)) {
    await requestSyncs(context, tx, { connectionId, automationIds: own.map(({ id }) => id) });
    await requestWebhooks(context, tx, connectionId);
  }
}
