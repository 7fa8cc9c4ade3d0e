import * as z from 'zod';
import { foreignName, smartsheetIdField } from './fields.ts';

/**
 * `mirror`: the dropdown is exactly the source. `add_only`: options are never removed. `keep_used`: only options that no
 * cell uses are removed. `two_way`: changes travel in both directions.
 */
const automationModes = ['mirror', 'add_only', 'keep_used', 'two_way'] as const;
/** `source`: as the rows stand in the source sheet; the others sort naturally and by the user's language. */
const optionOrders = ['source', 'ascending', 'descending'] as const;
/** What is done when somebody edits the dropdown by hand: `put_back` the list, `keep` their change, or `ask` each time. */
const driftAnswers = ['put_back', 'keep', 'ask'] as const;
/**
 * What is done when a name changes in the source. `replace`: the new one is added and the old one removed. `follow`: where one name clearly
 * became another, the option is renamed, and so are the cells that use it.
 */
const renameAnswers = ['replace', 'follow'] as const;

/** What the rows of the source stand in: a sheet, or a report, which shows rows of many sheets. */
const sourceKinds = ['sheet', 'report'] as const;
export const sourceKind = z.enum(sourceKinds);
export type SourceKind = (typeof sourceKinds)[number];

/** How many rows a report may have: it is read whole with each check. */
export const maxReportRows = 20_000;

