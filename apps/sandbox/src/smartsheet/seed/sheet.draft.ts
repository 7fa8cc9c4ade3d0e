/** A person as contact cells hold them. */
export type Contact = { name: string; email: string };

/** What a seeded cell holds, in the shape that is easiest to write down. `undefined` and `null` are blank. */
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
  | { formula: string; shows: string | number };

export type DraftColumn = {
  title: string;
  type:
    | 'TEXT_NUMBER'
    | 'PICKLIST'
    | 'MULTI_PICKLIST'
    | 'CONTACT_LIST'
    | 'MULTI_CONTACT_LIST'
    | 'DATE'
    | 'DATETIME'
    | 'CHECKBOX';
  width?: number;
  primary?: boolean;
  options?: string[];
  /** True restricts cells to the options. */
  validation?: boolean;
  symbol?: 'RYG' | 'HARVEY_BALLS' | 'PRIORITY' | 'STAR';
  locked?: boolean;
  formula?: string;
  /** How numbers are shown, such as money. */
  format?: string;
  systemColumnType?: 'AUTO_NUMBER' | 'CREATED_BY' | 'CREATED_DATE' | 'MODIFIED_BY' | 'MODIFIED_DATE';
  contactOptions?: Contact[];
  autoNumberFormat?: { prefix?: string; suffix?: string; fill?: string };
};

/** One row: its values in the order of the columns; `depth` 1 makes it a child of the last row of depth 0. */
export type DraftRow = { values: DraftValue[]; depth?: number };

export type Access = 'VIEWER' | 'EDITOR' | 'ADMIN';

export type SheetDraft = {
  name: string;
  /** E-mail addresses of accounts. */
  owner: string;
  shares?: Record<string, Access>;
  columns: DraftColumn[];
  rows: DraftRow[];
};

/** Rows of depth 0 from plain lists of values. */
export function toRows(rows: DraftValue[][]): DraftRow[] {
  return rows.map((values) => ({ values }));
}
