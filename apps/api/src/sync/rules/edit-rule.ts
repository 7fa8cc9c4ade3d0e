import {
  AppError,
  type AutomationSettings,
  automationSettings,
  type EditRule,
  type Rule,
} from '@picksync/contracts';
import { type Prisma, type Rule as RuleRow, type SmartsheetConnection, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { pickGiven } from '../../base/pick-given.ts';
import { consumeTry } from '../../base/throttle.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { claimTarget } from '../automations/claim-target.ts';
import { pausedWithRule } from '../automations/paused-with-rule.ts';
import { retryAfterEdit } from '../automations/retry-after-edit.ts';
import { assertSettingsAllowed } from '../automations/settings.ts';
import { activateLocked } from '../bulk-actions/activate-many.ts';
import { pauseLocked, syncMany } from '../bulk-actions/bulk-actions.ts';
import { assertSameAccount, requireConnection, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { readRule } from './list-rules.ts';
import {
  assertHasRules,
  type FoundPlace,
  type FoundSource,
  lookUpPlace,
  lookUpSource,
} from './look-up-rule.ts';
import { isUnchanged, readSettings, requestLook, requireRule, type WhichRule } from './rules.store.ts';

/**
 * Changes, pauses or activates a rule, and its automations with it. Sheets that are not where it looks now stop following with
 * the look that begins at once. Throws what `createRule` throws.
 */
export async function editRule(context: Context, which: WhichRule, edit: EditRule): Promise<Rule> {
  const { isActive, ...change } = edit;
  if (Object.values(pickGiven(change)).length > 0)
    await retryAfterEdit(() => changeRule(context, which, change));
  const { isActive: wasActive } = await requireRule(context.db, which);
  if (isActive === true && !wasActive) await activateRule(context, which);
  if (isActive === false && wasActive) await pauseRule(context, which);
  return readRule(context, which);
}

type Change = Omit<EditRule, 'isActive'>;

/** Changes what a rule has beside `isActive`. Returns null, with nothing done, when another edit came first. */
async function changeRule(context: Context, which: WhichRule, edit: Change): Promise<true | null> {
  const { db, now } = context;
  const { userId } = which;
  const row = await requireRule(db, which);
  await assertHasRules(db, { userId, now: now() });
  const before = readSettings(row);
  const settings = automationSettings.parse({ ...before, ...pickGiven(toSettings(edit)) });
  await assertSettingsAllowed(db, { settings, before, userId, now: now() });
  // Another folder may lie in another workspace.
  const wanted = { ...row, ...pickGiven(edit), ...settings, workspaceId: edit.workspaceId };
  const [needsSource, needsPlace] = [namesSource(edit), isElsewhere(edit, row)];
  // It reads the whole place, as creating a rule does.
  if (needsPlace) await consumeTry(context.throttles.additions, userId);
  const found =
    needsSource || needsPlace
      ? await withSmartsheet(context, userId, async (client, connection) => {
          const [source, place] = await Promise.all([
            needsSource ? lookUpSource(client, wanted) : null,
            needsPlace ? lookUpPlace(client, wanted) : null,
          ]);
          return { connection, source, place };
        })
      : null;
  return write(context, { which, edit, seen: row, settings, found });
}

function toSettings(edit: Change): Partial<AutomationSettings> {
  const names = Object.keys(automationSettings.shape);
  return Object.fromEntries(Object.entries(edit).filter(([name]) => names.includes(name)));
}

/** Whether Smartsheet has to be asked for the names of the source and of columns of the settings. */
function namesSource(edit: Change): boolean {
  const { sourceKind, sourceSheetId, sourceColumnId, filters, labelTemplate, addressColumn } = edit;
  const asked = [sourceKind, sourceSheetId, sourceColumnId, filters, labelTemplate, addressColumn];
  return asked.some((given) => given !== undefined && given !== null);
}

/** Whether it looks into another place, or deeper: a place that is gone keeps nobody from changing anything else. */
function isElsewhere(edit: Change, row: RuleRow): boolean {
  const { placeKind = row.placeKind, placeId = row.placeId, workspaceId } = edit;
  const { includesSubfolders = row.includesSubfolders } = edit;
  const isOther = placeKind !== row.placeKind || placeId !== row.placeId || workspaceId !== undefined;
  return isOther || includesSubfolders !== row.includesSubfolders;
}

type Write = {
  which: WhichRule;
  edit: Change;
  /** The rule that the settings and what was found belong to. */
  seen: RuleRow;
  settings: AutomationSettings;
  found: { source: FoundSource | null; place: FoundPlace | null; connection: SmartsheetConnection } | null;
};

async function write(context: Context, { which, edit, seen, settings, found }: Write): Promise<true | null> {
  const { userId, id } = which;
  const { name, newSheets, placeKind, placeId, includesSubfolders, columnTitle } = edit;
  const { sourceSheetId, sourceColumnId } = edit;
  return context.db.$transaction(async (tx) => {
    await lockEnabledUser(tx, userId);
    if (found) await assertSameAccount(tx, found.connection);
    const before = await requireRule(tx, which);
    if (!(await isUnchanged(tx, seen))) return null;
    const place = pickGiven({ placeKind, placeId, includesSubfolders, columnTitle });
    const looksElsewhere = Object.entries(place).some(
      ([field, value]) => before[field as keyof RuleRow] !== value,
    );
    const data: Prisma.RuleUncheckedUpdateInput = {
      ...pickGiven({ name, newSheets, sourceSheetId, sourceColumnId }),
      ...place,
      ...found?.source?.names,
      ...found?.place?.names,
      // The same folder lies where it lay.
      ...(placeId === undefined && {
        workspaceId: before.workspaceId,
        workspaceName: before.workspaceName,
      }),
      settings: { ...settings, ...found?.source?.settings },
      // What it finds in another place was shown to the person who chose it.
      ...(looksElsewhere && { lookedAt: null, unreadableSince: null, unreadableReason: null }),
    };
    await tx.rule.update({ where: { id }, data });
    // One look is enough where a person has decided.
    const again = { readAt: null, missedLooks: 1 };
    if (looksElsewhere) await tx.ruleMatch.updateMany({ where: { ruleId: id, goneAt: null }, data: again });
    // Another source, or other options, may suit a contact column that was refused.
    const refused = { ruleId: id, automationId: null, state: 'refused' };
    await tx.ruleMatch.updateMany({ where: refused, data: { readAt: null } });
    await recordActivity(tx, {
      userId,
      automation: { id: null, name: name ?? before.name },
      action: 'edit_automation',
      status: 'success',
      details: 'The rule was changed, and its automations with it.',
      at: context.now(),
    });
    await requestLook(context, tx, id);
    return true;
  });
}

/** Pauses a rule and the automations that are active, all or nothing: a paused rule is not paused again. */
async function pauseRule(context: Context, { userId, id }: WhichRule): Promise<void> {
  await transact(context.db, async (tx) => {
    // Under the lock, or a look that is under way goes on to take sheets up.
    await lockEnabledUser(tx, userId);
    await tx.rule.updateMany({ where: { id, userId }, data: { isActive: false, lookWantedAt: null } });
    const where = { ruleId: id, goneAt: null, automation: { isActive: true } };
    const found = await tx.ruleMatch.findMany({ where, select: { id: true, automationId: true } });
    const matchIds = found.map((match) => match.id);
    await tx.ruleMatch.updateMany({ where: { id: { in: matchIds } }, data: { reason: pausedWithRule } });
    await pauseLocked(context, tx, { userId, ids: found.flatMap(({ automationId }) => automationId ?? []) });
  });
}

/** Activates a rule, and the automations that were paused with it, all or nothing. */
async function activateRule(context: Context, { userId, id }: WhichRule): Promise<void> {
  const { db, now } = context;
  await assertHasRules(db, { userId, now: now() });
  await claimTarget(() =>
    transact(context.db, async (tx) => {
      await lockEnabledUser(tx, userId);
      const where = { ruleId: id, reason: pausedWithRule, goneAt: null };
      const paused = await tx.ruleMatch.findMany({ where, select: { automationId: true } });
      await tx.rule.updateMany({ where: { id, userId }, data: { isActive: true } });
      // The others forget it as they are activated; the sheets of these are gone meanwhile.
      await tx.ruleMatch.updateMany({
        where: { ruleId: id, reason: pausedWithRule, goneAt: { not: null } },
        data: { reason: null },
      });
      await requestLook(context, tx, id);
      await activateLocked(context, tx, { userId, ids: paused.flatMap((row) => row.automationId ?? []) });
    }),
  );
}

/**
 * Requests a look now, and a sync of what follows. Throws while it is paused, while Smartsheet is not connected, and
 * `rate_limited` after too many.
 */
export async function syncRule(context: Context, which: WhichRule): Promise<Rule> {
  const { userId, id } = which;
  await assertMayLook(context, which);
  const followers = await context.db.automation.findMany({
    where: { userId, ruleId: id, isActive: true },
    select: { id: true },
  });
  if (followers.length > 0) await syncMany(context, { userId, ids: followers.map((one) => one.id) });
  await context.db.$transaction((tx) => requestLook(context, tx, id));
  return readRule(context, which);
}

/** Requests a look now. Throws while the rule is paused or Smartsheet is not connected, and `rate_limited` after too many tries. */
export async function requestLookByHand(context: Context, which: WhichRule): Promise<Rule> {
  await assertMayLook(context, which);
  await requireConnection(context, which.userId);
  await context.db.$transaction((tx) => requestLook(context, tx, which.id));
  return readRule(context, which);
}

async function assertMayLook(context: Context, which: WhichRule): Promise<void> {
  const { isActive } = await requireRule(context.db, which);
  if (!isActive)
    throw new AppError('validation_failed', { message: 'This rule is paused. Activate it to sync it.' });
  await consumeTry(context.throttles.syncs, which.id);
}
