import type { Column, Sheet } from '../model.ts';
import type { ReportColumnIdentifier } from './report.model.ts';

/** Returns the column of a sheet that a column of a report shows. */
export function findSheetColumn(sheet: Sheet, wanted: ReportColumnIdentifier): Column | undefined {
  if (wanted.sheetNameColumn) return undefined;
  return sheet.columns.find((column) => isShownBy(column, wanted));
}

function isShownBy(
  column: Column,
  { primary, systemColumnType, title, type }: ReportColumnIdentifier,
): boolean {
  if (primary) return column.primary;
  if (systemColumnType) return column.systemColumnType === systemColumnType;
  const isSameType = type === undefined || column.type === type;
  return !column.primary && isSameType && column.title.toLowerCase() === title?.toLowerCase();
}
