import type { ContentFaults } from '../../faults/faults.ts';
import { getAccess } from '../access.ts';
import type { QueryParams } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { Sheet } from '../model.ts';
import { cellViews } from '../sheets/cell.view.ts';
import { columnView } from '../sheets/column.view.ts';
import { type Level, requiredLevel } from '../sheets/level.ts';
import { getPage, getRowPage } from '../sheets/paging.ts';
import { permalink, reportPermalink } from '../sheets/permalink.ts';
import { accessLevelFor, type ReadRequest, rowViewOptions } from '../sheets/read-request.ts';
import { rowView } from '../sheets/row.view.ts';
import { corruptRows } from '../sheets/sheet.view.ts';
import { timeFormat } from '../sheets/time-format.ts';
import { findSheetColumn } from './find-sheet-column.ts';
import type { Report, ReportColumn } from './report.model.ts';
import { findReportRows, findSourceSheets, type ReportRow } from './report.rows.ts';

/** The most rows of one answer, whatever page size is asked for. */
const mostRows = 10_000;

/**
 * Returns the level of a read. Reports count differently from sheets: 1 adds multi-contact cells, and only 3 multi-select
 * cells.
 */
export function parseReportLevel(query: QueryParams): Level {
  const value = query.integer('level') ?? 0;
  if (value > 3) throw apiError(1018, value, 'level');
  return value === 3 ? 2 : value === 0 ? 0 : 1;
}

/** Returns "List Reports": the reports that the account owns or that are shared with it. */
export function listReports({ account, query, deps }: ReadRequest, reports: readonly Report[]) {
  const since = query.time('modifiedSince') ?? 0;
  const visible = reports.filter(
    (report) => getAccess(report, account.id) !== null && report.modifiedAt >= since,
  );
  const page = getPage(visible, query);
  return { ...page, data: page.data.map((report) => reportReference(report, { account, query, deps })) };
}

export function reportReference(report: Report, { account, query, deps }: ReadRequest) {
  return {
    id: report.id,
    name: report.name,
    accessLevel: accessLevelFor(report, { account, query }),
    permalink: reportPermalink(report, deps.config),
    isSummaryReport: report.isSummaryReport === true,
  };
}

/** Returns the response of "Get Report": a page of 100 rows, or of as many as are asked for up to 10,000. */
export function reportView(report: Report, reader: ReadRequest, contentFaults: ContentFaults): object {
  const { query, account, deps } = reader;
  const formatTime = timeFormat(query.flag('numericDates'));
  const include = query.list('include');
  const level = parseReportLevel(query);
  const all = findReportRows(report, deps.state, account);
  const page = query.positive('page') ?? 1;
  const pageSize = Math.min(query.positive('pageSize') ?? 100, mostRows);
  const paged = { ...query, positive: (name: string) => ({ page, pageSize })[name] };
  const rows = getRowPage(all, { query: paged, maxRows: contentFaults.rowsPerAnswer });
  const view = {
    ...reportReference(report, reader),
    totalRowCount: all.length,
    effectiveAttachmentOptions: ['GOOGLE_DRIVE', 'LINK', 'FILE'],
    ganttEnabled: false,
    cellImageUploadEnabled: true,
    createdAt: formatTime(report.createdAt),
    modifiedAt: formatTime(report.modifiedAt),
    columns: report.columns.map((column, index) => reportColumnView(column, { index, level })),
    rows: createRowViews(report, { reader, level })(rows),
    scope: include.has('scope') ? scopeView(report, reader) : undefined,
    sourceSheets: include.has('sourceSheets')
      ? findSourceSheets(report, deps.state, account).map((sheet) =>
          sourceSheetView(sheet, { reader, level }),
        )
      : undefined,
  };
  return corruptRows(view, contentFaults.rows);
}

/** Returns a column of a report, which has no options and, below its level, is shown as text. */
export function reportColumnView(column: ReportColumn, { index, level }: { index: number; level: Level }) {
  const { type, hidden, ...same } = column;
  const version = requiredLevel(type);
  return {
    ...same,
    version,
    index,
    type: level < version ? 'TEXT_NUMBER' : type,
    validation: false,
    hidden: hidden || undefined,
  };
}

/** Returns a function that shows rows: each cell names the column of the report and that of its sheet. */
function createRowViews(report: Report, { reader, level }: { reader: ReadRequest; level: Level }) {
  const bySheet = new Map<Sheet, ReturnType<typeof rowViewOptions>>();
  const optionsOf = (sheet: Sheet) => {
    const known = bySheet.get(sheet) ?? rowViewOptions(sheet, reader, level);
    bySheet.set(sheet, known);
    return known;
  };
  const withObjectValue = reader.query.list('include').has('objectValue');
  const toCell = ({ sheet, row }: ReportRow, column: ReportColumn): object => {
    const virtualColumnId = column.virtualId;
    if (column.sheetNameColumn) {
      const { name } = sheet;
      return {
        virtualColumnId,
        value: name,
        objectValue: withObjectValue ? name : undefined,
        displayValue: name,
      };
    }
    const shown = findSheetColumn(sheet, column);
    if (!shown) return { virtualColumnId };
    const [cell = {}] = cellViews(row, { ...optionsOf(sheet), columns: [shown] });
    return { virtualColumnId, ...cell };
  };
  return (rows: readonly ReportRow[]) =>
    rows.map((one) => ({
      ...rowView(one, { ...optionsOf(one.sheet), columns: [] }),
      sheetId: one.sheet.id,
      accessLevel: accessLevelFor(one.sheet, reader),
      cells: report.columns.map((column) => toCell(one, column)),
    }));
}

/** The sheets and workspaces of the scope that the reader has access to, by their ids alone. */
function scopeView({ scope }: Report, { account, deps: { state } }: ReadRequest) {
  const sheets = scope.sheetIds.filter((id) => {
    const sheet = state.sheets.get(id);
    return sheet && getAccess(sheet, account.id) !== null;
  });
  const workspaces = scope.workspaceIds.filter((id) => {
    const workspace = state.workspaces.get(id);
    return workspace && getAccess(workspace, account.id) !== null;
  });
  return { sheets: sheets.map((id) => ({ id })), workspaces: workspaces.map((id) => ({ id })) };
}

function sourceSheetView(sheet: Sheet, { reader, level }: { reader: ReadRequest; level: Level }) {
  const { account, query, deps } = reader;
  const formatTime = timeFormat(query.flag('numericDates'));
  const view = { sheet, accountId: account.id, level, withFormat: false };
  return {
    id: sheet.id,
    name: sheet.name,
    accessLevel: accessLevelFor(sheet, { account, query }),
    permalink: permalink(sheet, deps.config),
    version: sheet.version,
    createdAt: formatTime(sheet.createdAt),
    modifiedAt: formatTime(sheet.modifiedAt),
    columns: sheet.columns.map((column) => columnView(column, view)),
  };
}
