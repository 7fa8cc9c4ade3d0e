import { refuse } from '../errors.ts';
import { checkMembers, isObject, type Json, member } from '../json.ts';
import type { AutoNumberFormat, ColumnType, Contact, SystemColumnType } from '../model.ts';

/** What a request says about a column; undefined members are not spoken of. */
export type ColumnWrite = {
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

const TYPES: readonly ColumnType[] = [
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
const SYSTEM_TYPES: readonly SystemColumnType[] = [
  'AUTO_NUMBER',
  'CREATED_BY',
  'CREATED_DATE',
  'MODIFIED_BY',
  'MODIFIED_DATE',
];
const UPDATES = [
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
/** Of a column that is made together with its sheet. */
const CREATES = [...UPDATES, 'primary'];
const KNOWN = ['id', 'version', 'primary', 'lockedForUser', 'tags'];

const noun = 'column';

/** Reads a column of a request. `isNew` allows `primary`, which nothing can change later. */
export function readColumn(body: unknown, { isNew }: { isNew: boolean }): ColumnWrite {
  if (body === undefined || body === null) throw refuse(1024);
  if (!isObject(body)) throw refuse(1008, 'A column must be an object.');
  checkMembers(body, { noun, taken: isNew ? CREATES : UPDATES, known: KNOWN });
  const text = (name: string) => member(body, { noun, name, kind: 'string' });
  const flag = (name: string) => member(body, { noun, name, kind: 'boolean' });
  const whole = (name: string) => member(body, { noun, name, kind: 'number' });
  return {
    title: text('title'),
    type: oneOf(text('type'), TYPES, 'type'),
    index: whole('index'),
    primary: flag('primary'),
    options: list(body, 'options')?.map(optionOf),
    symbol: text('symbol'),
    systemColumnType: oneOf(text('systemColumnType'), SYSTEM_TYPES, 'systemColumnType'),
    autoNumberFormat: isObject(body.autoNumberFormat) ? formatOf(body.autoNumberFormat) : undefined,
    contactOptions: list(body, 'contactOptions')?.map(contactOf),
    validation: flag('validation'),
    width: whole('width'),
    hidden: flag('hidden'),
    locked: flag('locked'),
    description: text('description'),
    formula: text('formula'),
    format: text('format'),
  };
}

function oneOf<Word extends string>(
  word: string | undefined,
  words: readonly Word[],
  name: string,
): Word | undefined {
  if (word === undefined) return undefined;
  const known = words.find((one) => one === word);
  if (known === undefined) throw refuse(1031, word, `column.${name}`);
  return known;
}

function list(body: Json, name: string): unknown[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw refuse(1008, `column.${name} must be a list.`);
  if (value.some((one) => one === null)) throw refuse(1177);
  return value;
}

function optionOf(option: unknown): string {
  if (typeof option !== 'string') throw refuse(1031, JSON.stringify(option), 'column.options');
  return option;
}

function contactOf(contact: unknown): Contact {
  if (!isObject(contact)) throw refuse(1031, JSON.stringify(contact), 'column.contactOptions');
  const email = member(contact, { noun: 'contact', name: 'email', kind: 'string' });
  const name = member(contact, { noun: 'contact', name: 'name', kind: 'string' });
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}

function formatOf(format: Json): AutoNumberFormat {
  const text = (name: 'prefix' | 'suffix' | 'fill') => {
    const value = member(format, { noun: 'autoNumberFormat', name, kind: 'string' });
    return value === undefined ? {} : { [name]: value };
  };
  const start = member(format, { noun: 'autoNumberFormat', name: 'startingNumber', kind: 'number' });
  return {
    ...text('prefix'),
    ...text('suffix'),
    ...text('fill'),
    ...(start === undefined ? {} : { startingNumber: start }),
  };
}
