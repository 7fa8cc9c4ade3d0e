import {
  type AccessLevel,
  type CallOptions,
  type Column,
  type Sheet,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { type ColumnValues, columnValues } from './values.ts';

/** What one read of a sheet has to bring, for all automations that use it. */
export type SheetNeeds = {
  sheetId: string;
  /** Columns whose values are needed. */
  sourceColumnIds: readonly string[];
  /** Columns of which only the definition is needed. */
  targetColumnIds: readonly string[];
};

/** A sheet as an automation needs it. `values` holds cell texts: never store or log them. */
export type SheetRead = {
  id: string;
  name: string;
  version: number;
  accessLevel: AccessLevel;
  totalRowCount: number;
  /** By id; a column that is gone is not in it. */
  columns: ReadonlyMap<string, Column>;
  /** By id of the source columns that were asked for and exist. */
  values: ReadonlyMap<string, ColumnValues>;
  /** A source column is computed or linked: its values can change without the version moving. */
  volatile: boolean;
};

type ReadInput = SheetNeeds & {
  client: SmartsheetClient;
  /** For long sheets give a long `timeoutMs`. */
  call?: CallOptions;
};

/**
 * Reads a sheet in one call: all rows of the source columns, or a single row where only definitions are needed (only
 * "Get Sheet" is sure to tell a dropdown's options, and it has no page of no rows). One call more when a wanted column
 * is gone and Smartsheet refuses the whole request for it. Throws SmartsheetError, also `incomplete` when rows are
 * missing or a cell of a source column cannot be understood.
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

function getSheet({
  client,
  sheetId,
  sourceColumnIds,
  targetColumnIds,
  call = {},
}: ReadInput): Promise<Sheet> {
  const columnIds = [...new Set([...sourceColumnIds, ...targetColumnIds])];
  const query = { ...call, sheetId, columnIds, level: 2, include: ['objectValue'] } as const;
  if (sourceColumnIds.length === 0) return client.sheets.get({ ...query, page: 1, pageSize: 1 });
  return client.sheets.getWhole({ ...query, exclude: ['nonexistentCells'] });
}

async function withoutGoneColumns(input: ReadInput): Promise<ReadInput> {
  const columns = await input.client.columns.list({ ...input.call, sheetId: input.sheetId });
  const ids = new Set(columns.map(({ id }) => id));
  return {
    ...input,
    sourceColumnIds: input.sourceColumnIds.filter((id) => ids.has(id)),
    targetColumnIds: input.targetColumnIds.filter((id) => ids.has(id)),
  };
}

function sheetRead({ input, sheet }: { input: SheetNeeds; sheet: Sheet }): SheetRead {
  const columns = new Map(sheet.columns.map((column) => [column.id, column]));
  const sources = [...new Set(input.sourceColumnIds)].filter((id) => columns.has(id));
  const values = new Map(sources.map((id) => [id, columnValues({ rows: sheet.rows, columnId: id })]));
  return {
    id: sheet.id,
    name: sheet.name,
    version: sheet.version,
    accessLevel: sheet.accessLevel,
    totalRowCount: sheet.totalRowCount,
    columns,
    values,
    volatile: sources.some((id) => columns.get(id)?.hasColumnFormula || values.get(id)?.volatile),
  };
}
