import type { SandboxDeps } from '../../deps.ts';
import type { ContentFaults, Faults } from '../../faults/faults.ts';
import { hasAccess, visibleSheets } from '../access.ts';
import type { QueryParams } from '../api/query-params.ts';
import type { Sheet } from '../model.ts';
import { columnView } from './column.view.ts';
import { getPage, getRowPage, pageByToken } from './paging.ts';
import { permalink } from './permalink.ts';
import { accessLevelFor, ownerInfo, type ReadRequest, rowViewOptions } from './read-request.ts';
import { type NumberedRow, rowView, withRowNumbers } from './row.view.ts';
import { timeFormat } from './time-format.ts';

/** Returns the response of "Get Sheet", or only the version when `ifVersionAfter` equals it. */
export function sheetView(sheet: Sheet, reader: ReadRequest, contentFaults: ContentFaults): object {
  const { query, deps } = reader;
  if (query.integer('ifVersionAfter') === sheet.version) return { version: sheet.version };
  const viewOptions = rowViewOptions(sheet, reader);
  const { formatTime, columns } = viewOptions;
  const rows = getRowPage(selectRows(sheet, query), { query, maxRows: contentFaults.rowsPerAnswer });
  const view = {
    id: sheet.id,
    name: sheet.name,
    version: sheet.version,
    totalRowCount: sheet.rows.length,
    accessLevel: accessLevelFor(sheet, reader),
    effectiveAttachmentOptions: ['GOOGLE_DRIVE', 'LINK', 'FILE'],
    ganttEnabled: sheet.isProject === true,
    dependenciesEnabled: sheet.isProject === true,
    resourceManagementEnabled: false,
    resourceManagementType: 'NONE',
    cellImageUploadEnabled: true,
    userSettings: { criticalPathEnabled: false, displaySummaryTasks: true },
    userPermissions: { summaryPermissions: summaryPermissions(sheet, reader) },
    hasSummaryFields: false,
    isMultiPicklistEnabled: true,
    permalink: permalink(sheet, deps.config),
    createdAt: formatTime(sheet.createdAt),
    modifiedAt: formatTime(sheet.modifiedAt),
    ...ownerInfo(sheet, reader),
    workspace: workspaceView(sheet, deps),
    source: query.list('include').has('source') ? sheet.source : undefined,
    readOnly: sheet.isReadOnly || undefined,
    projectSettings: sheet.isProject ? projectSettings : undefined,
    columns: columns.map((column) => columnView(column, viewOptions)),
    rows: rows.map((row) => rowView(row, viewOptions)),
  };
  return corruptRows(view, contentFaults.rows);
}

function workspaceView({ place }: Sheet, { state }: SandboxDeps) {
  const workspace = place && state.workspaces.get(place.workspaceId);
  return workspace && { id: workspace.id, name: workspace.name };
}

function summaryPermissions(sheet: Sheet, { account }: ReadRequest) {
  if (hasAccess(sheet, account.id, 'ADMIN')) return 'ADMIN';
  return hasAccess(sheet, account.id, 'EDITOR') ? 'READ_WRITE' : 'READ_ONLY';
}

const projectSettings = {
  workingDays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  nonWorkingDays: [],
  lengthOfDay: 8,
};

/** Returns the rows the query selects by id, number or time of modification. Unknown ids and numbers are ignored. */
function selectRows(sheet: Sheet, query: QueryParams): NumberedRow[] {
  const rowIds = query.integers('rowIds');
  const rowNumbers = query.integers('rowNumbers');
  const since = query.time('rowsModifiedSince');
  const numbered = withRowNumbers(sheet.rows);
  if (!rowIds && !rowNumbers && since === undefined) return numbered;
  const ids = new Set(rowIds);
  const numbers = new Set(rowNumbers);
  return numbered.filter(
    ({ row, rowNumber }) =>
      (!(rowIds || rowNumbers) || ids.has(row.id) || numbers.has(rowNumber)) &&
      (since === undefined || row.modifiedAt >= since),
  );
}

/** Returns the response of "Create Sheet". */
export function createdSheetView(sheet: Sheet, { config }: SandboxDeps) {
  return {
    id: sheet.id,
    name: sheet.name,
    accessLevel: 'OWNER',
    permalink: permalink(sheet, config),
    columns: sheet.columns.map((column) =>
      columnView(column, { sheet, accountId: sheet.ownerId, level: 2, withFormat: true }),
    ),
  };
}

/** Returns "List Sheets": the sheets that the account owns or has access to. */
export function listSheets({ account, query, deps }: ReadRequest, { sheetList }: ContentFaults) {
  const formatTime = timeFormat(query.flag('numericDates'));
  const include = query.list('include');
  const since = query.time('modifiedSince') ?? 0;
  const sheets = visibleSheets(deps.state, account).filter(({ modifiedAt }) => modifiedAt >= since);
  const page = pageFor(sheets, query, sheetList);
  // The lists that Smartsheet has moved to tokens have lost their versions.
  const hasVersions = include.has('sheetVersion') && sheetList !== 'tokens';
  return {
    ...page,
    data: page.data.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      accessLevel: accessLevelFor(sheet, { account, query }),
      permalink: permalink(sheet, deps.config),
      createdAt: formatTime(sheet.createdAt),
      modifiedAt: formatTime(sheet.modifiedAt),
      ...ownerInfo(sheet, { query, deps }),
      version: hasVersions ? sheet.version : undefined,
      source: include.has('source') ? sheet.source : undefined,
    })),
  };
}

function pageFor(sheets: Sheet[], query: QueryParams, sheetList: ContentFaults['sheetList']) {
  if (sheetList === 'tokens') return pageByToken(sheets, query);
  return getPage(sheets, query, ({ whole: 'none', pages: 'pages', cut: 'first' } as const)[sheetList]);
}

const keptShare = 0.6;
const unknownObject = { objectType: 'HOLOGRAM', layers: ['front', 'back'] };

type Row = { cells: object[] };

/** Returns the response of "Get Sheet" or "Get Report" with its rows left out, repeated or changed as the fault `kind` says. */
export function corruptRows<View extends object>(view: View, kind: Faults['rows']): object {
  if (kind === 'whole' || !('rows' in view)) return view;
  const { rows, ...rest } = view as View & { rows: Row[] };
  if (kind === 'missing') return rest;
  return { ...rest, rows: changeRows(rows, kind) };
}

function changeRows(rows: Row[], kind: Exclude<Faults['rows'], 'whole' | 'missing'>): Row[] {
  const [first] = rows;
  if (!first) return rows;
  if (kind === 'fewer') return rows.slice(0, Math.floor(rows.length * keptShare));
  if (kind === 'repeated') return [...rows.slice(0, -1), first, ...(rows.length === 1 ? [first] : [])];
  return rows.map(({ cells, ...row }) => ({ ...row, cells: cells.map(withUnknownValue) }));
}

function withUnknownValue(cell: object): object {
  return 'columnId' in cell
    ? { columnId: cell.columnId, value: unknownObject, objectValue: unknownObject }
    : cell;
}
