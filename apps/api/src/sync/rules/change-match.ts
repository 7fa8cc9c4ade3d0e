import { AppError, isolated, type MatchAct, type Rule } from '@picksync/contracts';
import type { Rule as RuleRow, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { requestWebhooks } from '../automations/sync-requests.ts';
import { findOwners, readRule } from './list-rules.ts';
import { type MatchRow, requestLook, requireMatch, requireRule, type WhichRule } from './rules.store.ts';

type Change = { which: WhichRule; matchId: string; act: MatchAct; columnId?: string | undefined };

/**
 * Does what a person decided about one sheet of a rule. Throws `not_found`, `match_changed` where the sheet is not as it was
 * shown, and what creating an automation throws where one has to count again.
 */
export async function changeMatch(context: Context, change: Change): Promise<Rule> {
  const { which, matchId } = change;
  const { userId, id: ruleId } = which;
  const resumedId = await context.db.$transaction(async (tx) => {
    await lockEnabledUser(tx, userId);
    const rule = await requireRule(tx, which);
    const row = await requireMatch(tx, { userId, ruleId, id: matchId });
    return acts[change.act](context, tx, { ...change, rule, row });
  });
  if (resumedId !== null) {
    const edit = { isActive: true };
    await changeAutomation(context, { which: { userId, id: resumedId }, edit, record: async () => {} });
  }
  return readRule(context, which);
}

type MatchChange = Change & { rule: RuleRow; row: MatchRow };
/** Returns the id of the automation that goes on then; null where none does. */
type Act = (context: Context, tx: Tx, change: MatchChange) => Promise<string | null>;

const acts: Record<MatchAct, Act> = { exclude, include, choose, take_over: takeOver, keep };

/** It stops following, and its options stay. */
async function exclude(context: Context, tx: Tx, { rule, row }: MatchChange): Promise<null> {
  const { userId } = rule;
  // Somebody else has just left it out, and may have kept its automation.
  if (row.isExcluded) throw new AppError('match_changed');
  const data = { ...leftOut, automationId: null };
  await tx.ruleMatch.update({ where: { id: row.id }, data });
  if (row.automation === null) return null;
  const { id, name } = row.automation;
  const { connectionId } = await tx.automation.delete({ where: { id } });
  await recordActivity(tx, {
    userId,
    automation: { id: null, name },
    action: 'delete_automation',
    status: 'info',
    details: `${isolated(row.sheetName)} was left out of ${isolated(rule.name)}. The column keeps its list.`,
    at: context.now(),
  });
  await requestWebhooks(context, tx, connectionId);
  return null;
}

const leftOut = {
  state: 'excluded',
  isExcluded: true,
  isWanted: false,
  isTakenOver: false,
  goneAt: null,
  missedLooks: 0,
  reason: null,
};

const wanted = { isExcluded: false, isWanted: true, readAt: null, missedLooks: 0 };

async function include(context: Context, tx: Tx, { rule, row }: MatchChange): Promise<null> {
  const isOut = row.isExcluded || (row.automation === null && row.state !== 'unread');
  if (!isOut) throw new AppError('match_changed');
  await tx.ruleMatch.update({ where: { id: row.id }, data: { ...wanted, state: 'unread' } });
  await requestLook(context, tx, rule.id);
  return null;
}

async function choose(context: Context, tx: Tx, { rule, row, columnId }: MatchChange): Promise<null> {
  const data = {
    ...wanted,
    chosenColumnId: columnId ?? null,
    ...(row.automation === null && { state: 'unread' }),
  };
  await tx.ruleMatch.update({ where: { id: row.id }, data });
  await requestLook(context, tx, rule.id);
  return null;
}

async function takeOver(context: Context, tx: Tx, { rule, row }: MatchChange): Promise<null> {
  const owners = await findOwners(tx, { userId: rule.userId, rows: [row] });
  if (row.automation !== null || !owners.has(`${row.sheetId}/${row.columnId}`))
    throw new AppError('match_changed');
  await tx.ruleMatch.update({
    where: { id: row.id },
    data: { ...wanted, isTakenOver: true, state: 'unread' },
  });
  await requestLook(context, tx, rule.id);
  return null;
}

/** Its automation stands alone. One that was gone counts again, and goes on. */
async function keep(context: Context, tx: Tx, { rule, row }: MatchChange): Promise<string | null> {
  if (row.automation === null) throw new AppError('match_changed');
  const { id, name, lastErrorReason } = row.automation;
  const isGone = row.goneAt !== null;
  if (isGone) await assertMayCreate(tx, { userId: rule.userId, now: context.now() });
  await tx.ruleMatch.update({ where: { id: row.id }, data: { ...leftOut, automationId: null } });
  await tx.automation.update({ where: { id }, data: { ruleId: null, leftRuleAt: null } });
  await recordActivity(tx, {
    userId: rule.userId,
    automation: { id, name },
    action: 'edit_automation',
    status: 'info',
    details: `${isolated(row.sheetName)} was taken out of ${isolated(rule.name)}. Its automation stands alone, with the same settings.`,
    at: context.now(),
  });
  return isGone && lastErrorReason === 'left_rule' ? id : null;
}
