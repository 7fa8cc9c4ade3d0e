import {
  type AccessLevel,
  type CallOptions,
  type Column,
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
  /** A source column is computed or linked: its values can change without the version moving. */
  volatile: boolean;
};

type ReadInput = SheetNeeds & {
  client: SmartsheetClient;
  /** For long sheets give a long `timeoutMs`. */
  call?: CallOptions;
};

/**
 * Reads a sheet in one call: all rows where cells are needed, or a single row where only definitions are (only "Get
 * Sheet" is sure to tell a dropdown's options, and it has no page of no rows). One call more when a wanted column is
 * gone and Smartsheet refuses the whole request for it. Throws SmartsheetError, also `incomplete` when rows are missing
 * or a cell that is needed cannot be understood.
 */
export async function readSheet(input: ReadInput): Promise<SheetRead> {
  try {
    return sheetRead({ input, sheet: await getSheet(input) });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.reason !== 'column_gone') throw error;
    const existing = await withoutGoneColumns(input);
    return sheetRead({ input: existing, sheet: await getSheet(existing) });
  }
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
  };
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

/** A sheet as its definition says; `gone` and `no_right` where Smartsheet does not show it. */
export type SheetDefinition = { accessLevel: AccessLevel; columns: readonly Column[] } | 'gone' | 'no_right';

/**
 * Reads the definitions of sheets, with all their columns and a single row, each once and one after another. Throws what is not
 * about a sheet: an error that passes by itself, a refused connection.
 */
export async function lookAtDefinitions(input: {
  client: SmartsheetClient;
  sheetIds: Iterable<string>;
  call?: CallOptions;
}): Promise<Map<string, SheetDefinition>> {
  const { client, sheetIds, call = {} } = input;
  const seen = new Map<string, SheetDefinition>();
  for (const sheetId of new Set(sheetIds)) seen.set(sheetId, await lookAt(client, sheetId, call));
  return seen;
}

async function lookAt(
  client: SmartsheetClient,
  sheetId: string,
  call: CallOptions,
): Promise<SheetDefinition> {
  try {
    return await client.sheets.get({ ...call, sheetId, include: [], page: 1, pageSize: 1 });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return error.reason === 'not_found' ? 'gone' : 'no_right';
  }
}
