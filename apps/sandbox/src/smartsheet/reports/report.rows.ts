import type { State } from '../../state/state.ts';
import { getAccess } from '../access.ts';
import type { Account, Sheet } from '../model.ts';
import { type NumberedRow, withRowNumbers } from '../sheets/row.view.ts';
import { createReportFilter } from './report.filter.ts';
import type { Report } from './report.model.ts';

/** A row of a report, with the sheet that it lies in. Its number counts in the report. */
export type ReportRow = NumberedRow & { sheet: Sheet };

/** Returns the sheets of a report that an account has access to, each once, in the order of its scope. */
export function findSourceSheets({ scope }: Report, state: State, account: Account): Sheet[] {
  const workspaces = new Set(scope.workspaceIds);
  const own = scope.sheetIds.flatMap((id) => state.sheets.get(id) ?? []);
  const placed = [...state.sheets.values()].filter(({ place }) => place && workspaces.has(place.workspaceId));
  return [...new Set([...own, ...placed])].filter((sheet) => getAccess(sheet, account.id) !== null);
}

/** Returns the rows that an account sees in a report: those of the sheets it has access to that pass the filters. */
export function findReportRows(report: Report, state: State, account: Account): ReportRow[] {
  if (report.isSummaryReport) return [];
  const rows: ReportRow[] = [];
  for (const sheet of findSourceSheets(report, state, account)) {
    const passes = createReportFilter(report.filters, { sheet, account });
    for (const { row, siblingId } of withRowNumbers(sheet.rows)) {
      if (passes(row)) rows.push({ sheet, row, siblingId, rowNumber: rows.length + 1 });
    }
  }
  return rows;
}
