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
  /** Smartsheet's format descriptor, for example of a currency. */
  format?: string;
  systemColumnType?: 'AUTO_NUMBER' | 'CREATED_BY' | 'CREATED_DATE' | 'MODIFIED_BY' | 'MODIFIED_DATE';
  contactOptions?: Contact[];
  autoNumberFormat?: { prefix?: string; suffix?: string; fill?: string };
};

/** One row: its values in column order. `depth` 1 makes it a child of the last row of depth 0. */
export type DraftRow = { values: DraftValue[]; depth?: number };

export type Access = 'VIEWER' | 'EDITOR' | 'ADMIN';

export type SheetDraft = {
  name: string;
  /** The account's email address. */
  owner: string;
  shares?: Record<string, Access>;
  columns: DraftColumn[];
  rows: DraftRow[];
};

/** Returns rows of depth 0 from lists of values. */
export function toRows(rows: DraftValue[][]): DraftRow[] {
  return rows.map((values) => ({ values }));
}
