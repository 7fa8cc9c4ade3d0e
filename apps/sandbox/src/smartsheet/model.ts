/** A 16-digit integer below 2^53, a plain number in Smartsheet's JSON. */
export type Id = number;

/** Milliseconds since the epoch, because the state is plain JSON. */
export type Time = number;

export const accessLevelsAscending = [
  'VIEWER',
  'COMMENTER',
  'EDITOR',
  'EDITOR_SHARE',
  'ADMIN',
  'OWNER',
] as const;
export type AccessLevel = (typeof accessLevelsAscending)[number];

export type Account = {
  id: Id;
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  /** False: an admin of a sheet who may not change its columns. Absent: true. */
  licensed?: boolean;
};

/** The user who makes a change: the caller of the API, or the sheet's owner for edits in the console. */
export type Actor = {
  account: Account;
  /** The value of `Smartsheet-Change-Agent`, repeated in the events. */
  changeAgent?: string | undefined;
};

export type Contact = { name?: string; email?: string };

export type ContactValue = { objectType: 'CONTACT' } & Contact;
export type MultiPicklistValue = { objectType: 'MULTI_PICKLIST'; values: string[] };
export type MultiContactValue = { objectType: 'MULTI_CONTACT'; values: ContactValue[] };

/** Dates are ISO dates ("2026-03-09"). A formula error is an ordinary string such as "#NO MATCH". */
export type CellValue = string | number | boolean | ContactValue | MultiPicklistValue | MultiContactValue;

/** A link to an address, or to a sheet or a report. */
export type Hyperlink = { url: string } | { sheetId: Id } | { reportId: Id };

/** A cell of another sheet, whose value a linked cell shows. */
export type CellLink = {
  sheetId: Id;
  sheetName: string;
  rowId: Id;
  columnId: Id;
  status: 'OK' | 'BROKEN';
};

/** `value` is null only for a formula or a link without a result; an empty cell does not exist. */
export type Cell = {
  value: CellValue | null;
  formula?: string;
  /** Smartsheet's format descriptor: a list of numbers, most of them empty. */
  format?: string;
  hyperlink?: Hyperlink;
  linkInFromCell?: CellLink;
};

export const columnTypes = [
  'TEXT_NUMBER',
  'CHECKBOX',
  'CONTACT_LIST',
  'MULTI_CONTACT_LIST',
  'DATE',
  'DATETIME',
  'ABSTRACT_DATETIME',
  'DURATION',
  'PICKLIST',
  'MULTI_PICKLIST',
  'PREDECESSOR',
] as const;
export type ColumnType = (typeof columnTypes)[number];

/** The system columns with the type that each has. */
export const typeBySystemColumn = {
  AUTO_NUMBER: 'TEXT_NUMBER',
  CREATED_BY: 'CONTACT_LIST',
  MODIFIED_BY: 'CONTACT_LIST',
  CREATED_DATE: 'DATETIME',
  MODIFIED_DATE: 'DATETIME',
} as const satisfies Record<string, ColumnType>;
export type SystemColumnType = keyof typeof typeBySystemColumn;

export type AutoNumberFormat = { prefix?: string; suffix?: string; fill?: string; startingNumber?: number };

/** A column's index is its position in the sheet's list. */
export type Column = {
  id: Id;
  title: string;
  type: ColumnType;
  primary: boolean;
  width: number;
  hidden: boolean;
  locked: boolean;
  /** Restricts cells to the column's type and options. */
  validation: boolean;
  options?: string[];
  symbol?: string;
  systemColumnType?: SystemColumnType;
  autoNumberFormat?: AutoNumberFormat;
  contactOptions?: Contact[];
  formula?: string;
  /** For cells without a format of their own. */
  format?: string;
  description?: string;
  /** What a project sheet uses the column for, such as `GANTT_DURATION`. */
  tags?: string[];
  /** A conditional formatting rule uses this column, so its type cannot change. */
  inConditionalFormat?: boolean;
};

