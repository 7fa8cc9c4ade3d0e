import { assertAttributes, isObject, type Json, readAttribute, unexpectedType } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { AutoNumberFormat, ColumnType, Contact, SystemColumnType } from '../model.ts';

/** The attributes of a column in a request. Absent ones are undefined. */
export type ColumnInput = {
  title: string | undefined;
  type: ColumnType | undefined;
  index: number | undefined;
  primary: boolean | undefined;
  options: string[] | undefined;
  symbol: string | undefined;
  systemColumnType: SystemColumnType | undefined;
  autoNumberFormat: AutoNumberFormat | undefined;
  contactOptions: Contact[] | undefined;
  validation: boolean | undefined;
  width: number | undefined;
  hidden: boolean | undefined;
  locked: boolean | undefined;
  description: string | undefined;
  formula: string | undefined;
  format: string | undefined;
};

const columnTypes: readonly ColumnType[] = [
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
];
const systemColumnTypes: readonly SystemColumnType[] = [
  'AUTO_NUMBER',
  'CREATED_BY',
  'CREATED_DATE',
  'MODIFIED_BY',
  'MODIFIED_DATE',
];
const updateAttributes = [
  'title',
  'type',
  'index',
  'options',
  'symbol',
  'systemColumnType',
  'autoNumberFormat',
  'contactOptions',
  'validation',
  'width',
  'hidden',
  'locked',
  'description',
  'format',
  'formula',
];
/** For a column that is created with its sheet. */
const createAttributes = [...updateAttributes, 'primary'];
const unsupportedAttributes = ['id', 'version', 'primary', 'lockedForUser', 'tags'];

const noun = 'column';

/** Parses a column of a request. `isNew` allows `primary`, which cannot change later. */
export function parseColumn(body: unknown, { isNew }: { isNew: boolean }): ColumnInput {
  if (body === undefined || body === null) throw apiError(1024);
  if (!isObject(body)) throw apiError(1008, 'A column must be an object.');
  assertAttributes(body, {
    noun,
    accepted: isNew ? createAttributes : updateAttributes,
    unsupported: unsupportedAttributes,
  });
  const text = (name: string) => readAttribute(body, { name, kind: 'string' });
  const flag = (name: string) => readAttribute(body, { name, kind: 'boolean' });
  const integer = (name: string) => readAttribute(body, { name, kind: 'number' });
  return {
    title: text('title'),
    type: parseEnum(text('type'), columnTypes, 'type'),
    index: integer('index'),
    primary: flag('primary'),
    options: parseList(body, 'options')?.map(parseOption),
    symbol: text('symbol'),
    systemColumnType: parseEnum(text('systemColumnType'), systemColumnTypes, 'systemColumnType'),
    autoNumberFormat: isObject(body.autoNumberFormat)
      ? parseAutoNumberFormat(body.autoNumberFormat)
      : undefined,
    contactOptions: parseList(body, 'contactOptions')?.map(parseContact),
    validation: flag('validation'),
    width: integer('width'),
    hidden: flag('hidden'),
    locked: flag('locked'),
    description: text('description'),
    formula: text('formula'),
    format: text('format'),
  };
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

function parseEnum<Value extends string>(
  value: string | undefined,
  allowed: readonly Value[],
  name: string,
): Value | undefined {
  if (value === undefined) return undefined;
  const match = allowed.find((one) => one === value);
  if (match === undefined) throw apiError(1031, value, `column.${name}`);
  return match;
}

function parseList(body: Json, name: string): unknown[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw unexpectedType(name);
  if (value.some((one) => one === null)) throw apiError(1177);
  return value;
}

function parseOption(option: unknown): string {
  if (typeof option !== 'string') throw unexpectedType('options');
  return option;
}

function parseContact(contact: unknown): Contact {
  if (!isObject(contact)) throw unexpectedType('contactOptions');
  const email = readAttribute(contact, { name: 'email', kind: 'string' });
  const name = readAttribute(contact, { name: 'name', kind: 'string' });
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}

function parseAutoNumberFormat(format: Json): AutoNumberFormat {
  const text = (name: 'prefix' | 'suffix' | 'fill') => {
    const value = readAttribute(format, { name, kind: 'string' });
    return value === undefined ? {} : { [name]: value };
  };
  const start = readAttribute(format, { name: 'startingNumber', kind: 'number' });
  return {
    ...text('prefix'),
    ...text('suffix'),
    ...text('fill'),
    ...(start === undefined ? {} : { startingNumber: start }),
  };
}
