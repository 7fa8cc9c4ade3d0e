import type { CallOptions } from './operations.ts';

export type CellValue = string | number | boolean;

export type MultiContact = { name: string | null; email: string | null };

/**
 * Only the kinds that `value` and `displayValue` cannot tell without loss. `UNKNOWN` marks a cell of which any member
 * has a shape this version does not know.
 */
export type ObjectValue =
  | { objectType: 'UNKNOWN' }
  | { objectType: 'MULTI_PICKLIST'; values: string[] }
  | { objectType: 'MULTI_CONTACT'; values: MultiContact[] };

export type Cell = {
  columnId: string;
  /** Null for an empty cell. For contacts the email address; for dates an ISO date. Formula errors are plain strings. */
  value: CellValue | null;
  /** What Smartsheet shows; absent (null) for checkboxes, dates and empty cells. */
  displayValue: string | null;
  /** Needs `include: ['objectValue']` and level 2. */
  objectValue: ObjectValue | null;
  /** The cell carries a formula; of columns with a column formula see `hasColumnFormula`. */
  hasFormula: boolean;
  /** The value comes through a cell link from another sheet. */
  isLinked: boolean;
};

export type Row = {
  id: string;
  /** From 1. */
  rowNumber: number;
  parentId: string | null;
  locked: boolean;
  /** Match by `columnId`, never by position: the list may be sparse. */
  cells: Cell[];
};

/** Smartsheet takes at most this many rows in one add or update ("API limitations"). */
export const maxRowsPerCall = 500;

/** As many row ids fit into one address. */
export const maxRowIdsPerCall = 450;

/** A cell to write: a plain value (null clears) or the selected values of a multi-select cell. */
export type CellWrite = {
  columnId: string;
  /** Default true (Smartsheet's own): a dropdown takes only its options (1042 otherwise). */
  strict?: boolean | undefined;
} & ({ value: CellValue | null; values?: never } | { values: readonly string[]; value?: never });

/** Where new rows go; Smartsheet wants one place for all rows of a call. */
export type RowLocation = 'top' | 'bottom' | { parentId: string } | { siblingId: string; above?: boolean };

export type AddRows = CallOptions & {
  sheetId: string;
  /** 1 to 500. */
  rows: readonly { cells: readonly CellWrite[] }[];
  /** Default `bottom`. */
  location?: RowLocation | undefined;
};

export type UpdateRows = CallOptions & {
  sheetId: string;
  /** 1 to 500. Cells that are left out keep their value. */
  rows: readonly { id: string; cells: readonly CellWrite[] }[];
};

export type DeleteRows = CallOptions & {
  sheetId: string;
  /** 1 to 450 (longer lists do not fit into the address). Children are deleted too. */
  rowIds: readonly string[];
  /** Rows that are gone already are no error. Default true. */
  ignoreRowsNotFound?: boolean | undefined;
};

/** `version` is the sheet's version after the write; null when the answer does not say. */
export type RowsWritten = { rows: Row[]; version: number | null };
export type RowsDeleted = { rowIds: string[]; version: number | null };
