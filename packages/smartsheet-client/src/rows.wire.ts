import type { CallOptions } from './call-options.ts';
import type { Contact } from './contact-text.ts';

type Wire = Record<string, unknown>;

/** The kinds of cells that `value` and `displayValue` represent without loss. */
const plainTypes = new Set([
  'ABSTRACT_DATETIME',
  'BOOLEAN',
  'CHECKBOX',
  'CONTACT',
  'DATE',
  'DATETIME',
  'DURATION',
  'NUMBER',
  'PREDECESSOR_LIST',
  'STRING',
]);

const unknownShape: ObjectValue = { objectType: 'UNKNOWN' };

export type RowReaderOptions = {
  onUnreadable?: () => void;
  /** The member of a cell that says which column it belongs to: in a report, of the report itself. */
  cellColumn?: 'columnId' | 'virtualColumnId';
  /** Called for each cell of a report with the column of the sheet that it lies in. */
  onOrigin?: ((columnId: string, originId: string) => void) | undefined;
};

/**
 * Reads rows by hand, not by schema: a sheet may hold 500,000 cells, and this keeps one small object per cell.
 * Column ids repeat in every row, so a reader turns each into a string once. What is no row is left out and reported.
 */
export function createRowReader({
  onUnreadable = () => {},
  cellColumn = 'columnId',
  onOrigin,
}: RowReaderOptions = {}) {
  const known = new Map<unknown, string>();
  const idText = (id: unknown) => {
    const text = known.get(id) ?? String(id);
    known.set(id, text);
    return text;
  };
  return (rows: unknown): Row[] =>
    (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
      const read = readRow(row, { idText, cellColumn, onOrigin });
      if (read === undefined) onUnreadable();
      return read ?? [];
    });
}

/** Reads rows as Smartsheet sends them. */
export function readRows(rows: unknown): Row[] {
  return createRowReader()(rows);
}

type CellReading = Required<Pick<RowReaderOptions, 'cellColumn'>> &
  Pick<RowReaderOptions, 'onOrigin'> & { idText: (id: unknown) => string };

function readRow(row: unknown, reading: CellReading): Row | undefined {
  if (!isObject(row) || !isId(row.id) || !Array.isArray(row.cells)) return undefined;
  if (!row.cells.every((cell) => isObject(cell) && isId(cell[reading.cellColumn]))) return undefined;
  return {
    id: String(row.id),
    rowNumber: Number(row.rowNumber ?? 0),
    parentId: row.parentId === undefined || row.parentId === null ? null : String(row.parentId),
    locked: row.locked === true,
    cells: row.cells.map((cell: Wire) => readCell(cell, reading)),
  };
}

function readCell(cell: Wire, { idText, cellColumn, onOrigin }: CellReading): Cell {
  const value = readValue(cell);
  if (isId(cell.columnId)) onOrigin?.(idText(cell[cellColumn]), idText(cell.columnId));
  const displayValue = typeof cell.displayValue === 'string' ? cell.displayValue : null;
  return {
    columnId: idText(cell[cellColumn]),
    value,
    // Mostly the same text; sharing it lets the second copy go.
    displayValue: displayValue === value ? value : displayValue,
    objectValue: isKnownText(cell) ? readObjectValue(cell.objectValue) : unknownShape,
    hasFormula: typeof cell.formula === 'string' && cell.formula !== '',
    isLinked: isObject(cell.linkInFromCell),
  };
}

function isKnownText({ value, displayValue }: Wire): boolean {
  return (
    (isAbsent(value) || isCellValue(value)) && (isAbsent(displayValue) || typeof displayValue === 'string')
  );
}

/** Checkboxes have been seen to carry their value as `objectValue: true`, and as an object with the value in it. */
function readValue({ value, objectValue }: Wire): CellValue | null {
  if (isCellValue(value)) return value;
  if (isCellValue(objectValue)) return objectValue;
  return isObject(objectValue) && isCellValue(objectValue.value) ? objectValue.value : null;
}

function readObjectValue(value: unknown): ObjectValue | null {
  if (isAbsent(value) || isCellValue(value)) return null;
  if (!isObject(value)) return unknownShape;
  // The reference calls the member `value` in one place and `values` in all others.
  const list: unknown = value.values ?? value.value;
  if (value.objectType === 'MULTI_PICKLIST') {
    if (!Array.isArray(list) || !list.every(isCellValue)) return unknownShape;
    return { objectType: 'MULTI_PICKLIST', values: list.map(String) };
  }
  if (value.objectType === 'MULTI_CONTACT') {
    if (!Array.isArray(list) || !list.every(isContact)) return unknownShape;
    return { objectType: 'MULTI_CONTACT', values: list.map(readContact) };
  }
  if (value.objectType === 'CONTACT' && isContact(value))
    return { objectType: 'CONTACT', ...readContact(value) };
  return plainTypes.has(String(value.objectType)) ? null : unknownShape;
}

function isContact(value: unknown): value is Wire {
  return isObject(value) && (typeof value.name === 'string' || typeof value.email === 'string');
}

function readContact({ name, email }: Wire): Contact {
  return {
    name: typeof name === 'string' ? name : null,
    email: typeof email === 'string' ? email : null,
  };
}

function isObject(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isCellValue(value: unknown): value is CellValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export type CellValue = string | number | boolean;

/**
 * Only the kinds that `value` and `displayValue` cannot represent without loss. `UNKNOWN` marks a cell of which any member
 * has a shape this version does not know.
 */
type ObjectValue =
  | { objectType: 'UNKNOWN' }
  | ({ objectType: 'CONTACT' } & Contact)
  | { objectType: 'MULTI_PICKLIST'; values: string[] }
  | { objectType: 'MULTI_CONTACT'; values: Contact[] };

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
