import * as z from 'zod';
import { smartsheetIdField } from './fields.ts';

/**
 * `mirror`: the dropdown is exactly the source. `add_only`: options are never removed. `keep_used`: only options that no
 * cell uses are removed. `two_way`: changes travel in both directions.
 */
const automationModes = ['mirror', 'add_only', 'keep_used', 'two_way'] as const;
/** `source`: as the rows stand in the source sheet; the others sort naturally and by the user's language. */
const optionOrders = ['source', 'ascending', 'descending'] as const;
const filterOperators = [
  'equals',
  'not_equals',
  'contains',
  'is_blank',
  'is_not_blank',
  'is_checked',
] as const;

const settingText = z.string().trim().min(1).max(500);

const filters = z.strictObject({
  match: z.enum(['all', 'any']),
  rules: z
    .array(
      z.strictObject({
        columnId: smartsheetIdField(),
        operator: z.enum(filterOperators),
        value: z.string().max(500).nullable(),
      }),
    )
    .min(1)
    .max(5, 'At most 5 filters'),
});

/** Settings of an automation beside its sheets and columns, with all their values. */
export const automationSettings = z.object({
  mode: z.enum(automationModes),
  removeDuplicates: z.boolean(),
  order: z.enum(optionOrders),
  ignoreCase: z.boolean(),
  /** Splits text cells into several values; cells of multi-select columns always split. */
  splitValues: z.string().min(1).max(5).nullable(),
  filters: filters.nullable(),
  /** Fixed options the user typed here, always first and last. They are settings, not read from a sheet. */
  pinnedFirst: z.array(settingText).max(50),
  pinnedLast: z.array(settingText).max(50),
  /** Percent of the dropdown that one run may remove (when more than 5 options) before it asks. */
  maxRemovalPercent: z.int().min(0).max(100),
});

export type AutomationSettings = z.output<typeof automationSettings>;

/** What an automation has unless the user says otherwise. */
export const defaultSettings: AutomationSettings = {
  mode: 'mirror',
  removeDuplicates: true,
  order: 'source',
  ignoreCase: false,
  splitValues: null,
  filters: null,
  pinnedFirst: [],
  pinnedLast: [],
  maxRemovalPercent: 50,
};

export type SettingName = keyof AutomationSettings;

/** Every setting. What stores, shows or compares settings takes them from here. */
export const settingNames = Object.keys(automationSettings.shape) as SettingName[];

/**
 * The version of this table. Who adds a setting raises it and names the setting in `addedIn`; a row that uses it carries
 * the number, so that a worker of an older version, which cannot know the column, leaves the automation alone.
 */
export const settingsVersion = 1;

/** The version in which a setting came; those that are not named were there from the beginning. */
const addedIn: { readonly [N in SettingName]?: number } = {};

/** Returns the version that a worker has to know to do what these settings say. */
export function settingsVersionOf(settings: AutomationSettings): number {
  const used = settingNames.filter((name) => !isDefault(name, settings[name]));
  return Math.max(1, ...used.map((name) => addedIn[name] ?? 1));
}

/** Settings that a run obeys today. The others are refused unless they say what happens anyway. */
export const availableSettings: readonly SettingName[] = ['removeDuplicates', 'maxRemovalPercent'];

/** Said when a setting is given that no run would obey: better refused than silently ignored. */
export const settingNotAvailable = 'This setting is not available yet';

function isDefault(name: SettingName, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(defaultSettings[name]);
}

/** Whether a run of this version does what a setting says. */
function isObeyed(name: SettingName, value: unknown): boolean {
  return availableSettings.includes(name) || isDefault(name, value);
}

/** Returns the settings of a row, or null when it holds one that this version does not know or cannot obey. */
export function supportedSettings(
  row: { [N in SettingName]: unknown } & { settingsVersion: number },
): AutomationSettings | null {
  if (row.settingsVersion > settingsVersion) return null;
  const parsed = automationSettings.safeParse(row);
  if (!parsed.success) return null;
  return settingNames.every((name) => isObeyed(name, parsed.data[name])) ? parsed.data : null;
}

type Shape = typeof automationSettings.shape;

/** The fields of the settings as a request may send them, without defaults. */
export const settingFields = Object.fromEntries(
  settingNames.map((name) => {
    const schema: z.ZodType = automationSettings.shape[name];
    return [name, schema.refine((value) => isObeyed(name, value), settingNotAvailable)];
  }),
) as unknown as Shape;

/** The same with defaults, for a request that creates an automation. */
export const settingFieldsWithDefaults = Object.fromEntries(
  settingNames.map((name) => {
    const schema: z.ZodType = settingFields[name];
    return [name, schema.default(defaultSettings[name])];
  }),
) as unknown as { [N in SettingName]: z.ZodDefault<Shape[N]> };
