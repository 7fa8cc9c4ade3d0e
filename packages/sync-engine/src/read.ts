import { maxReportRows } from '@picksync/contracts/sync';
import {
  type AccessLevel,
  type CallOptions,
  type Column,
  type Report,
  type Row,
  type Sheet,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { assertUnderstood } from './cell-texts.ts';
import { type ColumnUses, columnUses } from './column-uses.ts';
import type { SheetNeeds } from './sheet-needs.ts';

/** A read that is older than this is repeated before anything is written because of it. */
export const maxAgeMs = 5_000;

/** A sheet as its automations need it. `rows` and `uses` hold cell texts: never store or log them. */
export type SheetRead = {
  id: string;
  name: string;
  /** Where Smartsheet shows it, as it says. */
  permalink: string | null;
  version: number;
  accessLevel: AccessLevel;
  totalRowCount: number;
  /** By id; a column that is gone is not in it. */
  columns: ReadonlyMap<string, Column>;
  /** The cells of the source columns that were asked for and exist; null where none were asked for. */
  rows: readonly Row[] | null;
  /** By id of the dropdown columns whose cells were counted. */
  uses: ReadonlyMap<string, ColumnUses>;
  /** It is a report, or a source column is computed or linked: values can change without the version moving. */
  volatile: boolean;
  /** What is known of a report; null for a sheet. */
  report: ReportFacts | null;
};

type ReportFacts = {
  /** How many sheets it reads that the user has access to; null where Smartsheet does not say. */
  sheetCount: number | null;
  /** The columns of sheets whose cells it shows, by the column of the report. */
  origins: Report['origins'];
};

type ReadInput = SheetNeeds & {
  client: SmartsheetClient;
  /** For long sheets give a long `timeoutMs`. */
  call?: CallOptions;
};

/**
 * Reads a sheet in one call: all rows where cells are needed, or a single row where only definitions are (only "Get
 * Sheet" is sure to tell a dropdown's options, and it has no page of no rows). One call more when a wanted column is
 * gone and Smartsheet refuses the whole request for it. A report is read whole. Throws SmartsheetError, also `incomplete` when
 * rows are missing or a cell that is needed cannot be understood.
 */
export async function readSheet(input: ReadInput): Promise<SheetRead> {
  if (input.isReport) return readReport(input);
  try {
    return sheetRead({ input, sheet: await getSheet(input) });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.reason !== 'column_gone') throw error;
    const existing = await withoutGoneColumns(input);
    return sheetRead({ input: existing, sheet: await getSheet(existing) });
  }
}

/**
 * Reads every row of a report that the user may see, one call for up to 10,000 of them. Throws SmartsheetError, also
 * `too_many_rows`, and `incomplete` when rows are missing or a cell that is needed cannot be understood.
 */
async function readReport({ client, sheetId, sourceColumnIds, call }: ReadInput): Promise<SheetRead> {
  const report = await client.reports.getWhole({ ...call, reportId: sheetId, maxRows: maxReportRows });
  const needed = new Set(sourceColumnIds);
  // Smartsheet sends the cells of all columns.
  const rows = report.rows.map((row) => ({
    ...row,
    cells: row.cells.filter(({ columnId }) => needed.has(columnId)),
  }));
  for (const cell of rows.flatMap(({ cells }) => cells)) assertUnderstood(cell);
  return {
    id: report.id,
    name: report.name,
    permalink: report.permalink,
    // A report has none. It is read with each check.
    version: 0,
    accessLevel: report.accessLevel,
    totalRowCount: report.totalRowCount,
    columns: new Map(report.columns.map((column) => [column.id, column])),
    rows,
    uses: new Map(),
    volatile: true,
    report: { sheetCount: report.sourceSheets?.length ?? null, origins: report.origins },
  };
}

function getSheet(input: ReadInput): Promise<Sheet> {
  const { client, sheetId, sourceColumnIds, targetColumnIds, usedColumnIds, call = {} } = input;
  const columnIds = [...new Set([...sourceColumnIds, ...targetColumnIds, ...usedColumnIds])];
  const query = { ...call, sheetId, columnIds, level: 2, include: ['objectValue'] } as const;
  const needsCells = sourceColumnIds.length + usedColumnIds.length > 0;
  if (!needsCells) return client.sheets.get({ ...query, page: 1, pageSize: 1 });
  return client.sheets.getWhole({ ...query, exclude: ['nonexistentCells'] });
}

