import type { Column } from '../model.ts';

/** A person in a contact cell. */
export type Contact = { name: string; email: string };

/** The value of a seeded cell in a short form. `undefined` and `null` are blank. */
export type DraftValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | { chosen: string[] }
  | { contact: Contact }
  | { contacts: Contact[] }
  /** The sandbox does not calculate: `shows` is what the formula's cell shows. */
  | { formula: string; shows: string | number }
  /** A number with a format of its own. */
  | { number: number; format: string }
  /** A link to an address. */
  | { text: string; url: string }
  /** A link to a sheet that was made before, by its name. */
  | { toSheet: string }
  /** Shows the value of a cell of a sheet that was made before; rows count from 0. */
  | { linkedTo: { sheet: string; column: string; row: number } };

export type DraftColumn = Pick<Column, 'title' | 'type'> & Partial<Omit<Column, 'id' | 'title' | 'type'>>;

/** One row: its values in column order. `depth` 1 makes it a child of the last row of depth 0. */
export type DraftRow = { values: DraftValue[]; depth?: number };

/** The rows of a long sheet, which are drawn when somebody first reads them. */
export type LongRows = { count: number; draw: () => DraftRow[] };

export type Access = 'VIEWER' | 'EDITOR' | 'ADMIN';

export type SheetDraft = {
  name: string;
  /** The account's email address. */
  owner: string;
  shares?: Record<string, Access>;
  columns: DraftColumn[];
  rows: DraftRow[] | LongRows;
  /** The ids of the sheet, its columns and its rows are beyond 2^53 on the wire. */
  hasWideIds?: boolean;
  isProject?: boolean;
  isReadOnly?: boolean;
  workspace?: string;
  isFromTemplate?: boolean;
  /** How long events are collected, where Smartsheet's minute is to be seen. */
  deliveryDelayMs?: number;
};

/** Returns rows of depth 0 from lists of values. */
export function toRows(rows: DraftValue[][]): DraftRow[] {
  return rows.map((values) => ({ values }));
}
