import type { Parts } from '../../parts.ts';
import { accessOf, mayAtLeast } from '../access.ts';
import type { Query } from '../api/query.ts';
import { refuse } from '../errors.ts';
import type { AccessLevel, Account, Column, Sheet } from '../model.ts';
import { columnView } from './column.view.ts';
import { readLevel } from './level.ts';
import { pageOfRows } from './paging.ts';
import { permalink } from './permalink.ts';
import { type PlacedRow, placeRows, type RowViewing, rowView } from './row.view.ts';
import { type Spoilt, spoiltRows } from './spoilt-rows.ts';
import { stampOf } from './stamp.ts';

/** COMMENTER is only spoken of to callers who say that they know it. */
export function shownAccess(
  sheet: Sheet,
  { account, query }: { account: Account; query: Query },
): AccessLevel {
  const access = accessOf(sheet, account.id) ?? 'VIEWER';
  return access === 'COMMENTER' && query.whole('accessApiLevel') !== 1 ? 'VIEWER' : access;
}

/** Who reads, and how they want it. */
export type Reader = { account: Account; query: Query; parts: Pick<Parts, 'config' | 'state'> };

/** How a request wants rows and cells to be shown. */
export function rowViewing(sheet: Sheet, { account, query, parts }: Reader): RowViewing {
  const include = query.words('include');
  return {
    sheet,
    accountId: account.id,
    accounts: parts.state.accounts,
    config: parts.config,
    level: readLevel(query.whole('level')),
    stamp: stampOf(query.flag('numericDates')),
    columns: wantedColumns(sheet, query),
    withObjectValue: include.has('objectValue'),
    withColumnType: include.has('columnType'),
    withFormat: include.has('format'),
    withWriter: include.has('writerInfo'),
    withPermalink: include.has('rowPermalink'),
    withEmpty: !query.words('exclude').has('nonexistentCells'),
  };
}

/** The columns that are asked for. One that is not in the sheet spoils the whole request, as in a write of rows. */
function wantedColumns({ columns }: Sheet, query: Query): Column[] {
  const wanted = query.numbers('columnIds');
  if (!wanted) return columns;
  const stranger = wanted.find((id) => !columns.some((column) => column.id === id));
  if (stranger !== undefined) throw refuse(1036, stranger);
  return columns.filter(({ id }) => wanted.includes(id));
}

/** A sheet as "Get Sheet" answers it; only its version when that is all the caller lacks. */
export function sheetView(sheet: Sheet, { spoilt, ...reader }: Reader & { spoilt: Spoilt }): object {
  const { query, parts } = reader;
  if (query.whole('ifVersionAfter') === sheet.version) return { version: sheet.version };
  const viewing = rowViewing(sheet, reader);
  const { stamp, columns } = viewing;
  const rows = pageOfRows(wantedRows(sheet, query), { query, mostRows: spoilt.rowsPerAnswer });
  const view = {
    id: sheet.id,
    name: sheet.name,
    version: sheet.version,
    totalRowCount: sheet.rows.length,
    accessLevel: shownAccess(sheet, reader),
    effectiveAttachmentOptions: ['GOOGLE_DRIVE', 'LINK', 'FILE'],
    ganttEnabled: false,
    dependenciesEnabled: false,
    resourceManagementEnabled: false,
    resourceManagementType: 'NONE',
    cellImageUploadEnabled: true,
    userSettings: { criticalPathEnabled: false, displaySummaryTasks: true },
    userPermissions: { summaryPermissions: summaryPermissions(sheet, reader) },
    hasSummaryFields: false,
    isMultiPicklistEnabled: true,
    permalink: permalink(sheet, parts.config),
    createdAt: stamp(sheet.createdAt),
    modifiedAt: stamp(sheet.modifiedAt),
    ...ownerInfo(sheet, reader),
    columns: columns.map((column) => columnView(column, viewing)),
    rows: rows.map((row) => rowView(row, viewing)),
  };
  return spoiltRows(view, spoilt.rows);
}

function summaryPermissions(sheet: Sheet, { account }: Reader) {
  if (mayAtLeast(sheet, account.id, 'ADMIN')) return 'ADMIN';
  return mayAtLeast(sheet, account.id, 'EDITOR') ? 'READ_WRITE' : 'READ_ONLY';
}

function ownerInfo(sheet: Sheet, { query, parts }: Reader) {
  if (!query.words('include').has('ownerInfo')) return {};
  return { owner: parts.state.accounts.get(sheet.ownerId)?.email, ownerId: sheet.ownerId };
}

/** Rows by id, number or time of change. Numbers that name no row are ignored; deleted rows are reported nowhere. */
function wantedRows(sheet: Sheet, query: Query): PlacedRow[] {
  const rowIds = query.numbers('rowIds');
  const rowNumbers = query.numbers('rowNumbers');
  const since = query.time('rowsModifiedSince');
  const placed = placeRows(sheet.rows);
  if (!rowIds && !rowNumbers && since === undefined) return placed;
  const ids = new Set(rowIds);
  const numbers = new Set(rowNumbers);
  return placed.filter(
    ({ row, rowNumber }) =>
      (!(rowIds || rowNumbers) || ids.has(row.id) || numbers.has(rowNumber)) &&
      (since === undefined || row.modifiedAt >= since),
  );
}
