import {
  type Automation,
  type AutomationSettings,
  type CreateAutomation,
  createAutomationBody,
  defaultSettings,
  type EditAutomation,
  fieldErrors,
  type PreviewDraft,
  type SettingName,
  settingConflicts,
  toAutomationName,
} from '@picksync/contracts';
import { formSettings, getControl, type SettingEntries, settingsWith } from './setting-controls.tsx';
import { type FormFacts, isGone } from './settings/form-facts.ts';

/** A sheet or a column that was chosen. */
export type Choice = { id: string; name: string };

/** What the controls of the form show. The request is made from it. */
export type AutomationValues = {
  name: string;
  sourceSheet: Choice | null;
  sourceColumn: Choice | null;
  targetSheet: Choice | null;
  targetColumn: Choice | null;
} & SettingEntries;

/** Returns the source column that is chosen; null while none is. */
export function chosenSource({ sourceKind, sourceSheet, sourceColumn }: AutomationValues) {
  return (
    sourceSheet && sourceColumn && { sheetId: sourceSheet.id, columnId: sourceColumn.id, kind: sourceKind }
  );
}

export const choices = ['sourceSheet', 'sourceColumn', 'targetSheet', 'targetColumn'] as const;

export type AutomationField = keyof AutomationValues;
export type FieldMessages = Partial<Record<AutomationField, string>>;

/** Returns what the controls of the settings show. */
export function toEntries(settings: AutomationSettings): SettingEntries {
  const entries = formSettings.map((name) => [name, getControl(name).toEntry(settings[name])]);
  return Object.fromEntries(entries);
}

export const emptyAutomation: AutomationValues = {
  name: '',
  sourceSheet: null,
  sourceColumn: null,
  targetSheet: null,
  targetColumn: null,
  ...toEntries(defaultSettings),
};

/** Returns the field of the form that an address names: its name, unless it is one. What the source is, is chosen with it. */
export function fieldNamed(name: string | undefined): AutomationField {
  if (name === 'sourceKind') return 'sourceSheet';
  return name !== undefined && Object.hasOwn(emptyAutomation, name) ? (name as AutomationField) : 'name';
}

/** Returns the values of the form for an existing automation. */
export function toValues(automation: Automation): AutomationValues {
  return {
    name: automation.name,
    sourceSheet: { id: automation.sourceSheetId, name: automation.sourceSheetName ?? '' },
    sourceColumn: { id: automation.sourceColumnId, name: automation.sourceColumnName },
    targetSheet: { id: automation.sheetId, name: automation.sheetName },
    targetColumn: { id: automation.targetColumnId, name: automation.targetColumnName },
    ...toEntries(automation),
  };
}

/** Returns a name made of both sheets' names, no longer than a name may be; empty until both are chosen. */
export function proposedName({ sourceSheet, targetSheet }: AutomationValues): string {
  if (!sourceSheet || !targetSheet) return '';
  return toAutomationName(sourceSheet.name, targetSheet.name);
}

/** The field of the form for each field of the request. */
const fieldsOfRequest: Record<string, AutomationField> = {
  name: 'name',
  sourceSheetId: 'sourceSheet',
  sourceSheetName: 'sourceSheet',
  sourceColumnId: 'sourceColumn',
  sourceColumnName: 'sourceColumn',
  sheetId: 'targetSheet',
  sheetName: 'targetSheet',
  targetColumnId: 'targetColumn',
  targetColumnName: 'targetColumn',
  ...Object.fromEntries(formSettings.map((name) => [name, name])),
};

/** Returns the first message for each field of the form. Messages about anything else are left out. */
export function byFormField(errors: Readonly<Record<string, string>>): FieldMessages {
  const found: FieldMessages = {};
  for (const [name, message] of Object.entries(errors)) {
    const field = fieldsOfRequest[name];
    if (field) found[field] ??= message;
  }
  return found;
}

/** Returns the request without its settings. Choices that are missing are left out, so that the schema reports them. */
function listChoices(values: AutomationValues) {
  return {
    name: values.name,
    sourceSheetId: values.sourceSheet?.id,
    sourceSheetName: values.sourceSheet?.name,
    sourceColumnId: values.sourceColumn?.id,
    sourceColumnName: values.sourceColumn?.name,
    sheetId: values.targetSheet?.id,
    sheetName: values.targetSheet?.name,
    targetColumnId: values.targetColumn?.id,
    targetColumnName: values.targetColumn?.name,
  };
}

type Checked = { body: CreateAutomation; errors?: never } | { body?: never; errors: FieldMessages };

/** Returns the body of the request, or what is wrong by field. `columns` are those of the source, where they are known. */
export function checkAutomation(values: AutomationValues, columns: FormFacts['columns'] = null): Checked {
  const { settings, problems } = readSettings(values, columns);
  const parsed = createAutomationBody.safeParse({ ...listChoices(values), ...settings });
  if (parsed.success && Object.keys(problems).length === 0) return { body: parsed.data };
  return { errors: { ...byFormField(fieldErrors(parsed.error?.issues ?? [])), ...problems } };
}

