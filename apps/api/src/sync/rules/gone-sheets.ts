import { AppError, failureSentence, isolated } from '@picksync/contracts';
import type { Rule, SmartsheetConnection, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { requestWebhooks } from '../automations/sync-requests.ts';
import { assertUnchanged, doWhileUnchanged, type MatchRow, toRuleEdit } from './rules.store.ts';

type OfRule = { rule: Rule; connection: Pick<SmartsheetConnection, 'id'> };
type Followed = MatchRow & { automation: NonNullable<MatchRow['automation']> };

/** What the activity says of a sheet that its rule does not find any more. */
function describeGone({ rule, row, reason }: { rule: Rule; row: Followed; reason: string }): string {
  const [sheet, place, source, column] = [
    row.sheetName,
    rule.placeName,
    rule.sourceSheetName,
    rule.columnTitle,
  ].map((one) => isolated(one));
  const why =
    reason === 'left' || reason === 'edited'
      ? `${sheet} has left ${place}.`
      : reason === 'no_right'
        ? `You are no longer an admin of ${sheet}.`
        : reason === 'choose'
          ? `${sheet} has several columns called ${column}.`
          : `${sheet} has no column called ${column} any more.`;
  return `${why} It no longer follows ${source}. Its options stay.`;
}

/** Pauses the automation of a sheet that a rule does not find any more. Its dropdown keeps its options. */
export async function pauseGoneSheet(
  context: Context,
  { rule, connection, row, reason }: OfRule & { row: Followed; reason: string },
): Promise<void> {
  const at = context.now();
  const { userId } = rule;
  const { id, name } = row.automation;
  await doWhileUnchanged(context, rule, async (tx) => {
    const gone = { state: 'gone', goneAt: at, reason, sheetModifiedAt: null, missedLooks: 2 };
    const where = { id: row.id, automationId: id, goneAt: null };
    if ((await tx.ruleMatch.updateMany({ where, data: gone })).count === 0) return;
    const automation = await tx.automation.findUniqueOrThrow({ where: { id } });
    const sentence = failureSentence('left_rule');
    await tx.automation.update({
      where: { id },
      data: {
        leftRuleAt: at,
        ...(automation.isActive && {
          isActive: false,
          pausedBy: 'system',
          pausedAccount: null,
          dirtyAt: null,
          lastError: sentence,
          lastErrorReason: 'left_rule',
        }),
      },
    });
    await recordActivity(tx, {
      userId,
      automation: { id, name },
      action: 'pause_automation',
      status: 'info',
      details: describeGone({ rule, row, reason }),
      isBySystem: true,
      at,
    });
    await requestWebhooks(context, tx, connection.id);
  });
}

/** Returns the edit that has the automation of a sheet fill this column. */
export function toColumnEdit({ sheetId, sheetName }: MatchRow, { id, title }: { id: string; title: string }) {
  return { sheetId, sheetName, targetColumnId: id, targetColumnName: title.slice(0, 200).toWellFormed() };
}

type Returning = { rule: Rule; row: Followed; to: { id: string; title: string } };

/**
 * Lets the automation of a sheet go on that is back, unless a person had paused it, in the column that has the title now: the one
 * that it filled before may have another. Where the plan has no room, or another automation fills the column by now, it stays
 * paused until a later look.
 */
export async function resumeReturnedSheet(context: Context, { rule, row, to }: Returning): Promise<void> {
  const { userId } = rule;
  const { id, name, lastErrorReason } = row.automation;
  const which = { userId, id };
  const details = `${isolated(row.sheetName)} is back in ${isolated(rule.placeName)} and goes on.`;
  try {
    if (lastErrorReason === 'left_rule') {
      await changeAutomation(context, {
        which,
        // The rule may have got others meanwhile: no run may come in between.
        edit: {
          isActive: true,
          ...toRuleEdit(rule),
          ...(to.id !== row.automation.targetColumnId && toColumnEdit(row, to)),
        },
        record: async (tx) => {
          await countAgain(context, tx, { rule, row });
          await recordActivity(tx, {
            userId,
            automation: { id, name },
            action: 'activate_automation',
            status: 'success',
            details,
            isBySystem: true,
            at: context.now(),
          });
        },
        isByRule: true,
      });
    } else {
      await context.db.$transaction(async (tx) => {
        await lockEnabledUser(tx, userId);
        await countAgain(context, tx, { rule, row });
      });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = toHeldBackReason(error);
    // Looked at again with the next look, whether the sheet changes or not.
    const data = { sheetModifiedAt: null, ...(reason !== null && { reason }) };
    await context.db.ruleMatch.updateMany({ where: { id: row.id, goneAt: row.goneAt }, data });
  }
}

/** Why a sheet that is back does not go on yet, whatever became of it before. */
export const heldBackReasons: readonly (string | null)[] = ['taken', 'waits'];

/** Returns what a sheet waits for that could not get its automation; null where it is something else. */
export function toHeldBackReason({ code }: AppError): 'taken' | 'waits' | null {
  if (code === 'column_taken') return 'taken';
  return code === 'free_plan_limit' || code === 'plan_limit_reached' ? 'waits' : null;
}

/**
 * Lets an automation follow and count again, active or paused, under `lockEnabledUser`. Throws where the plan has no room, and
 * `match_changed` where the rule or the sheet is not what it was.
 */
async function countAgain(
  context: Context,
  tx: Tx,
  { rule, row }: { rule: Rule; row: Followed },
): Promise<void> {
  const { userId } = rule;
  const { id } = row.automation;
  await assertUnchanged(tx, rule);
  await assertMayCreate(tx, { userId, now: context.now() });
  const data = { state: 'follows', goneAt: null, reason: null, missedLooks: 0 };
  const gone = { id: row.id, automationId: id, goneAt: { not: null } };
  if ((await tx.ruleMatch.updateMany({ where: gone, data })).count === 0) throw new AppError('match_changed');
  await tx.automation.updateMany({ where: { userId, id }, data: { leftRuleAt: null } });
}

/** Deletes the automation of a sheet that was gone for so long that nobody waits for it. */
export async function deleteGoneSheet(
  context: Context,
  { rule, connection, row }: OfRule & { row: Followed },
): Promise<void> {
  const { userId } = rule;
  const { id, name } = row.automation;
  await doWhileUnchanged(context, rule, async (tx) => {
    const ofRule = { id: row.id, automationId: id };
    // A person may have kept it since it was read.
    if ((await tx.ruleMatch.deleteMany({ where: ofRule })).count === 0) return;
    await tx.automation.deleteMany({ where: { id, userId, ruleId: rule.id } });
    await recordActivity(tx, {
      userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: `${isolated(row.sheetName)} was not found by its rule for 30 days. The column keeps its list.`,
      isBySystem: true,
      at: context.now(),
    });
    await requestWebhooks(context, tx, connection.id);
  });
}
