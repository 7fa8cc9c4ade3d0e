import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { type Contact, toContactText } from './contact-text.ts';
import { wireCount, wireFlag, wireId, wireName, wireText, wireWord } from './wire.ts';

const columnShape = {
  /** Position, from 0. */
  index: wireCount.catch(0),
  title: wireName,
  /** `UNKNOWN` for a type this version does not know: such a column is never written. */
  type: wireWord([
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
  ]),
  primary: wireFlag,
  /**
   * The column's list in its order: the texts of a dropdown, or contacts as `toContactText` writes them. Null when the answer has
   * none (only "Get Sheet" is sure to send it).
   */
  options: z
    .array(z.unknown())
    .nullish()
    .transform((options) => options?.map(readOption) ?? null),
  /** "Restrict to list values only"; null when the answer does not say. */
  validation: z
    .boolean()
    .nullish()
    .transform((validation) => validation ?? null),
  hidden: wireFlag,
  locked: wireFlag,
  /** Locked for the user whose token read it. */
  lockedForUser: wireFlag,
  /** Built-in values such as RYG or HARVEY_BALLS; options of such a column cannot be written (1059). */
  symbol: wireText,
  /** AUTO_NUMBER, CREATED_BY, … null for ordinary columns. */
  systemColumnType: wireText,
  formula: wireText,
  /** The list of a contact column; null when the answer has none. */
  contactOptions: z
    .array(z.unknown())
    .nullish()
    .transform((contacts) => contacts?.map(readContact) ?? null),
};

type ColumnFields = z.output<z.ZodObject<typeof columnShape>> & { id: string };

function toColumn({ formula, contactOptions, options, ...column }: ColumnFields) {
  const contacts = isContactType(column.type)
    ? contactOptions?.map((one) => one?.map(toContactText))
    : undefined;
  const list = contacts ?? options;
  const known = list?.flatMap((one) => one ?? []) ?? null;
  // Whoever writes the list would delete what is not understood.
  const lacks = list?.includes(undefined) && { lacksOptions: true };
  return { ...column, options: known, ...lacks, hasColumnFormula: Boolean(formula) };
}

export const columnSchema = z.object({ id: wireId, ...columnShape }).transform(toColumn);

/** A column of a report: its id is the report's own, and it has no list. */
export const reportColumnSchema = z
  .object({ virtualId: wireId, sheetNameColumn: wireFlag, ...columnShape })
  .transform(({ virtualId, sheetNameColumn, ...column }) => ({
    ...toColumn({ ...column, id: virtualId }),
    /** Shows the name of the sheet that the row lies in. */
    isSheetName: sheetNameColumn,
  }));

export type Column = z.output<typeof columnSchema>;

/**
 * Options are strings; numbers, booleans and `{ value }` objects have been seen and mean their text, and null nothing. Undefined for any
 * other shape.
 */
function readOption(option: unknown): string[] | undefined {
  if (option === null) return [];
  if (typeof option === 'string') return [option];
  if (typeof option === 'number' || typeof option === 'boolean') return [String(option)];
  if (typeof option === 'object' && option !== null && 'value' in option) return readOption(option.value);
  return undefined;
}

function readContact(contact: unknown): Contact[] | undefined {
  if (contact === null) return [];
  if (typeof contact !== 'object' || Array.isArray(contact)) return undefined;
  const { name, email } = contact as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
  const read = { name: text(name), email: text(email) };
  return read.name === null && read.email === null ? [] : [read];
}

/** The two types that hold options. */
export type DropdownType = Extract<Column['type'], 'PICKLIST' | 'MULTI_PICKLIST'>;

/** The two types that hold contacts. */
export type ContactType = Extract<Column['type'], 'CONTACT_LIST' | 'MULTI_CONTACT_LIST'>;

/** Returns whether the cells and the list of a column hold contacts. */
export function isContactType(type: string): type is ContactType {
  return type === 'CONTACT_LIST' || type === 'MULTI_CONTACT_LIST';
}

export type ListColumns = CallOptions & { sheetId: string };

/**
 * One change of a dropdown or a contact column. `type` must be the type that was read with level 2: another type converts every cell.
 * Options and validation never travel together: Smartsheet takes one operation per call for dropdown columns.
 */
export type UpdateColumn = CallOptions & {
  sheetId: string;
  columnId: string;
  type: DropdownType | ContactType;
} /** Of a contact column: contacts as `toContactText` writes them. */ & (
    | { options: readonly string[]; validation?: never }
    | { validation: boolean; options?: never }
  );
