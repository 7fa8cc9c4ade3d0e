import {
  AppError,
  type AutomationSettings,
  automationSettings,
  defaultSettings,
  type MatchState,
  matchStates,
} from '@picksync/contracts';
import type { Db, Prisma, Rule, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { isSame } from '../automations/settings.ts';

/** Which rule, and whose. */
export type WhichRule = { userId: string; id: string };

/** Returns the row of a rule. Throws `not_found` for an id that belongs to somebody else or does not exist. */
export async function requireRule(db: Db, { userId, id }: WhichRule): Promise<Rule> {
  const row = await db.rule.findFirst({ where: { id, userId } });
  if (!row) throw new AppError('not_found');
  return row;
}

/** What the owner of a rule decides. */
const decided = [
  ...(['isActive', 'placeKind', 'placeId', 'includesSubfolders', 'columnTitle', 'newSheets'] as const),
  ...(['sourceSheetId', 'sourceColumnId', 'settings'] as const),
];

/** Returns whether a rule is what it was when it was read: a look takes a minute, in which a person may pause, edit or delete it. */
export async function isUnchanged(db: Db, rule: Rule): Promise<boolean> {
  const row = await db.rule.findUnique({ where: { id: rule.id } });
  return row !== null && decided.every((field) => isSame(row[field], rule[field]));
}

/**
 * Throws `match_changed` where a rule is not what it was, or an automation does not follow it any more. Under `lockEnabledUser` both
 * stay so until the transaction ends.
 */
export async function assertFollows(
  tx: Tx,
  { rule, automationId }: { rule: Rule; automationId: string },
): Promise<void> {
  await assertUnchanged(tx, rule);
  const where = { id: automationId, ruleId: rule.id, leftRuleAt: null };
  if ((await tx.automation.count({ where })) === 0) throw new AppError('match_changed');
}

/** Throws `match_changed` where a rule is not what it was. Under `lockEnabledUser` it stays so until the transaction ends. */
export async function assertUnchanged(tx: Tx, rule: Rule): Promise<void> {
  if (!(await isUnchanged(tx, rule))) throw new AppError('match_changed');
}

/**
 * Does a part of a look under the lock, and returns whether it did: nothing is done for a rule that is not what it was. Who edits or
 * pauses it meanwhile has another look, or wants none.
 */
export async function doWhileUnchanged(
  { db }: Pick<Context, 'db'>,
  rule: Rule,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { isDisabled } = await lockUser(tx, rule.userId);
    if (isDisabled || !(await isUnchanged(tx, rule))) return false;
    await work(tx);
    return true;
  });
}

/** Returns the settings of a rule; a setting that came after it was saved has its default. */
export function readSettings({ settings }: Pick<Rule, 'settings'>): AutomationSettings {
  const stored = typeof settings === 'object' && settings !== null ? settings : {};
  return automationSettings.parse({ ...defaultSettings, ...stored });
}

/** Returns the edit that gives an automation the source and the settings of a rule. */
export function toRuleEdit(rule: Rule) {
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = rule;
  return { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName, ...readSettings(rule) };
}

/** What is needed of the automation of a sheet. */
const ofAutomation = {
  select: {
    id: true,
    name: true,
    sheetId: true,
    targetColumnId: true,
    targetColumnName: true,
    isActive: true,
    lastErrorReason: true,
  },
} satisfies Prisma.AutomationDefaultArgs;

const withAutomation = { automation: ofAutomation } satisfies Prisma.RuleMatchInclude;

/** A sheet of a rule as it is stored, with its automation. */
export type MatchRow = Prisma.RuleMatchGetPayload<{ include: typeof withAutomation }>;

/** Returns the state of a sheet; one that a newer version wrote counts as not read. */
export function toMatchState(state: string): MatchState {
  return matchStates.find((known) => known === state) ?? 'unread';
}

/** Returns whether a sheet is left out by hand. Whoever deletes the automation of a sheet leaves the sheet out. */
export function isLeftOut({ isExcluded, automation, state }: MatchRow): boolean {
  return isExcluded || (automation === null && (state === 'follows' || state === 'gone'));
}

export function findMatches(db: Db, ruleId: string): Promise<MatchRow[]> {
  return db.ruleMatch.findMany({ where: { ruleId }, include: withAutomation });
}

/** Returns one sheet of a rule. Throws `not_found`. */
export async function requireMatch(
  db: Db,
  { userId, ruleId, id }: { userId: string; ruleId: string; id: string },
): Promise<MatchRow> {
  const where = { userId, ruleId, id };
  const row = await db.ruleMatch.findFirst({ where, include: withAutomation });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Requests a look at a rule, in the transaction of what made it necessary. One that is under way is followed by another. */
export async function requestLook(
  context: Pick<Context, 'queue' | 'now'>,
  tx: Tx,
  ruleId: string,
): Promise<void> {
  await tx.rule.updateMany({ where: { id: ruleId }, data: { lookWantedAt: context.now() } });
  await context.queue.send(tx, 'look-into-rule', { ruleId }, { key: ruleId });
}
