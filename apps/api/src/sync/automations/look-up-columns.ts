import {
  AppError,
  type AutomationSettings,
  contactsNotTwoWay,
  contactsVersion,
  failureSentence,
  notForContacts,
  pinNeedsAddress,
  reportRefusals,
  type SourceKind,
  smartsheetErrorTexts,
  targetRefusal,
  targetRefusals,
} from '@picksync/contracts';
import { type Column, type Sheet, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { assessSource, hasAddress, hasAddresses, listsTarget, toIdentity } from '@picksync/sync-engine';
import {
  readSheetDefinition,
  readSourceDefinition,
  type SourceDefinition,
} from '../smartsheet/with-smartsheet.ts';
import { type ColumnChoice, getChoice } from './column-choice.ts';

/** An automation's source and target, with their names, and where Smartsheet shows the sheets. */
export type NamedColumns = ReturnType<typeof nameColumns>;

/** The sheets of an automation; null for one that is gone. */
export type SeenSheets = { source: SourceDefinition | null; target: Sheet | null };

/** The settings that name columns of the source sheet. */
export type ColumnSettings = Pick<AutomationSettings, 'filters' | 'labelTemplate' | 'addressColumn'>;

/**
 * Reads both columns at Smartsheet and returns them, and the columns of the settings, with the names they have there, and the
 * sheets as they were seen.
 * Throws `source_not_found`, `target_not_writable` with the reason, what `nameSettings` throws, and `validation_failed`
 * where a two-way automation cannot add rows to the source. `keptTarget`: the names of a target that stays:
 * it may be gone or locked.
 */
export async function lookUpColumns(
  client: SmartsheetClient,
  choice: ColumnChoice,
  settings: ColumnSettings &
    ContactSettings &
    Pick<AutomationSettings, 'sourceKind' | 'mode' | 'splitValues' | 'renames'>,
  { keptTarget = null }: { keptTarget?: TargetNames | null } = {},
): Promise<{ columns: NamedColumns; settings: ColumnSettings; seen: SeenSheets }> {
  const isSameSheet = choice.sheetId === choice.sourceSheetId;
  const [target, source] = await Promise.all([
    findExisting(readSheetDefinition(client, choice.sheetId)),
    isSameSheet ? null : findExisting(readSourceDefinition(client, { ...settings, ...choice })),
  ]);
  const seen = { source: isSameSheet ? target : source, target };
  const columns = nameColumns(seen, { ...choice, sourceKind: settings.sourceKind, keptTarget });
  if (settings.mode === 'two_way') assertTakesRows(seen.source, choice);
  assertHasCells(seen.source, choice);
  assertListsNotTarget(seen.source, choice, settings);
  assertMakesContacts(seen, choice, settings);
  return { columns, settings: nameSettings(seen.source, settings), seen };
}

/** Throws `validation_failed` for the column of a report with the names of its sheets: it is no cell of any sheet. */
export function assertHasCells(
  source: { columns: readonly (Pick<Column, 'id'> & { isSheetName?: boolean })[] } | null,
  { sourceColumnId }: Pick<ColumnChoice, 'sourceColumnId'>,
): void {
  const column = source?.columns.find(({ id }) => id === sourceColumnId);
  if (!column?.isSheetName) return;
  const message = reportRefusals.sheetName;
  throw new AppError('validation_failed', { message, errors: { sourceColumnId: message } });
}

/** Throws `validation_failed` where a report shows the cells of the column that it would fill. */
function assertListsNotTarget(
  source: SourceDefinition | null,
  choice: ColumnChoice,
  settings: ColumnSettings,
): void {
  if (!listsTarget(choice, settings, source?.origins)) return;
  const message = failureSentence('report_lists_target');
  throw new AppError('validation_failed', { message, errors: { sourceColumnId: message } });
}

/** Throws `validation_failed`, at the source column, when rows of a two-way automation cannot be added to it. */
export function assertTakesRows(sheet: SeenSheet | null, { sourceColumnId }: ColumnChoice): void {
  const column = sheet?.columns.find(({ id }) => id === sourceColumnId);
  const reason = sheet && column ? assessSource({ column, sheet }) : null;
  if (reason === null) return;
  const message = failureSentence(reason);
  throw new AppError('validation_failed', { message, errors: { sourceColumnId: message } });
}

/**
 * Throws `validation_failed`, at the setting, when a contact column could not be filled with these settings: without addresses, both
 * ways, with labels and parts of cells, or with names that are followed.
 */
export function assertMakesContacts(
  { source, target }: { source: Pick<Sheet, 'columns'> | null; target: Pick<Sheet, 'columns'> | null },
  { sourceColumnId, targetColumnId }: ColumnChoice,
  settings: ContactSettings,
): void {
  const targetColumn = target?.columns.find(({ id }) => id === targetColumnId);
  const sourceColumn = source?.columns.find(({ id }) => id === sourceColumnId);
  if (!targetColumn || !sourceColumn || toIdentity(targetColumn) !== 'address') return;
  const errors = findContactErrors(sourceColumn, settings);
  const [message] = Object.values(errors);
  if (message !== undefined) throw new AppError('validation_failed', { message, errors });
}

/** Returns which settings make no contacts of a source column, each with its reason. */
export function findContactErrors(
  sourceColumn: Pick<Column, 'type'>,
  settings: ContactSettings,
): Record<string, string> {
  return {
    ...(settings.mode === 'two_way' && { mode: contactsNotTwoWay }),
    ...(settings.labelTemplate && { labelTemplate: notForContacts }),
    ...(settings.splitValues !== null && { splitValues: notForContacts }),
    ...(settings.renames === 'follow' && { renames: notForContacts }),
    ...(settings.pinnedFirst.some(lacksAddress) && { pinnedFirst: pinNeedsAddress }),
    ...(settings.pinnedLast.some(lacksAddress) && { pinnedLast: pinNeedsAddress }),
    ...(!hasAddresses(sourceColumn, settings) && {
      addressColumn: failureSentence('address_column_missing'),
    }),
  };
}

/** The settings that a contact column does not take, or takes otherwise. */
type ContactSettings = Pick<
  AutomationSettings,
  'mode' | 'labelTemplate' | 'splitValues' | 'addressColumn' | 'renames' | 'pinnedFirst' | 'pinnedLast'
>;

function lacksAddress(pin: string): boolean {
  return !hasAddress(pin);
}

/** Returns the columns of the settings with their names, read from the source sheet. Throws what `nameSettings` throws. */
export async function lookUpSettings(
  client: SmartsheetClient,
  sourceSheetId: string,
  settings: ColumnSettings & Pick<AutomationSettings, 'sourceKind'>,
): Promise<ColumnSettings> {
  const { sourceKind } = settings;
  return nameSettings(
    await findExisting(readSourceDefinition(client, { sourceKind, sourceSheetId })),
    settings,
  );
}

/**
 * Returns the settings with the names that their columns have in the source sheet. Throws `source_not_found` without the
 * sheet, and `validation_failed`, at the rule or the part of the label, for a column that is not in it.
 */
export function nameSettings(
  sheet: { columns: readonly Pick<Column, 'id' | 'title'>[] } | null,
  { filters, labelTemplate, addressColumn }: ColumnSettings,
): ColumnSettings {
  const errors: Record<string, string> = {};
  const named = <T extends { columnId: string }>(columns: readonly T[], field: string) =>
    columns.map((column, index) => {
      const columnName = sheet?.columns.find(({ id }) => id === column.columnId)?.title;
      if (columnName === undefined) errors[`${field}.${index}.columnId`] = columnGone;
      return { ...column, columnName: columnName ?? '' };
    });
  const result = {
    filters: filters && { ...filters, rules: named(filters.rules, 'filters.rules') },
    labelTemplate: labelTemplate && {
      ...labelTemplate,
      columns: named(labelTemplate.columns, 'labelTemplate.columns'),
    },
    addressColumn: addressColumn && (named([addressColumn], 'addressColumn')[0] ?? null),
  };
  if (Object.keys(errors).length === 0) return result;
  if (!sheet) throw new AppError('source_not_found', { errors: { sourceSheetId: sheetGone } });
  throw new AppError('validation_failed', {
    message: 'A column that an option of this automation needs is not in the source.',
    errors,
  });
}

/** Returns the version that a worker has to know to fill this target. */
export function toTargetVersion(seen: Pick<SeenSheets, 'target'>, choice: WhichTarget): number {
  return fillsContacts(seen, choice) ? contactsVersion : 1;
}

/** Returns whether the target holds contacts. */
export function fillsContacts(
  { target }: Pick<SeenSheets, 'target'>,
  { targetColumnId }: WhichTarget,
): boolean {
  const column = target?.columns.find(({ id }) => id === targetColumnId);
  return column !== undefined && toIdentity(column) === 'address';
}

type WhichTarget = Pick<ColumnChoice, 'targetColumnId'>;

/** What is needed of a sheet. */
type SeenSheet = Pick<Sheet, 'name' | 'permalink' | 'accessLevel' | 'columns'>;

/**
 * Returns the same as `lookUpColumns` from sheets that were read; null is a sheet that is gone. Throws as
 * `lookUpColumns` does.
 */
export function nameColumns(
  { source, target }: { source: SeenSheet | null; target: SeenSheet | null },
  choice: ColumnChoice & { sourceKind?: SourceKind; keptTarget?: TargetNames | null },
) {
  return { ...getChoice(choice), ...getSourceNames(source, choice), ...getTargetNames(target, choice) };
}

const sheetGone = smartsheetErrorTexts[1006];
const columnGone = 'This column is no longer in the sheet';
const columnGoneFromReport = 'This column is no longer in the report';

/** Returns null for a sheet that is gone or not shared with the user. */
export function findExisting<S>(sheet: Promise<S>): Promise<S | null> {
  return sheet.catch((error: unknown) => {
    if (error instanceof SmartsheetError && error.reason === 'not_found') return null;
    throw error;
  });
}

/** Returns the names of a source, as its sheet has them. Throws `source_not_found`. */
export function getSourceNames(
  sheet: SeenSheet | null,
  { sourceColumnId, sourceKind }: Pick<ColumnChoice, 'sourceColumnId'> & { sourceKind?: SourceKind },
) {
  const column = sheet?.columns.find(({ id }) => id === sourceColumnId);
  if (sheet && column) {
    const { name: sourceSheetName, permalink: sourceSheetPermalink } = sheet;
    return { sourceSheetName, sourceSheetPermalink, sourceColumnName: column.title };
  }
  if (sourceKind === 'report') {
    const message = sheet ? columnGoneFromReport : failureSentence('report_gone');
    const errors = sheet ? { sourceColumnId: message } : { sourceSheetId: message };
    throw new AppError('source_not_found', { message, errors });
  }
  const errors = sheet ? { sourceColumnId: columnGone } : { sourceSheetId: sheetGone };
  throw new AppError('source_not_found', { errors });
}

/** What an automation remembers of its target. */
type TargetNames = { sheetName: string; sheetPermalink: string | null; targetColumnName: string };

function getTargetNames(
  sheet: SeenSheet | null,
  { targetColumnId, keptTarget = null }: ColumnChoice & { keptTarget?: TargetNames | null },
): TargetNames {
  const column = sheet?.columns.find(({ id }) => id === targetColumnId);
  if (!column && keptTarget) return keptTarget;
  if (!sheet)
    throw new AppError('target_not_writable', { errors: { sheetId: sheetGone }, message: sheetGone });
  if (!column) throw toNotWritableError(columnGone);
  const refusal = targetRefusal({ ...column, accessLevel: sheet.accessLevel });
  if (refusal && !keptTarget) throw toNotWritableError(targetRefusals[refusal]);
  return { sheetName: sheet.name, sheetPermalink: sheet.permalink, targetColumnName: column.title };
}

function toNotWritableError(reason: string): AppError {
  return new AppError('target_not_writable', {
    errors: { targetColumnId: reason },
    message: `${reason}. Please choose another target column.`,
  });
}
