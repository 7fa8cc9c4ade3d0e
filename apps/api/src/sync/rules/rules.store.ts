import { AppError, type AutomationSettings, automationSettings, defaultSettings } from '@picksync/contracts';
import type { Db, Prisma, Rule, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';

/** Which rule, and whose. */
export type WhichRule = { userId: string; id: string };

/** Returns the row of a rule. Throws `not_found` for an id that belongs to somebody else or does not exist. */
export async function requireRule(db: Db, { userId, id }: WhichRule): Promise<Rule> {
  const row = await db.rule.findFirst({ where: { id, userId } });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Returns the settings of a rule; a setting that came after it was saved has its default. */
export function readSettings({ settings }: Pick<Rule, 'settings'>): AutomationSettings {
  const stored = typeof settings === 'object' && settings !== null ? settings : {};
  return automationSettings.parse({ ...defaultSettings, ...stored });
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
