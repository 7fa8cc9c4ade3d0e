import { AppError, smartsheetErrorTexts, targetRefusal, targetRefusals } from '@picksync/contracts';
import { type Sheet, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { readSheetDefinition } from '../sheets/read-sheet-definition.ts';
import { type ColumnChoice, type ColumnNames, choiceOf } from './column-choice.ts';

/** An automation's source and target, with their names. */
export type NamedColumns = ColumnChoice & ColumnNames;

/**
 * Reads both columns at Smartsheet and returns them with the names they have there. Throws
 * `source_not_found`, or `target_not_writable` with the reason.
 */
export async function lookUpColumns(client: SmartsheetClient, choice: ColumnChoice): Promise<NamedColumns> {
  const sameSheet = choice.sheetId === choice.sourceSheetId;
  const [target, source] = await Promise.all([
    existing(readSheetDefinition(client, choice.sheetId)),
    sameSheet ? null : existing(readSheetDefinition(client, choice.sourceSheetId)),
  ]);
  return nameColumns({ source: sameSheet ? target : source, target }, choice);
}

/** What is asked of a sheet. */
type SeenSheet = Pick<Sheet, 'name' | 'accessLevel' | 'columns'>;

/** Returns the same from sheets that were read; null is one that is gone. Throws as `lookUpColumns` does. */
export function nameColumns(
  { source, target }: { source: SeenSheet | null; target: SeenSheet | null },
  choice: ColumnChoice,
): NamedColumns {
  return { ...choiceOf(choice), ...sourceNames(source, choice), ...targetNames(target, choice) };
}

const sheetGone = smartsheetErrorTexts[1006];
const columnGone = 'This column is no longer in the sheet';

/** Returns null for a sheet that is gone or not shared with the user. */
function existing(sheet: Promise<Sheet>): Promise<Sheet | null> {
  return sheet.catch((error: unknown) => {
    if (error instanceof SmartsheetError && error.reason === 'not_found') return null;
    throw error;
  });
}

function sourceNames(sheet: SeenSheet | null, { sourceColumnId }: ColumnChoice) {
  const column = sheet?.columns.find(({ id }) => id === sourceColumnId);
  if (sheet && column) return { sourceSheetName: sheet.name, sourceColumnName: column.title };
  const errors = sheet ? { sourceColumnId: columnGone } : { sourceSheetId: sheetGone };
  throw new AppError('source_not_found', { errors });
}

function targetNames(sheet: SeenSheet | null, { targetColumnId }: ColumnChoice) {
  if (!sheet)
    throw new AppError('target_not_writable', { errors: { sheetId: sheetGone }, message: sheetGone });
  const column = sheet.columns.find(({ id }) => id === targetColumnId);
  if (!column) throw notWritable(columnGone);
  const refusal = targetRefusal({ ...column, accessLevel: sheet.accessLevel });
  if (refusal) throw notWritable(targetRefusals[refusal]);
  return { sheetName: sheet.name, targetColumnName: column.title };
}

function notWritable(reason: string): AppError {
  return new AppError('target_not_writable', {
    errors: { targetColumnId: reason },
    message: `${reason}. Please choose another target column.`,
  });
}
