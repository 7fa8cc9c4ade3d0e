import { AppError, type Automation, type EditAutomation, settingNames } from '@picksync/contracts';
import type { Automation as AutomationRow, SmartsheetConnection, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordChange } from '../activity/activity.store.ts';
import { assertSameAccount, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { toAutomationChange, toFormAnswer } from './automation-change.ts';
import { readAutomation, requireAutomation, updateAutomation, type WhichAutomation } from './automations.ts';
import { claimTarget } from './claim-target.ts';
import { getChoiceAfter, isSameChoice } from './column-choice.ts';
import { saveAutomationUnlessCycle } from './cycle-check.ts';
import {
  type ColumnSettings,
  fillsContacts,
  lookUpColumns,
  lookUpSettings,
  type NamedColumns,
  type SeenSheets,
  toTargetVersion,
} from './look-up-columns.ts';
import { forgetPauseWithRule } from './paused-with-rule.ts';
import { assertMayActivate } from './plan-limit.ts';
import { recordDifference } from './record-changes.ts';
import { retryAfterEdit } from './retry-after-edit.ts';
import { assertSettingsAllowed, findChangedSettings, getSettingsAfter, isSame } from './settings.ts';
import { requestHealthCheck, requestSync, requestWebhooks } from './sync-requests.ts';

/**
 * Pauses, activates or changes an automation, and requests a sync when a run may have another result now. Returns the
 * automation as it is afterwards. Throws `plan_required` for added settings that the plan does not have.
 */
export async function editAutomation(
  context: Context,
  which: WhichAutomation,
  edit: EditAutomation,
  keyId?: string,
): Promise<Automation> {
  const record: RecordChange = (tx, change) => recordChange(tx, { ...toEntry(change, context.now()), keyId });
  await changeAutomation(context, { which, edit, record, keyId });
  return readAutomation(context, which);
}

type Changed = { row: AutomationRow; isToggled: boolean };
type RecordChange = (tx: Tx, change: Changed) => Promise<void>;

type ChangeInput = {
  which: WhichAutomation;
  /** What is to change, or what says it of the row as it is then. */
  edit: EditAutomation | ((row: AutomationRow) => Promise<EditAutomation>);
  /** Enters it in the activity, in the transaction of the change: by itself, or in the entry of an act on many. */
  record: RecordChange;
  /** The API key by which a program does it. */
  keyId?: string | undefined;
  /** Its rule changes it, or lets it go on. */
  isByRule?: boolean;
};

type KnownChange = ChangeInput & { edit: EditAutomation };

/** Does what `editAutomation` does, and throws as it does. Returns whether anything changed. */
export async function changeAutomation(context: Context, input: ChangeInput): Promise<boolean> {
  return retryAfterEdit(async () => {
    const seen = await requireAutomation(context.db, input.which);
    const edit = typeof input.edit === 'function' ? await input.edit(seen) : input.edit;
    const change = { ...input, edit };
    const found = await lookUpEdit(context, seen, change);
    return claimTarget(() => context.db.$transaction((tx) => apply(context, tx, { ...change, seen, found })));
  });
}

/** Returns whether anything changed; null, with nothing done, when another edit came first and the look-up no longer holds. */
async function apply(
  context: Context,
  tx: Tx,
  {
    which,
    edit: given,
    seen,
    found,
    record,
    keyId,
    isByRule,
  }: KnownChange & { seen: AutomationRow; found: FoundColumns | null },
): Promise<boolean | null> {
  await lockEnabledUser(tx, which.userId);
  if (found) await assertSameAccount(tx, found.connection);
  const row = await requireAutomation(tx, which);
  if (!isAsSeen(row, seen)) return null;
  if (!isByRule) assertNotOfRule(row, given);
  const columns = found?.columns ?? null;
  const edit = found ? withNames(given, found.settings) : given;
  const { isToggled, affectsRuns, data: wanted } = toAutomationChange({ row, edit, columns });
  const change = { ...wanted, ...toTargetColumns(found, wanted, row) };
  if (Object.keys(change).length === 0) return false;
  const data = { ...change, ...(affectsRuns && toFormAnswer(edit, context.now())) };
  await assertEditAllowed(context, tx, { row, edit, isActivated: isToggled && edit.isActive === true });
  const write = () => updateAutomation(tx, { ...which, data });
  const mayCloseCycle = columns !== null || edit.mode !== undefined || isToggled;
  const isActive = edit.isActive ?? row.isActive;
  const changed = await (mayCloseCycle ? saveAutomationUnlessCycle(tx, { isActive }, write) : write());
  if (isToggled && row.ruleId !== null) await forgetPauseWithRule(tx, [row.id]);
  await record(tx, { row: changed, isToggled });
  const at = context.now();
  await recordDifference(tx, { automationId: row.id, before: row, after: changed, at, keyId });
  if (!affectsRuns) return true;
  if (changed.isActive) {
    await requestSync(context, tx, { connectionId: row.connectionId, automationId: row.id });
    if (changed.healthCheckedAt === null) await requestHealthCheck(tx, row.connectionId);
  }
  await requestWebhooks(context, tx, row.connectionId);
  return true;
}

/** Returns whether a row is still what the look-up began with: its columns and settings, and what its target holds. */
export function isAsSeen(row: AutomationRow, seen: AutomationRow): boolean {
  const hasSameSettings = settingNames.every((name) => isSame(row[name], seen[name]));
  return isSameChoice(row, seen) && hasSameSettings && row.fillsContacts === seen.fillsContacts;
}

/** Returns what the target makes of the row: what its list holds, and the version of one that an older worker cannot fill. */
function toTargetColumns(
  found: FoundColumns | null,
  { settingsVersion = 0 }: { settingsVersion?: unknown },
  row: AutomationRow,
): { settingsVersion?: number; fillsContacts?: boolean } {
  if (!found?.seen || !found.columns) return {};
  const { targetColumnId } = found.columns;
  // What a target that is gone holds is not known: it stays as it was recorded.
  if (!found.seen.target?.columns.some(({ id }) => id === targetColumnId)) return {};
  const needed = toTargetVersion(found.seen, found.columns);
  const holdsContacts = fillsContacts(found.seen, found.columns);
  return {
    ...(needed > row.settingsVersion && { settingsVersion: Math.max(needed, Number(settingsVersion)) }),
    ...(holdsContacts !== row.fillsContacts && { fillsContacts: holdsContacts }),
  };
}

/** What one automation of a rule has for itself; everything else is the rule's. */
const ownFields: readonly string[] = ['name', 'isActive', 'fingerprint', 'asksLater'];

/** Throws `automation_of_rule` where an automation has what is edited from its rule, or where its rule does not find its sheet. */
function assertNotOfRule({ ruleId, leftRuleAt }: AutomationRow, edit: EditAutomation): void {
  if (ruleId === null) return;
  const isOfRule = Object.entries(edit).some(
    ([field, value]) => value !== undefined && !ownFields.includes(field),
  );
  if (isOfRule || (edit.isActive === true && leftRuleAt !== null)) throw new AppError('automation_of_rule');
}

async function assertEditAllowed(
  context: Context,
  tx: Tx,
  { row, edit, isActivated }: { row: AutomationRow; edit: EditAutomation; isActivated: boolean },
): Promise<void> {
  const { userId } = row;
  if (isActivated) await assertMayActivate(tx, { userId, now: context.now() });
  const { before, after } = findChangedSettings(row, edit) ?? {};
  if (after)
    await assertSettingsAllowed(tx, { settings: after, before: before ?? null, userId, now: context.now() });
}

const entries = {
  edited: { action: 'edit_automation', status: 'success', details: 'The automation was changed.' },
  activated: { action: 'activate_automation', status: 'success', details: 'The automation was activated.' },
  paused: { action: 'pause_automation', status: 'info', details: 'The automation was paused.' },
} as const;

function toEntry({ row, isToggled }: Changed, at: Date) {
  const { userId, id, name, isActive } = row;
  const entry = isToggled ? entries[isActive ? 'activated' : 'paused'] : entries.edited;
  return { ...entry, userId, automation: { id, name }, at };
}

/** What was looked up for an edit, and the connection it was looked up with. */
type FoundColumns = {
  /** Source and target; null where they stay. */
  columns: NamedColumns | null;
  settings: ColumnSettings;
  /** The sheets as they were seen; absent where only the source was read. */
  seen?: SeenSheets;
  connection: SmartsheetConnection;
};

/** What a contact column does not take, or takes otherwise than a dropdown. */
const contactFields = ['addressColumn', 'labelTemplate', 'splitValues'] as const;
const pins = ['pinnedFirst', 'pinnedLast'] as const;

/** Returns the columns that an edit names, looked up at Smartsheet; null for any other edit. */
async function lookUpEdit(
  context: Context,
  row: AutomationRow,
  { edit, isByRule = false }: Pick<KnownChange, 'edit' | 'isByRule'>,
): Promise<FoundColumns | null> {
  const choice = getChoiceAfter(edit, row);
  // A source that is about to get rows is checked as a new one is.
  const becomesTwoWay = edit.mode === 'two_way' && row.mode !== 'two_way';
  const isOtherKind = edit.sourceKind !== undefined && edit.sourceKind !== row.sourceKind;
  const isLookedUp = becomesTwoWay || isOtherKind || !isSameChoice(choice, row);
  const namesContacts = edit.addressColumn !== undefined || edit.labelTemplate || edit.splitValues;
  const pinsContacts = row.fillsContacts && (edit.pinnedFirst ?? edit.pinnedLast) !== undefined;
  if (!isLookedUp && !edit.filters && !namesContacts && !pinsContacts) return null;
  const [before, after] = [getSettingsAfter(row, {}), getSettingsAfter(row, edit)];
  const isNamed = (name: keyof ColumnSettings) => after[name] !== null && !isSame(after[name], before[name]);
  // What a contact column does not take is seen by its type.
  const fields = pinsContacts ? [...contactFields, ...pins] : contactFields;
  const mayMiss = fields.some((name) => !isSame(after[name], before[name]));
  if (!isLookedUp && !isNamed('filters') && !mayMiss) return null;
  return withSmartsheet(context, row.userId, async (client, connection) => {
    // Settings of a rule wait for no lock, and for no sheet that was deleted: the first sync after that has them.
    const keepsTarget =
      isByRule && choice.sheetId === row.sheetId && choice.targetColumnId === row.targetColumnId;
    const { sheetName, sheetPermalink, targetColumnName } = row;
    const keptTarget = keepsTarget ? { sheetName, sheetPermalink, targetColumnName } : null;
    if (isLookedUp || mayMiss)
      return { connection, ...(await lookUpColumns(client, choice, after, { keptTarget })) };
    return { connection, columns: null, settings: await lookUpSettings(client, choice.sourceSheetId, after) };
  });
}

/** Returns an edit with the names that the columns of its settings have at Smartsheet. */
function withNames(
  edit: EditAutomation,
  { filters, labelTemplate, addressColumn }: ColumnSettings,
): EditAutomation {
  return {
    ...edit,
    ...(edit.filters && { filters }),
    ...(edit.labelTemplate && { labelTemplate }),
    ...(edit.addressColumn && { addressColumn }),
  };
}
