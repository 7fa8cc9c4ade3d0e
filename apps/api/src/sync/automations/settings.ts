import {
  AppError,
  type AutomationSettings,
  automationSettings,
  findAdvancedSettings,
  isSameButNames,
  type SettingName,
  settingConflicts,
  settingNames,
  supportedSettings,
} from '@picksync/contracts';
import { type Db, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { pickGiven } from '../../base/pick-given.ts';
import { findPlanName } from '../../base/plans.store.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';

type GivenSettings = { [K in SettingName]?: AutomationSettings[K] | undefined };

/** Returns the settings among the given fields, as the columns of a row. */
export function toSettingRow(fields: GivenSettings) {
  const { filters, labelTemplate, addressColumn, ...settings } = automationSettings.partial().parse(fields);
  return pickGiven({
    ...settings,
    filters: toJson(filters),
    labelTemplate: toJson(labelTemplate),
    addressColumn: toJson(addressColumn),
  });
}

function toJson<T>(value: T | null) {
  return value === null ? Prisma.DbNull : value;
}

export function getSettingsAfter(
  row: { [N in SettingName]: unknown },
  edit: GivenSettings,
): AutomationSettings {
  return automationSettings.parse({ ...row, ...pickGiven(edit) });
}

/**
 * Returns the settings that an edit changes, with those before and after it; null when it changes none. In a row that a
 * newer version wrote, and that cannot be read, every given setting counts as changed.
 */
export function findChangedSettings(row: { [N in SettingName]: unknown }, edit: GivenSettings) {
  const given = settingNames.filter((name) => edit[name] !== undefined);
  const before = automationSettings.safeParse(row).data;
  if (!before) return given.length > 0 ? { names: given, before: null, after: null } : null;
  const after = getSettingsAfter(row, edit);
  const names = given.filter((name) => !isSame(before[name], after[name]));
  return names.length > 0 ? { names, before, after } : null;
}

/** Returns the settings of an automation. Throws `unavailable` when a newer version wrote some that this one does not know. */
export function requireSettings(row: Parameters<typeof supportedSettings>[0]): AutomationSettings {
  const settings = supportedSettings(row);
  if (settings !== null) return settings;
  throw new AppError('unavailable', {
    message: 'A newer version of Picksync saved this automation. Please try again in a few minutes.',
  });
}

type SettingsChange = {
  settings: AutomationSettings;
  /** Before the edit; null for a new automation. */
  before: AutomationSettings | null;
  userId: string;
  now: Date;
};

/**
 * Throws `validation_failed` for settings that exclude each other, and `plan_required` for settings that the plan does not
 * have. Settings that an automation has already may stay or be removed.
 */
export async function assertSettingsAllowed(db: Db, change: SettingsChange): Promise<void> {
  const { settings, before, userId, now } = change;
  const conflicts = settingConflicts(settings);
  if (conflicts.length > 0) {
    const errors = Object.fromEntries(conflicts.map(({ name, message }) => [name, message]));
    throw new AppError('validation_failed', { errors });
  }
  const added = findAdvancedSettings(settings).filter(
    (name) => !isSameButNames(settings[name], before?.[name]),
  );
  if (added.length === 0 || (await hasAdvanced(db, { userId, now }))) return;
  const premium = await findPlanName(db, 'premium');
  throw new AppError('plan_required', {
    message: `Filters, splitting, labels and pinned options belong to ${premium}. Upgrade, or remove them from this automation.`,
    errors: Object.fromEntries(added.map((name) => [name, `${premium} has this`])),
  });
}

/** Returns whether the plan of a user lacks settings that an automation has. */
export async function lacksSettings(
  context: Context,
  { userId, settings }: { userId: string; settings: AutomationSettings },
): Promise<boolean> {
  const usesAdvanced = findAdvancedSettings(settings).length > 0;
  return usesAdvanced && !(await hasAdvanced(context.db, { userId, now: context.now() }));
}

async function hasAdvanced(db: Db, user: { userId: string; now: Date }): Promise<boolean> {
  return (await readEntitlements(db, user)).advancedAutomation;
}

/** Returns whether two values of a setting are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function getColumn(name: SettingName): string {
  // `order` is a word of SQL.
  return name === 'order'
    ? 'option_order'
    : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of the settings in the database, by setting. */
export const settingColumnNames = Object.fromEntries(
  settingNames.map((name) => [name, getColumn(name)]),
) as Record<SettingName, string>;