/** How a filter compares a cell. Texts are compared without regard to case; `before` and `after` compare dates. */
export const filterOperators = [
  'equals',
  'not_equals',
  'contains',
  'is_blank',
  'is_not_blank',
  'is_checked',
  'greater',
  'less',
  'before',
  'after',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Operators that compare with nothing. */
const withoutValue: readonly FilterOperator[] = ['is_blank', 'is_not_blank', 'is_checked'];

/** Returns whether an operator compares with a value. */
export function takesValue(operator: FilterOperator): boolean {
  return !withoutValue.includes(operator);
}

const settingText = z.string().trim().min(1).max(500);

/** A column of the source sheet that a setting reads; the name is the one it had when the setting was saved. */
const settingColumn = z.strictObject({
  columnId: smartsheetIdField(),
  columnName: foreignName({ message: 'Column name is required', max: 200 }),
});

const filterRule = settingColumn
  .extend({ operator: z.enum(filterOperators), value: z.string().trim().max(500).nullable() })
  .superRefine(({ operator, value }, issues) => {
    const refuse = (message: string) => issues.addIssue({ code: 'custom', path: ['value'], message });
    if (!takesValue(operator)) return;
    if (value === null || value === '') refuse('Please enter what to compare with');
    else if ((operator === 'greater' || operator === 'less') && !Number.isFinite(Number(value)))
      refuse('Please enter a number');
    else if ((operator === 'before' || operator === 'after') && !isDay(value)) refuse('Please enter a date');
  });

export type FilterRule = z.output<typeof filterRule>;

/** Whether a text is a date such as `2026-11-22`. */
function isDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

export const maxFilterRules = 5;

const filters = z.strictObject({
  match: z.enum(['all', 'any']),
  rules: z.array(filterRule).min(1).max(maxFilterRules, 'At most 5 filters'),
});

export type Filters = z.output<typeof filters>;

export const maxLabelColumns = 3;

/** `template` names the columns by their place: `{1} – {2}`. Every column stands in it. */
const labelTemplate = z
  .strictObject({
    template: z.string().min(1).max(200),
    columns: z.array(settingColumn).min(1).max(maxLabelColumns, 'At most 3 columns'),
  })
  .refine(({ template, columns }) => {
    const used = new Set([...template.matchAll(/\{(\d)\}/g)].map(([, place]) => Number(place)));
    return used.size === columns.length && columns.every((_, index) => used.has(index + 1));
  }, 'Every column has its place in the label');

export type LabelTemplate = z.output<typeof labelTemplate>;

export const maxGraceDays = 90;

/** The largest number of rows that `maxRenamedRows` may say. */
export const mostRenamedRows = 20_000;

/** How many names one sync may rename without asking. */
export const renamesWithoutReview = 5;

/** How many rows a source may have for its names to be remembered: of a longer one, names are added and removed. */
export const maxNamedRows = 5_000;

/** The same for the names in all cells together: one of several may hold hundreds. */
export const maxNamesInCells = 100_000;

/** Settings of an automation beside its sheets and columns, with all their values. */
export const automationSettings = z.object({
  /** Whether `sourceSheetId` and the ids of source columns are those of a sheet or of a report. */
  sourceKind,
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
  /** Makes each option from several columns of its row; null takes the source column alone. */
  labelTemplate: labelTemplate.nullable(),
  /** Days for which options stay after they have left the source. */
  graceDays: z.int().min(0).max(maxGraceDays),
  drift: z.enum(driftAnswers),
  /** Nothing is removed before the list as it is was attached to the destination sheet as a file. */
  keepCopies: z.boolean(),
  renames: z.enum(renameAnswers),
  /** Rows of the destination that one sync may rename before it asks. */
  maxRenamedRows: z.int().min(0).max(mostRenamedRows),
  /**
   * For a contact column that is filled from a column of names: the column of the source with their addresses. Null where the source
   * is a contact column itself, and for dropdowns.
   */
  addressColumn: settingColumn.nullable(),
});

export type AutomationSettings = z.output<typeof automationSettings>;

/** What an automation has unless the user says otherwise. */
export const defaultSettings: AutomationSettings = {
  sourceKind: 'sheet',
  mode: 'mirror',
  removeDuplicates: true,
  order: 'source',
  ignoreCase: false,
  splitValues: null,
  filters: null,
  pinnedFirst: [],
  pinnedLast: [],
  maxRemovalPercent: 50,
  labelTemplate: null,
  graceDays: 0,
  drift: 'put_back',
  keepCopies: false,
  renames: 'replace',
  maxRenamedRows: 100,
  addressColumn: null,
};

export type SettingName = keyof AutomationSettings;

/** Every setting. What stores, shows or compares settings takes them from here. */
export const settingNames = Object.keys(automationSettings.shape) as SettingName[];

/** The settings that findings of a health check are about: with other ones, what was found no longer holds. */
export const assessedSettings = {
  sourceKind: true,
  mode: true,
  filters: true,
  labelTemplate: true,
  renames: true,
  addressColumn: true,
} as const satisfies Partial<Record<SettingName, true>>;

export type AssessedSettings = Pick<AutomationSettings, keyof typeof assessedSettings>;

export const assessedSettingNames = Object.keys(assessedSettings) as (keyof AssessedSettings)[];

/**
 * The version of this table, and of what runs remember in a row. To add a setting, raise it and name the setting in
 * `addedIn`; to change what runs remember, raise it and `memoryVersion`. A row that uses it carries the number, which a
 * trigger keeps from falling, so that a worker of an older version, which cannot read it, leaves the automation alone.
 */
export const settingsVersion = 8;

/** The version in which runs began to remember in the way they do: with hashes of a key of the automation's own. */
export const memoryVersion = 3;

/** The version in which a two-way automation began to ask for the rows that it would add after a change of its columns. */
export const askBeforeRowsVersion = 4;

/** The version in which contact columns could be filled: an older worker takes one for a dropdown that was changed to another type. */
export const contactsVersion = 7;

/** The version in which each setting came. */
const addedIn: { readonly [N in SettingName]: number } = {
  mode: 1,
  removeDuplicates: 1,
  order: 1,
  ignoreCase: 1,
  splitValues: 1,
  filters: 1,
  pinnedFirst: 1,
  pinnedLast: 1,
  maxRemovalPercent: 1,
  labelTemplate: 2,
  graceDays: 2,
  drift: 2,
  keepCopies: 5,
  renames: 6,
  maxRenamedRows: 6,
  addressColumn: 7,
  sourceKind: 8,
};

/** Returns the version that a worker has to know to do what these settings say. */
export function getSettingsVersion(settings: AutomationSettings): number {
  const used = settingNames.filter((name) => !isDefault(name, settings[name]));
  return Math.max(1, ...used.map((name) => addedIn[name]));
}

/** Settings that belong to plans with advanced automation. */
const advancedSettings: readonly SettingName[] = [
  'filters',
  'splitValues',
  'pinnedFirst',
  'pinnedLast',
  'labelTemplate',
];

/** Returns the settings in use that need a plan with advanced automation. */
export function findAdvancedSettings(settings: AutomationSettings): SettingName[] {
  return advancedSettings.filter((name) => !isDefault(name, settings[name]));
}

function isDefault(name: SettingName, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(defaultSettings[name]);
}

/**
 * Returns whether two values of a setting are the same. A column is known by its id: its name may have been changed in
 * Smartsheet.
 */
export function isSameButNames(one: unknown, other: unknown): boolean {
  const withoutNames = (key: string, value: unknown) => (key === 'columnName' ? undefined : value);
  return JSON.stringify(one, withoutNames) === JSON.stringify(other, withoutNames);
}

/** Returns the settings of a row, or null when a newer version wrote it: a worker leaves alone what it does not know. */
export function supportedSettings(
  row: { [N in SettingName]: unknown } & { settingsVersion: number },
): AutomationSettings | null {
  if (row.settingsVersion > settingsVersion) return null;
  return automationSettings.safeParse(row).data ?? null;
}

type Shape = typeof automationSettings.shape;

/** The fields of the settings with their defaults, for a request that creates an automation. */
export const settingFieldsWithDefaults = Object.fromEntries(
  settingNames.map((name) => {
    const schema: z.ZodType = automationSettings.shape[name];
    return [name, schema.default(defaultSettings[name])];
  }),
) as unknown as { [N in SettingName]: z.ZodDefault<Shape[N]> };
