import '../../../api/zod-without-eval.ts';
import {
  type Automation,
  type AutomationSettings,
  type CreateAutomation,
  createAutomationBody,
  defaultSettings,
  type EditAutomation,
  fieldErrors,
  maxAutomationNameLength,
} from '@picksync/contracts';
import { controlOf, type FormSetting, formSettings, type SettingEntries } from './setting-controls.tsx';

/** A sheet or a column that was chosen. */
export type Choice = { id: string; name: string };

/** The form's state mirrors the form; the request is made from it. */
export type AutomationValues = {
  name: string;
  sourceSheet: Choice | null;
  sourceColumn: Choice | null;
  targetSheet: Choice | null;
  targetColumn: Choice | null;
} & SettingEntries;

export type AutomationField = keyof AutomationValues;
export type FieldMessages = Partial<Record<AutomationField, string>>;

function entriesOf(settings: AutomationSettings): SettingEntries {
  const entries = formSettings.map((name) => [name, controlOf(name).entryOf(settings[name])]);
  return Object.fromEntries(entries);
}

export const emptyAutomation: AutomationValues = {
  name: '',
  sourceSheet: null,
  sourceColumn: null,
  targetSheet: null,
  targetColumn: null,
  ...entriesOf(defaultSettings),
};

/** The form filled in with an automation that is there. */
export function valuesOf(automation: Automation): AutomationValues {
  return {
    name: automation.name,
    sourceSheet: { id: automation.sourceSheetId, name: automation.sourceSheetName ?? '' },
    sourceColumn: { id: automation.sourceColumnId, name: automation.sourceColumnName },
    targetSheet: { id: automation.sheetId, name: automation.sheetName },
    targetColumn: { id: automation.targetColumnId, name: automation.targetColumnName },
    ...entriesOf(automation),
  };
}

/** What a new automation is called after its sheets, within what a name may hold; empty until both are chosen. */
export function proposedName({ sourceSheet, targetSheet }: AutomationValues): string {
  if (!sourceSheet || !targetSheet) return '';
  return `${sourceSheet.name} into ${targetSheet.name}`.slice(0, maxAutomationNameLength).trim();
}

/** Where the request's fields stand in the form. */
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

/** What is wrong, by the form's fields; the first message of each. What the form does not have is left out. */
export function byFormField(errors: Readonly<Record<string, string>>): FieldMessages {
  const found: FieldMessages = {};
  for (const [name, message] of Object.entries(errors)) {
    const field = fieldsOfRequest[name];
    if (field) found[field] ??= message;
  }
  return found;
}

/** The settings of the request, and what is wrong with the entries that are no values. */
function readSettings(values: SettingEntries) {
  const settings: Partial<Record<FormSetting, unknown>> = {};
  const problems: FieldMessages = {};
  for (const name of formSettings) {
    const read = controlOf(name).read(values[name]);
    if ('problem' in read) problems[name] = read.problem;
    else settings[name] = read.value;
  }
  return { settings, problems };
}

/** The request for what was chosen, without settings; what is missing is left out, so that the schema names it. */
function choicesOf(values: AutomationValues) {
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

/** The request when everything needed is there, else what is wrong. */
export function checkAutomation(values: AutomationValues): Checked {
  const { settings, problems } = readSettings(values);
  const parsed = createAutomationBody.safeParse({ ...choicesOf(values), ...settings });
  if (parsed.success && Object.keys(problems).length === 0) return { body: parsed.data };
  return { errors: { ...byFormField(fieldErrors(parsed.error?.issues ?? [])), ...problems } };
}

export function lacksChoices(values: AutomationValues): boolean {
  return !values.sourceSheet || !values.sourceColumn || !values.targetSheet || !values.targetColumn;
}

/** Whether a field takes a sheet or a column. */
export function isChoice(field: AutomationField): boolean {
  return field !== 'name' && !formSettings.some((name) => name === field);
}

/** What of the request differs from the automation as it is; ids go with the names shown for them. */
export function editOf(body: CreateAutomation, automation: Automation): EditAutomation {
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

/** The settings of the form that differ. The others are in the request by their defaults, which say nothing here. */
function changedSettings(body: CreateAutomation, automation: Automation): Partial<AutomationSettings> {
  const changed = formSettings.filter(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(automation[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}
