import {
  type AutomationSettings,
  automationSettings,
  type CreateAutomation,
  createAutomationBody,
  settingConflicts,
  settingFieldsWithDefaults,
  smartsheetIdField,
} from '@picksync/contracts';
import * as z from 'zod';

/** An id may be written without quotes: a number as long as these loses nothing, see `read-file.ts`. */
const id = z.union([z.string(), z.number()]).transform(String).pipe(smartsheetIdField());

const columnOfSheet = z.strictObject(
  { sheet: id, column: id },
  { error: ({ code }) => (code === 'invalid_type' ? 'Please give a sheet and a column' : undefined) },
);

const sheetOrReport = 'Please give a sheet or a report, and a column';

/** The source: a column of a sheet, or one of a report. */
const columnOfSource = z
  .strictObject(
    { sheet: id.optional(), report: id.optional(), column: id },
    { error: ({ code }) => (code === 'invalid_type' ? sheetOrReport : undefined) },
  )
  .refine(({ sheet, report }) => (sheet === undefined) !== (report === undefined), sheetOrReport);

type Loose = Record<string, unknown>;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a number as the text that it is written as; a file need not quote it. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Returns a column of a setting as the API has it. Its name comes from Smartsheet, so a file need not hold it. */
function toSettingColumn(given: unknown): unknown {
  if (!isLoose(given)) return given;
  const { column, ...rest } = given;
  return {
    ...rest,
    ...(column !== undefined && { columnId: toText(column), columnName: String(column) }),
    // Operators such as `is_blank` compare with nothing.
    ...('operator' in rest && { value: toText(rest.value ?? null) }),
  };
}

function toFilters(given: unknown): unknown {
  if (!isLoose(given) || !Array.isArray(given.rules)) return given;
  return { ...given, rules: given.rules.map(toSettingColumn) };
}

function toLabelTemplate(given: unknown): unknown {
  if (!isLoose(given) || !Array.isArray(given.columns)) return given;
  return { ...given, columns: given.columns.map((column) => toSettingColumn({ column })) };
}

function toAddressColumn(given: unknown): unknown {
  return typeof given === 'string' || typeof given === 'number' ? toSettingColumn({ column: given }) : given;
}

const { filters, labelTemplate, addressColumn } = automationSettings.shape;
const { sourceKind: _, ...settingFields } = settingFieldsWithDefaults;

type Source = z.output<typeof columnOfSource>;

/** Returns the source as the API takes it, where its kind is a setting. */
function toSource({ sheet, report, column }: Source) {
  const sourceKind = report === undefined ? ('sheet' as const) : ('report' as const);
  return { sourceKind, sourceSheetId: report ?? sheet ?? '', sourceColumnId: column };
}

/** An automation as a file has it. What is left out of the settings is as the form has it at first. */
const entry = z
  .strictObject({
    name: createAutomationBody.shape.name,
    /** Left out: new ones are active, and the others stay as they are. */
    active: z.boolean().optional(),
    source: columnOfSource,
    destination: columnOfSheet,
    ...settingFields,
    filters: z.preprocess(toFilters, filters.default(null)),
    labelTemplate: z.preprocess(toLabelTemplate, labelTemplate.default(null)),
    addressColumn: z.preprocess(toAddressColumn, addressColumn.default(null)),
  })
  .superRefine((given, issues) => {
    const { sourceKind } = toSource(given.source);
    for (const { name, message } of settingConflicts({ ...given, sourceKind }))
      issues.addIssue({ code: 'custom', path: [name], message });
  });

/** An automation of a file, as the API takes it. */
export type Wanted = {
  name: string;
  isActive: boolean | undefined;
  /** Ids; the names that the API asks for are looked up by it, so ids stand in their place. */
  columns: Pick<
    CreateAutomation,
    | 'sheetId'
    | 'sheetName'
    | 'targetColumnId'
    | 'targetColumnName'
    | 'sourceSheetId'
    | 'sourceColumnId'
    | 'sourceColumnName'
  >;
  settings: AutomationSettings;
};

type Issue = { path: PropertyKey[]; message: string };

/** Returns an automation of a file, or what is wrong with it. */
export function readEntry(given: unknown): { wanted: Wanted } | { issues: Issue[] } {
  const { data, error } = entry.safeParse(given);
  if (error) return { issues: error.issues.flatMap(toIssues) };
  const { name, active, source, destination, ...settings } = data;
  const { sourceKind, sourceSheetId, sourceColumnId } = toSource(source);
  const columns = {
    sheetId: destination.sheet,
    sheetName: destination.sheet,
    targetColumnId: destination.column,
    targetColumnName: destination.column,
    sourceSheetId,
    sourceColumnId,
    sourceColumnName: sourceColumnId,
  };
  return { wanted: { name, isActive: active, columns, settings: { ...settings, sourceKind } } };
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: `There is no setting “${key}”` }));
  return [{ path: issue.path.map(toFileName), message: issue.message }];
}

/** The names of the API's fields in a file. */
const fileNames: Readonly<Record<string, readonly string[]>> = {
  sheetId: ['destination', 'sheet'],
  targetColumnId: ['destination', 'column'],
  sourceSheetId: ['source', 'sheet'],
  sourceColumnId: ['source', 'column'],
  isActive: ['active'],
};

function toFileName(step: PropertyKey): PropertyKey {
  return step === 'columnId' ? 'column' : step;
}

/** Returns where a field stands in the entry of a file, by the name that an error of the API gives it. */
export function toEntryPath(field: string): PropertyKey[] {
  const [first = '', ...rest] = field.split('.');
  return [...(fileNames[first] ?? [first]), ...rest.map(toFileName)];
}
