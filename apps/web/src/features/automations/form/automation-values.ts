import '../../../api/zod-without-eval.ts';
import {
  type Automation,
  type CreateAutomation,
  createAutomationBody,
  defaultSettings,
  type EditAutomation,
  fieldErrors,
  longestAutomationName,
} from '@picksync/contracts';

/** A sheet or a column that was chosen. */
export type Choice = { id: string; name: string };

/** The form's state mirrors the form; the request is made from it. */
export type AutomationValues = {
  name: string;
  sourceSheet: Choice | null;
  sourceColumn: Choice | null;
  targetSheet: Choice | null;
  targetColumn: Choice | null;
  removeDuplicates: boolean;
  /** As it is typed. */
  maxRemovalPercent: string;
};

export type AutomationField = keyof AutomationValues;
export type FieldMessages = Partial<Record<AutomationField, string>>;

export const emptyAutomation: AutomationValues = {
  name: '',
  sourceSheet: null,
  sourceColumn: null,
  targetSheet: null,
  targetColumn: null,
  removeDuplicates: defaultSettings.removeDuplicates,
  maxRemovalPercent: String(defaultSettings.maxRemovalPercent),
};

/** The form filled in with an automation that is there. */
export function valuesOf(automation: Automation): AutomationValues {
  return {
    name: automation.name,
    sourceSheet: { id: automation.sourceSheetId, name: automation.sourceSheetName ?? '' },
    sourceColumn: { id: automation.sourceColumnId, name: automation.sourceColumnName },
    targetSheet: { id: automation.sheetId, name: automation.sheetName },
    targetColumn: { id: automation.targetColumnId, name: automation.targetColumnName },
    removeDuplicates: automation.removeDuplicates,
    maxRemovalPercent: String(automation.maxRemovalPercent),
  };
}

/** What a new automation is called after its sheets, within what a name may hold; empty until both are chosen. */
export function proposedName({ sourceSheet, targetSheet }: AutomationValues): string {
  if (!sourceSheet || !targetSheet) return '';
  return `${sourceSheet.name} into ${targetSheet.name}`.slice(0, longestAutomationName).trim();
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
  removeDuplicates: 'removeDuplicates',
  maxRemovalPercent: 'maxRemovalPercent',
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

const notPercent = 'Please enter a whole number from 0 to 100';

function isPercent(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100;
}

/** The request for what was chosen; what is missing is left out, so that the schema names it. */
function requestOf(values: AutomationValues) {
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
    removeDuplicates: values.removeDuplicates,
    maxRemovalPercent: isPercent(values.maxRemovalPercent) ? Number(values.maxRemovalPercent) : undefined,
  };
}

type Checked = { body: CreateAutomation; errors?: never } | { body?: never; errors: FieldMessages };

/** The request when everything needed is there, else what is wrong. */
export function checkAutomation(values: AutomationValues): Checked {
  const percent = isPercent(values.maxRemovalPercent) ? {} : { maxRemovalPercent: notPercent };
  const parsed = createAutomationBody.safeParse(requestOf(values));
  if (parsed.success && !('maxRemovalPercent' in percent)) return { body: parsed.data };
  return { errors: { ...byFormField(fieldErrors(parsed.error?.issues ?? [])), ...percent } };
}

export function lacksChoices(values: AutomationValues): boolean {
  return !values.sourceSheet || !values.sourceColumn || !values.targetSheet || !values.targetColumn;
}

/** What of the request differs from the automation as it is; ids go with the names shown for them. */
export function editOf(body: CreateAutomation, automation: Automation): EditAutomation {
  const { name, removeDuplicates, maxRemovalPercent } = body;
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
    ...(removeDuplicates !== automation.removeDuplicates && { removeDuplicates }),
    ...(maxRemovalPercent !== automation.maxRemovalPercent && { maxRemovalPercent }),
  };
}
