import { randomUUID } from 'node:crypto';
import { AppError, isolated, toAutomationName } from '@picksync/contracts';
import type { Rule, SmartsheetConnection, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { createAutomation } from '../automations/create-automation.ts';
import { wouldCloseCycle } from '../automations/cycle-check.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { connectionErrors } from '../smartsheet/with-smartsheet.ts';
import { findContactRefusal } from './contact-refusals.ts';
import { toHeldBackReason } from './gone-sheets.ts';
import { formatUse } from './rule-view.ts';
import {
  assertFollows,
  assertUnchanged,
  findMatches,
  type MatchRow,
  readSettings,
  toRuleEdit,
} from './rules.store.ts';

type TakeUp = {
  rule: Rule;
  connection: Pick<SmartsheetConnection, 'id' | 'region'>;
  /** The sheets that may be taken up, in the order in which they get the room that the plan has. */
  sheetIds: readonly string[];
  signal: AbortSignal;
};

/**
 * Why no other could be created either. `later`: it is over soon. `stopped`: until somebody does something, looking again
 * would only cost calls; the next sweep looks.
 */
type Stop = 'later' | 'stopped';

/** Why a sheet is held back for now. */
type HeldBack = { state: 'waits' | 'taken' | 'loop' | 'refused'; reason?: string | null };

/**
 * Creates an automation for each sheet, as a person would, until the plan has no room. What is known to be refused costs no call
 * of Smartsheet. It stops where no other could be created either. Returns how it ended.
 */
export async function takeUpSheets(
  context: Context,
  { rule, connection, sheetIds, signal }: TakeUp,
): Promise<'done' | Stop> {
  if (sheetIds.length === 0) return 'done';
  const rows = new Map((await findMatches(context.db, rule.id)).map((row) => [row.sheetId, row]));
  const groupId = randomUUID();
  for (const sheetId of sheetIds) {
    signal.throwIfAborted();
    const row = rows.get(sheetId);
    if (!row || row.isExcluded || row.automation !== null || row.columnId === null) continue;
    const link = { ...row, columnId: row.columnId };
    const known = await findObstacle(context, { rule, connection, row: link });
    if (known === 'taken_over') continue;
    const heldBack = known ?? (await create(context, { rule, row: link, groupId }));
    if (heldBack === 'later' || heldBack === 'stopped') return heldBack;
    if (heldBack !== null) await holdBack(context, row, heldBack);
  }
  return 'done';
}

type Fitting = MatchRow & { columnId: string };

/** Returns what holds a sheet back as far as it is known here, and lets the rule take an automation over where a person said so. */
async function findObstacle(
  context: Context,
  { rule, connection, row }: { rule: Rule; connection: TakeUp['connection']; row: Fitting },
): Promise<HeldBack | Stop | 'taken_over' | null> {
  const { db } = context;
  const { sheetId, columnId } = row;
  const column = { region: connection.region, sheetId, columnId };
  const claim = await db.targetClaim.findUnique({
    where: { region_sheetId_columnId: column },
    include: { automation: { select: { id: true, userId: true, ruleId: true } } },
  });
  if (claim) {
    const { automation } = claim;
    const isOwn = automation.userId === rule.userId && automation.ruleId === null;
    if (!isOwn || !row.isTakenOver) return { state: 'taken' };
    return takeOver(context, { rule, row, automationId: automation.id });
  }
  const { mode } = readSettings(rule);
  const link = { ...rule, sheetId, targetColumnId: columnId, mode, id: null, isActive: true };
  if (await wouldCloseCycle(db, { ...link, connectionId: connection.id })) return { state: 'loop' };
  const { total, limit } = await readEntitlements(db, { userId: rule.userId, now: context.now() });
  return total >= limit ? { state: 'waits' } : null;
}

/**
 * Makes the user's own automation one of the rule, whole or not at all. It keeps its history and gets the rule's source and
 * settings. Returns why it could not.
 */
async function takeOver(
  context: Context,
  { rule, row, automationId }: { rule: Rule; row: Fitting; automationId: string },
): Promise<HeldBack | Stop | 'taken_over'> {
  const { userId } = rule;
  const record = async (tx: Tx) => {
    await assertUnchanged(tx, rule);
    await linkMatch(tx, { row, automationId, takenUpAt: toTakenUpAt(rule, context.now()) });
    const where = { id: automationId, userId, ruleId: null };
    const { count } = await tx.automation.updateMany({ where, data: { ruleId: rule.id } });
    if (count === 0) throw new AppError('match_changed');
  };
  try {
    if (await followRule(context, { rule, automationId, record })) return 'taken_over';
    // It has the source and the settings already.
    await context.db.$transaction(async (tx) => {
      await lockEnabledUser(tx, userId);
      await record(tx);
    });
    return 'taken_over';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toHeldBack(error);
  }
}

type Following = { rule: Rule; automationId: string; record?: (tx: Tx) => Promise<void> };

/**
 * Gives an automation the source and the settings of its rule. Returns whether it had others. Throws `match_changed` where it does not
 * follow the rule any more, unless `record` says something else.
 */
export function followRule(
  context: Context,
  { rule, automationId, record = (tx) => assertFollows(tx, { rule, automationId }) }: Following,
): Promise<boolean> {
  return changeAutomation(context, {
    which: { userId: rule.userId, id: automationId },
    edit: toRuleEdit(rule),
    record,
    isByRule: true,
  });
}

/** Creates the automation of one sheet. Returns why it could not. */
async function create(
  context: Context,
  { rule, row, groupId }: { rule: Rule; row: Fitting; groupId: string },
): Promise<HeldBack | Stop | null> {
  const { userId, sourceSheetName } = rule;
  const isFirst = rule.lookedAt === null;
  const body = {
    name: toAutomationName(sourceSheetName, row.sheetName),
    sheetId: row.sheetId,
    sheetName: row.sheetName,
    targetColumnId: row.columnId,
    targetColumnName: row.columnName ?? rule.columnTitle,
    ...toRuleEdit(rule),
  };
  const [sheet, place, source] = [row.sheetName, rule.placeName, sourceSheetName].map((one) => isolated(one));
  const details = isFirst
    ? `${sheet} in ${place} was taken up. It follows ${source}.`
    : `${sheet} is new in ${place} and was taken up. It follows ${source}.`;
  const begin = (tx: Tx) => assertUnchanged(tx, rule);
  const takenUpAt = toTakenUpAt(rule, context.now());
  const record = (tx: Tx, automationId: string) => linkMatch(tx, { row, automationId, takenUpAt });
  const ofRule = { ruleId: rule.id, details, begin, record };
  try {
    await createAutomation(context, { userId, body, groupId, ofRule });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toHeldBack(error);
  }
}

function toHeldBack(error: AppError): HeldBack | Stop {
  const { code, errors } = error;
  const state = toHeldBackReason(error);
  if (state !== null) return { state };
  if (code === 'automation_loop') return { state: 'loop' };
  if (temporaryErrors.includes(code)) return 'later';
  const concernsAll = connectionErrors.includes(code) || stopping.includes(code);
  return concernsAll ? 'stopped' : { state: 'refused', reason: findContactRefusal(errors) ?? 'refused' };
}

/** Failures that are over soon. */
export const temporaryErrors: readonly string[] = [
  'smartsheet_busy',
  'smartsheet_paced',
  'smartsheet_unavailable',
  'maintenance',
  'unavailable',
  'match_changed',
];

const stopping: readonly string[] = [
  'source_not_found',
  'plan_required',
  'account_disabled',
  'unauthenticated',
];

/** Returns when a sheet joined a rule; null for those that the rule was made with, which are not news. */
function toTakenUpAt({ lookedAt }: Rule, now: Date): Date | null {
  return lookedAt === null ? null : now;
}

/** Records at a sheet which automation fills it. Throws `match_changed` where a person has left it out meanwhile. */
async function linkMatch(
  tx: Tx,
  { row, automationId, takenUpAt }: { row: MatchRow; automationId: string; takenUpAt: Date | null },
): Promise<void> {
  const { count } = await tx.ruleMatch.updateMany({
    where: { id: row.id, isExcluded: false, automationId: null },
    data: { automationId, state: 'follows', reason: null, takenUpAt, missedLooks: 0, goneAt: null },
  });
  if (count === 0) throw new AppError('match_changed');
}

/** Records why a sheet is held back. */
async function holdBack(context: Context, row: MatchRow, { state, reason = null }: HeldBack): Promise<void> {
  await context.db.ruleMatch.updateMany({
    where: { id: row.id, isExcluded: false, automationId: null },
    data: { state, ...(state === 'refused' && { reason }) },
  });
}

/** Enters in the activity that sheets wait for room, once when they begin to. */
export async function recordWaiting(
  context: Context,
  { rule, waiting }: { rule: Rule; waiting: number },
): Promise<void> {
  const allowed = await readEntitlements(context.db, { userId: rule.userId, now: context.now() });
  const sheets = waiting === 1 ? '1 sheet' : `${waiting} sheets`;
  await recordActivity(context.db, {
    userId: rule.userId,
    automation: { id: null, name: rule.name },
    action: 'plan_limit',
    // A warning says that something was paused; here all that is filled goes on.
    status: 'info',
    details: `${sheets} of ${isolated(rule.placeName)} ${waiting === 1 ? 'is' : 'are'} not taken up. ${formatUse(allowed)} configurations are used.`,
    at: context.now(),
  });
}
