import '../../api/zod-without-eval.ts';
import { createAutomationBody, fieldErrors } from '@picksync/contracts';

/** A sheet or a column that was chosen. */
export type Choice = { id: string; name: string };

/** The form's state mirrors the form; the request is made from it. */
export type NewAutomationValues = {
  name: string;
  sourceSheet: Choice | null;
  sourceColumn: Choice | null;
  targetSheet: Choice | null;
  targetColumn: Choice | null;
  removeDuplicates: boolean;
};

export type NewAutomationField = keyof NewAutomationValues;

export const emptyAutomation: NewAutomationValues = {
  name: '',
  sourceSheet: null,
  sourceColumn: null,
  targetSheet: null,
  targetColumn: null,
  removeDuplicates: true,
};

/** Where the request's fields stand in the form. */
const fieldsOfRequest: Record<string, NewAutomationField> = {
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
};

/** The request for what was chosen; what is missing is left out, so that the schema names it. */
const requestOf = (values: NewAutomationValues) => ({
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
});

/** What is wrong, by the form's fields; the first message of each. `null` where the field is not in the form. */
export const byFormField = (errors: Readonly<Record<string, string>>) => {
  const found: Partial<Record<NewAutomationField, string>> = {};
  for (const [name, message] of Object.entries(errors)) {
    const field = fieldsOfRequest[name];
    if (field) found[field] ??= message;
  }
  return found;
};

/** The request when everything needed is there, else what is wrong. */
export const checkNewAutomation = (values: NewAutomationValues) => {
  const parsed = createAutomationBody.safeParse(requestOf(values));
  return parsed.success ? { body: parsed.data } : { errors: byFormField(fieldErrors(parsed.error.issues)) };
};

export const lacksChoices = (values: NewAutomationValues): boolean =>
  !values.sourceSheet || !values.sourceColumn || !values.targetSheet || !values.targetColumn;
