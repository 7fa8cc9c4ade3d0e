import {
  assertAttributes,
  definedFields,
  isObject,
  type Json,
  readChoice,
  readFlag,
  readNumber,
  readText,
  unexpectedType,
} from '../attributes.ts';
import { apiError } from '../errors.ts';
import {
  type AutoNumberFormat,
  type Contact,
  columnTypes,
  type SystemColumnType,
  typeBySystemColumn,
} from '../model.ts';

/** Reads the attributes that a request may give a column. */
const readers = {
  title: readText,
  type: (body: Json, name: string) => readChoice(body, name, columnTypes, 'column'),
  index: readNumber,
  primary: readFlag,
  options: readOptions,
  symbol: readText,
  systemColumnType: (body: Json, name: string) =>
    readChoice(body, name, Object.keys(typeBySystemColumn) as SystemColumnType[], 'column'),
  autoNumberFormat: readAutoNumberFormat,
  contactOptions: readContacts,
  validation: readFlag,
  width: readNumber,
  hidden: readFlag,
  locked: readFlag,
  description: readText,
  formula: readText,
  format: readText,
};
const unsupportedAttributes = ['id', 'version', 'primary', 'lockedForUser', 'tags'];

/** The attributes of a column in a request. Absent ones are undefined. */
export type ColumnInput = { [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]> };

/** Parses a column of a request. `isNew` allows `primary`, which cannot change later. */
export function parseColumn(body: unknown, { isNew }: { isNew: boolean }): ColumnInput {
  if (body === undefined || body === null) throw apiError(1024);
  if (!isObject(body)) throw apiError(1008, 'A column must be an object.');
  assertAttributes(body, {
    noun: 'column',
    accepted: Object.keys(readers).filter((name) => isNew || name !== 'primary'),
    unsupported: unsupportedAttributes,
  });
  const values = Object.entries(readers).map(([name, read]) => [name, read(body, name)]);
  return Object.fromEntries(values);
}

/** Throws 1012 for a column without an index. The console adds columns at the end without one. */
export function assertIndexes(body: unknown): void {
  for (const column of Array.isArray(body) ? body : [body]) {
    if (!isObject(column) || column.index !== undefined) continue;
    const error = apiError(1012, 'column.index');
    if (typeof column.title === 'string') error.detail = { columnTitle: column.title };
    throw error;
  }
}

function readList(body: Json, name: string): unknown[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw unexpectedType(name);
  if (value.some((one) => one === null)) throw apiError(1177);
  return value;
}

function readOptions(body: Json, name: string): string[] | undefined {
  return readList(body, name)?.map((option) => {
    if (typeof option !== 'string') throw unexpectedType(name);
    return option;
  });
}

function readContacts(body: Json, name: string): Contact[] | undefined {
  return readList(body, name)?.map((contact) => {
    if (!isObject(contact)) throw unexpectedType(name);
    const email = readText(contact, 'email');
    return definedFields({ name: readText(contact, 'name'), email });
  });
}

function readAutoNumberFormat(body: Json, name: string): AutoNumberFormat | undefined {
  const format = body[name];
  if (!isObject(format)) return undefined;
  return definedFields({
    prefix: readText(format, 'prefix'),
    suffix: readText(format, 'suffix'),
    fill: readText(format, 'fill'),
    startingNumber: readNumber(format, 'startingNumber'),
  });
}