async function withoutGoneColumns(input: ReadInput): Promise<ReadInput> {
  const columns = await input.client.columns.list({ ...input.call, sheetId: input.sheetId });
  const ids = new Set(columns.map(({ id }) => id));
  return {
    ...input,
    sourceColumnIds: input.sourceColumnIds.filter((id) => ids.has(id)),
    targetColumnIds: input.targetColumnIds.filter((id) => ids.has(id)),
    usedColumnIds: input.usedColumnIds.filter((id) => ids.has(id)),
  };
}

function sheetRead({ input, sheet }: { input: SheetNeeds; sheet: Sheet }): SheetRead {
  const { rows } = sheet;
  const columns = new Map(sheet.columns.map((column) => [column.id, column]));
  for (const id of input.targetColumnIds) assertListUnderstood(columns.get(id));
  const sources = new Set(input.sourceColumnIds.filter((id) => columns.has(id)));
  const counted = [...new Set(input.usedColumnIds)].filter((id) => columns.has(id));
  const uses = new Map(
    counted.map((id) => [id, columnUses({ rows, column: columns.get(id) ?? { id, type: 'UNKNOWN' } })]),
  );
  return {
    id: sheet.id,
    name: sheet.name,
    permalink: sheet.permalink,
    version: sheet.version,
    accessLevel: sheet.accessLevel,
    totalRowCount: sheet.totalRowCount,
    columns,
    rows: input.sourceColumnIds.length > 0 ? rows : null,
    uses,
    volatile: isVolatile({ rows, sources, columns }),
    report: null,
  };
}

/** Throws `incomplete` for a list with an option of unknown shape: writing the others would delete it. */
function assertListUnderstood(column: Column | undefined): void {
  if (!column?.lacksOptions) return;
  const detail = 'an option of unknown shape';
  throw new SmartsheetError({ class: 'retry', reason: 'incomplete', operation: 'sheets.get', detail });
}

/** Returns whether a source column is computed or linked. Throws `incomplete` for a cell of unknown shape in one. */
function isVolatile(input: {
  rows: readonly Row[];
  sources: ReadonlySet<string>;
  columns: ReadonlyMap<string, Column>;
}): boolean {
  const { rows, sources, columns } = input;
  let volatile = [...sources].some((id) => columns.get(id)?.hasColumnFormula);
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (!sources.has(cell.columnId)) continue;
      assertUnderstood(cell);
      volatile ||= cell.hasFormula || cell.isLinked;
    }
  }
  return volatile;
}

/** A sheet or report as its definition says; `gone` and `no_right` where Smartsheet does not show it. */
export type SheetDefinition = { accessLevel: AccessLevel; columns: readonly Column[] } | 'gone' | 'no_right';

/**
 * Reads the definitions of sheets, with all their columns and a single row, each once and one after another. Throws what is not
 * about a sheet: an error that passes by itself, a refused connection.
 */
export async function lookAtDefinitions(input: {
  client: SmartsheetClient;
  sheetIds: Iterable<string>;
  /** Those of them that are reports. */
  reportIds?: ReadonlySet<string>;
  call?: CallOptions;
}): Promise<Map<string, SheetDefinition>> {
  const { client, sheetIds, reportIds, call = {} } = input;
  const seen = new Map<string, SheetDefinition>();
  for (const sheetId of new Set(sheetIds)) {
    const page = { ...call, page: 1, pageSize: 1 };
    const read = reportIds?.has(sheetId)
      ? client.reports.get({ ...page, reportId: sheetId })
      : client.sheets.get({ ...page, sheetId, include: [] });
    seen.set(sheetId, await read.catch(toMissing));
  }
  return seen;
}

function toMissing(error: unknown): SheetDefinition {
  if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
  return error.reason === 'not_found' ? 'gone' : 'no_right';
}