/** Cells by column id; an empty cell has no entry. The only system column with stored cells is AUTO_NUMBER. */
export type Row = {
  id: Id;
  parentId?: Id;
  expanded: boolean;
  locked?: boolean;
  format?: string;
  createdAt: Time;
  modifiedAt: Time;
  createdBy: Id;
  modifiedBy: Id;
  cells: Record<string, Cell>;
};

/** A file of a sheet, or the address of one elsewhere. */
export type Attachment = {
  id: Id;
  name: string;
  createdAt: Time;
  createdBy: Id;
} & ({ type: 'FILE'; mimeType: string; base64: string } | { type: UrlAttachmentType; url: string });

export const urlAttachmentTypes = [
  'BOX_COM',
  'DROPBOX',
  'EGNYTE',
  'EVERNOTE',
  'GOOGLE_DRIVE',
  'LINK',
  'ONEDRIVE',
] as const;
export type UrlAttachmentType = (typeof urlAttachmentTypes)[number];

export type Workspace = {
  id: Id;
  name: string;
  ownerId: Id;
  /** By account id, without the owner. They hold for all sheets in it. */
  shares: Record<string, AccessLevel>;
  createdAt: Time;
  modifiedAt: Time;
};

/** The top of a workspace, or a folder in it. */
export type Place = { workspaceId: Id; folderId?: Id };

/** `place` is where the folder itself lies. */
export type Folder = { id: Id; name: string; place: Place; createdAt: Time; modifiedAt: Time };

export type Sheet = {
  id: Id;
  name: string;
  ownerId: Id;
  /** The version in the API. Not every change raises it. */
  version: number;
  /** Raised by every change, for the state file and the console. Not part of the API. */
  revision: number;
  createdAt: Time;
  modifiedAt: Time;
  columns: Column[];
  /** In display order: children follow their parent. */
  rows: Row[];
  /** By account id, without the owner. */
  shares: Record<string, AccessLevel>;
  /** Oldest first. Absent when there are none. */
  attachments?: Attachment[];
  /** Dependencies are on: it has durations and predecessors. */
  isProject?: boolean;
  /** Nobody can change it. */
  isReadOnly?: boolean;
  /** Where it lies. Absent: in its owner's own sheets. */
  place?: Place;
  /** By account id: what the sharing of its workspace gives. Set with `place`. */
  inheritedShares?: Record<string, AccessLevel>;
  /** What it was made from. */
  source?: { id: Id; type: 'sheet' | 'template' };
  /** Some cells are linked to cells of other sheets. */
  hasLinks?: boolean;
  /** How long the events of this sheet are collected, whatever the setting says. */
  deliveryDelayMs?: Time;
};

export type Scope = (typeof allScopes)[number];
export const allScopes = [
  'READ_SHEETS',
  'WRITE_SHEETS',
  'ADMIN_SHEETS',
  'CREATE_SHEETS',
  'DELETE_SHEETS',
  'SHARE_SHEETS',
  'READ_SIGHTS',
  'ADMIN_SIGHTS',
  'CREATE_SIGHTS',
  'DELETE_SIGHTS',
  'SHARE_SIGHTS',
  'READ_USERS',
  'ADMIN_USERS',
  'ADMIN_WORKSPACES',
  'ADMIN_WEBHOOKS',
  'READ_CONTACTS',
  'READ_EVENTS',
] as const;

export type Token = {
  accessToken: string;
  /** Null for a personal access token. */
  refreshToken: string | null;
  /** Null for a personal access token, which belongs to no app and does not expire. */
  clientId: string | null;
  accountId: Id;
  scopes: Scope[];
  createdAt: Time;
  expiresAt: Time | null;
};

export type AuthCode = {
  code: string;
  clientId: string;
  accountId: Id;
  scopes: Scope[];
  redirectUri: string;
  expiresAt: Time;
};
