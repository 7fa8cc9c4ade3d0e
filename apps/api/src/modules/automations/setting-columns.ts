import { type AutomationSettings, automationSettings } from '@picksync/contracts';
import { Prisma } from '@picksync/db';

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that are not undefined. */
export function givenOf<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Returns the settings among the given fields, as the columns of a row. */
export function settingColumns(
  fields: { [K in keyof AutomationSettings]?: AutomationSettings[K] | undefined },
) {
  const { filters, labelTemplate, ...settings } = automationSettings.partial().parse(fields);
  return givenOf({ ...settings, filters: jsonOf(filters), labelTemplate: jsonOf(labelTemplate) });
}

function jsonOf<T>(value: T | null) {
  return value === null ? Prisma.DbNull : value;
}
