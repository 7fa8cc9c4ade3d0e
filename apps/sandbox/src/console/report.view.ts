import type { Account, Cell, Column, Id, Row } from '../smartsheet/model.ts';
import { findSheetColumn } from '../smartsheet/reports/find-sheet-column.ts';
import type { Report } from '../smartsheet/reports/report.model.ts';
import { findReportRows, findSourceSheets } from '../smartsheet/reports/report.rows.ts';
import { formatDisplayValue } from '../smartsheet/sheets/display-value.ts';
import type { State } from '../state/state.ts';

/** Rows that the page shows of a report. */
const shownRows = 100;

/** Returns a report as the list shows it: without its rows, which a long sheet would have to make first. */
export function toReportSummary(report: Report, { accounts }: State) {
  const findEmail = (id: Id) => accounts.get(id)?.email ?? '';
  return {
    id: String(report.id),
    name: report.name,
    owner: findEmail(report.ownerId),
    shares: Object.entries(report.shares).map(([id, access]) => ({ email: findEmail(Number(id)), access })),
    isSummary: report.isSummaryReport === true,
    sheetIds: report.scope.sheetIds.map(String),
    workspaceIds: report.scope.workspaceIds.map(String),
  };
}

/** Returns a report with its first rows, as an account reads it. */
export function toReportView(report: Report, state: State, reader: Account) {
  const rows = findReportRows(report, state, reader);
  const [criterion] = report.filters?.criteria ?? [];
  return {
    ...toReportSummary(report, state),
    reader: reader.email,
    sourceSheets: findSourceSheets(report, state, reader).map(({ id, name }) => ({ id: String(id), name })),
    columns: report.columns.map(({ virtualId, title, type, primary, sheetNameColumn }) => ({
      id: String(virtualId),
      title,
      type,
      primary: primary === true,
      sheetNameColumn: sheetNameColumn === true,
    })),
    condition: criterion
      ? {
          column: criterion.column,
          operator: criterion.operator,
          value: String(criterion.values[0] ?? ''),
        }
      : null,
    rowCount: rows.length,
    rows: rows.slice(0, shownRows).map(({ sheet, row, rowNumber }) => ({
      id: String(row.id),
      number: rowNumber,
      sheetId: String(sheet.id),
      texts: report.columns.map((column) =>
        column.sheetNameColumn ? sheet.name : toText(row, findSheetColumn(sheet, column)),
      ),
    })),
  };
}

function toText(row: Row, column: Column | undefined): string {
  const cell: Cell | undefined = column && row.cells[column.id];
  if (!cell || cell.value === null) return '';
  return formatDisplayValue(cell.value, cell.format ?? column?.format);
}
