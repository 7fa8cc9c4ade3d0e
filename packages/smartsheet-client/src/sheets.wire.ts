import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { columnSchema } from './columns.wire.ts';
import type { Row } from './rows.wire.ts';
import { wireCount, wireCountOrNull, wireId, wireName, wireText, wireTime, wireWord } from './wire.ts';

export const accessLevel = wireWord(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER']);

/** The user's right on a sheet. `UNKNOWN` for a word this version does not know: treat it as the least. */
export type AccessLevel = z.output<typeof accessLevel>;

/** What every answer says of a sheet. The published schema spells `permalink` with a capital letter in places. */
const common = {
  id: wireId,
  name: wireName,
  accessLevel,
  permalink: wireText,
  permaLink: wireText,
  createdAt: wireTime,
  modifiedAt: wireTime,
};

export const sheetSummarySchema = z
  .object({
    ...common,
    /** Null unless the list was asked for versions. */
    version: wireCountOrNull,
  })
  .transform(({ permaLink, ...sheet }) => ({ ...sheet, permalink: sheet.permalink ?? permaLink }));

/** One sheet of "List Sheets". */
export type SheetSummary = z.output<typeof sheetSummarySchema>;

export const sheetSchema = z
  .object({
    ...common,
    version: wireCount,
    totalRowCount: wireCountOrNull,
    columns: z.array(columnSchema),
    /** Made by `readSheetBody`. */
    rows: z.custom<Row[]>(Array.isArray),
    /** False when the answer had no list of rows, or something in it that is no row. */
    hasReadableRows: z.boolean(),
  })
  .transform(({ permaLink, ...sheet }) => ({
    ...sheet,
    permalink: sheet.permalink ?? permaLink,
    /** Rows of the whole sheet, not of this answer. */
    totalRowCount: sheet.totalRowCount ?? sheet.rows.length,
  }));

/** One sheet of "Get Sheet": only the asked-for columns and rows are in it. */
export type Sheet = z.output<typeof sheetSchema>;

/** Of a listed sheet, what the versions need. */
export const listedVersionSchema = z.object({ id: wireId, version: wireCountOrNull });

export const versionSchema = z.object({ version: wireCount }).transform(({ version }) => version);

type SheetInclude =
  | 'columnType'
  | 'crossSheetReferences'
  | 'filters'
  | 'format'
  | 'objectValue'
  | 'ownerInfo'
  | 'rowPermalink'
  | 'source'
  | 'writerInfo';

type SheetExclude =
  | 'filteredOutRows'
  | 'linkInFromCellDetails'
  | 'linksOutToCellsDetails'
  | 'nonexistentCells';

export type GetSheet = CallOptions & {
  sheetId: string;
  /** Limits columns and cells; absent or empty means all. */
  columnIds?: readonly string[] | undefined;
  /** Limits rows; absent or empty means all. At most 450 fit into the address. */
  rowIds?: readonly string[] | undefined;
  /** 2 (default) reports multi-select columns as such; at 0 and 1 they come as TEXT_NUMBER. */
  level?: 0 | 1 | 2 | undefined;
  /** Default `['objectValue']`, without which multi-select cells are one joined string. */
  include?: readonly SheetInclude[] | undefined;
  /** Default none. `nonexistentCells` makes `row.cells` sparse and the answer smaller. */
  exclude?: readonly SheetExclude[] | undefined;
  /** 1-based page of rows. Absent with `pageSize` absent: all rows. Beyond the end: the last page again. */
  page?: number | undefined;
  /** Rows per page. 0 is not a page size: for columns only, ask for one row. */
  pageSize?: number | undefined;
};

/** As `GetSheet`, but always with every row. */
export type GetWholeSheet = Omit<GetSheet, 'rowIds' | 'page' | 'pageSize'>;

export type ListSheets = CallOptions & {
  /** Pages that are read where the list does not come as a whole; default 50. */
  maxPages?: number | undefined;
};

export type SheetList = {
  sheets: SheetSummary[];
  /** How many sheets the user can see; null when Smartsheet does not say. */
  totalCount: number | null;
  /** False when sheets are missing: Smartsheet sent fewer than there are, or the calls were used up on the way. */
  isWhole: boolean;
};

export type SheetVersions = CallOptions & {
  /** Where not all can be asked for, the first ones are. */
  sheetIds: readonly string[];
  /** Default 40. */
  maxCalls?: number | undefined;
};

export type FoundVersions = {
  /** By id: null for a sheet that is gone or no longer shared. A sheet that could not be asked for is missing. */
  versions: Map<string, number | null>;
  /** Whether the list of all sheets was read to its end; otherwise sheets were asked for one by one. */
  isListWhole: boolean;
};
