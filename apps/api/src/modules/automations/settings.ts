import {
  AppError,
  type AutomationSettings,
  advancedSettingsOf,
  automationSettings,
  type SettingName,
  settingConflicts,
  settingNames,
} from '@picksync/contracts';
import { type Db, Prisma } from '@picksync/db';
import { readEntitlements } from '../entitlements/entitlements.ts';

type GivenSettings = { [K in SettingName]?: AutomationSettings[K] | undefined };

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that are not undefined. */
export function givenOf<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Returns the settings among the given fields, as the columns of a row. */
export function settingColumns(fields: GivenSettings) {
  const { filters, labelTemplate, ...settings } = automationSettings.partial().parse(fields);
  return givenOf({ ...settings, filters: jsonOf(filters), labelTemplate: jsonOf(labelTemplate) });
}

function jsonOf<T>(value: T | null) {
  return value === null ? Prisma.DbNull : value;
}

/** Returns the settings of an automation after an edit. */
export function settingsAfter(row: { [N in SettingName]: unknown }, edit: GivenSettings): AutomationSettings {
  return automationSettings.parse({ ...row, ...givenOf(edit) });
}

/** Returns whether any setting is among the given fields. */
export function hasSettings(fields: object): boolean {
  return settingNames.some((name) => Object.hasOwn(fields, name));
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
 * have. What an automation has already may stay as it is, and go.
 */
export async function assertSettingsAllowed(db: Db, change: SettingsChange): Promise<void> {
  const { settings, before, userId, now } = change;
  const conflicts = settingConflicts(settings);
  if (conflicts.length > 0) {
    const errors = Object.fromEntries(conflicts.map(({ name, message }) => [name, message]));
    throw new AppError('validation_failed', { errors });
  }
  const added = advancedSettingsOf(settings).filter((name) => !isSame(settings[name], before?.[name]));
  if (added.length === 0) return;
  const { advancedAutomation } = await readEntitlements(db, { userId, now });
  if (advancedAutomation) return;
  throw new AppError('plan_required', {
    message:
      'Filters, splitting, labels and pinned options belong to Premium. Upgrade, or remove them from this automation.',
    errors: Object.fromEntries(added.map((name) => [name, 'Premium has this'])),
  });
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