/** Returns the draft for a preview; null while a choice is missing or not valid. */
export function toDraft(values: AutomationValues, columns: FormFacts['columns'] = null): PreviewDraft | null {
  const { body } = checkAutomation({ ...values, name: values.name || 'preview' }, columns);
  if (!body) return null;
  const { name: _, ...draft } = body;
  return draft;
}

export function lacksChoices(values: AutomationValues): boolean {
  return choices.some((field) => values[field] === null);
}

/** Returns the first sheet or column that is still to be chosen; the name where none is. */
export function nextChoice(values: AutomationValues): AutomationField {
  return choices.find((field) => values[field] === null) ?? 'name';
}

/** Returns whether a field takes a sheet or a column. */
export function isChoice(field: AutomationField): boolean {
  return choices.some((choice) => choice === field);
}

/** Returns the edit that makes the automation what the form says; empty where it is that already. */
export function toEdit(body: CreateAutomation, automation: Automation): EditAutomation {
  const edit = toChanges(body, automation);
  const { fingerprint, asksLater } = body;
  if (Object.keys(edit).length === 0) return edit;
  return { ...edit, ...(fingerprint !== undefined && { fingerprint }), ...(asksLater && { asksLater }) };
}

/** Returns the fields of the request that differ from the automation. Each id goes with its name. */
function toChanges(body: CreateAutomation, automation: Automation): EditAutomation {
  const { name } = body;
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = body;
  const { sheetId, sheetName, targetColumnId, targetColumnName } = body;
  const newSource = sourceSheetId !== automation.sourceSheetId;
  const newTarget = sheetId !== automation.sheetId;
  return {
    ...(name !== automation.name && { name }),
    ...(newSource && { sourceSheetId, sourceSheetName }),
    ...((newSource || sourceColumnId !== automation.sourceColumnId) && { sourceColumnId, sourceColumnName }),
    ...(newTarget && { sheetId, sheetName }),
    ...((newTarget || targetColumnId !== automation.targetColumnId) && { targetColumnId, targetColumnName }),
    ...changedSettings(body, automation),
  };
}

/** Returns the settings of the form that differ. Settings that the form does not show hold only their defaults. */
function changedSettings(body: CreateAutomation, automation: Automation): Partial<AutomationSettings> {
  const changed = formSettings.filter(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(automation[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}

type Reasons = Partial<Record<SettingName, string>>;

/** Returns why settings cannot be used together with the others, also those that nobody has used yet. */
function conflictsIn(settings: AutomationSettings): Reasons {
  const conflicts: Reasons = {};
  for (const name of formSettings) {
    const found = settingConflicts(settingsWith(name, settings)).find((conflict) => conflict.name === name);
    if (found) conflicts[name] = found.message;
  }
  return conflicts;
}

/** Returns which settings read a column that the source does not have any more. */
function goneIn(
  { filters, labelTemplate, addressColumn }: AutomationSettings,
  columns: FormFacts['columns'],
): Reasons {
  const anyGone = (read: readonly { columnId: string }[] = []) =>
    read.some(({ columnId }) => isGone(columns, columnId));
  const message = 'A column is gone';
  return {
    ...(anyGone(filters?.rules) && { filters: message }),
    ...(anyGone(labelTemplate?.columns) && { labelTemplate: message }),
    ...(addressColumn && anyGone([addressColumn]) && { addressColumn: message }),
  };
}

/**
 * Returns the settings that the controls stand for. `columns` are those of the source sheet; null while they are not
 * known.
 */
export function readSettings(entries: SettingEntries, columns: FormFacts['columns'] = null) {
  const values: Partial<Record<SettingName, unknown>> = {};
  const unreadable: Reasons = {};
  for (const name of formSettings) {
    const read = getControl(name).read(entries[name]);
    if ('problem' in read) unreadable[name] = read.problem;
    else values[name] = read.value;
  }
  const settings = { ...defaultSettings, ...values } as AutomationSettings;
  const conflicts = conflictsIn(settings);
  const isUsed = (name: string) => !(name in conflicts);
  const usual = Object.fromEntries(
    Object.keys(conflicts).map((name) => [name, defaultSettings[name as SettingName]]),
  );
  const problems = Object.entries({ ...unreadable, ...goneIn(settings, columns) }).filter(([name]) =>
    isUsed(name),
  );
  return {
    /** The settings for the request: those that others exclude, and those that are not valid, have their defaults. */
    settings: { ...settings, ...usual },
    /** The errors of entries that are not valid. */
    problems: Object.fromEntries(problems),
    /** Why a setting cannot be used together with the others. */
    conflicts,
  };
}
