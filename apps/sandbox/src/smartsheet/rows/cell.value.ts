import { isObject, unexpectedType } from '../attributes.ts';
import { dropdownSymbols } from '../columns/symbols.ts';
import { apiError } from '../errors.ts';
import type { CellValue, Column, ColumnType, ContactValue } from '../model.ts';

/** Smartsheet cuts longer texts without an error. */
const maxText = 4000;
const maxNumber = 2 ** 53;
const isoDatePattern = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const dollarPattern = /^\$(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,5}))?$/;
const percentPattern = /^(-?\d+)(?:\.(\d{1,5}))?%$/;
const usDatePattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** A value for a cell, and whether it conforms to the column's type. */
export type CheckedValue = { value: CellValue; conforms: boolean };

function isOption(column: Column, value: unknown) {
  return (
    column.symbol ? (dropdownSymbols[column.symbol] ?? [String(value)]) : (column.options ?? [])
  ).includes(String(value));
}

/** Returns whether a text is an ISO date or time of a day that exists. */
function isDate(text: string): boolean {
  if (!isoDatePattern.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}

function contact(column: Column, text: string): ContactValue {
  const known = column.contactOptions?.find(({ email }) => email === text);
  return { objectType: 'CONTACT', email: text, name: known?.name ?? text };
}

/** Returns the `value` of a request for this column. Throws 1235 for columns that accept only `objectValue`. */
export function checkValue(column: Column, input: unknown): CheckedValue {
  if (typeof input === 'number' && Math.abs(input) > maxNumber) throw apiError(1148, -maxNumber, maxNumber);
  if (typeof input !== 'string' && typeof input !== 'number' && typeof input !== 'boolean') {
    throw unexpectedType('value');
  }
  const value = typeof input === 'string' ? input.slice(0, maxText) : input;
  switch (column.type) {
    case 'CHECKBOX':
      return { value, conforms: typeof value === 'boolean' };
    case 'DATE':
    case 'ABSTRACT_DATETIME':
      return { value, conforms: typeof value === 'string' && isDate(value) };
    case 'PICKLIST':
      return { value, conforms: isOption(column, value) };
    case 'CONTACT_LIST':
      return typeof value === 'string' && emailPattern.test(value)
        ? { value: contact(column, value), conforms: true }
        : { value, conforms: false };
    case 'MULTI_PICKLIST':
    case 'MULTI_CONTACT_LIST':
      throw apiError(1235);
    default:
      return { value, conforms: true };
  }
}

const objectTypeByColumnType: Partial<Record<ColumnType, string>> = {
  MULTI_PICKLIST: 'MULTI_PICKLIST',
  MULTI_CONTACT_LIST: 'MULTI_CONTACT',
  CONTACT_LIST: 'CONTACT',
  DATE: 'DATE',
  CHECKBOX: 'CHECKBOX',
};

function toText(value: unknown) {
  return typeof value === 'string' ? value : undefined;
}

function toContact(input: unknown): ContactValue {
  if (!isObject(input)) throw unexpectedType('values');
  const email = toText(input.email);
  const name = toText(input.name) ?? email;
  if (name === undefined) throw apiError(1012, 'contact.email');
  return { objectType: 'CONTACT', name, ...(email === undefined ? {} : { email }) };
}

/**
 * Returns the `objectValue` of a request for this column. A text, a number or a tick stands for itself. Throws 1131 for
 * another object type than the column's.
 */
export function checkObjectValue(column: Column, input: unknown): CheckedValue {
  if (typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean') {
    return checkValue(column, input);
  }
  const allowed = objectTypeByColumnType[column.type] ?? 'none';
  if (!isObject(input) || input.objectType !== allowed) {
    throw apiError(1131, 'objectValue', column.id, allowed);
  }
  if (allowed === 'CONTACT') return { value: toContact(input), conforms: true };
  if (allowed === 'DATE' || allowed === 'CHECKBOX') return checkValue(column, input.value);
  if (!Array.isArray(input.values)) throw apiError(1012, 'cell.objectValue.values');
  if (allowed === 'MULTI_CONTACT') {
    return { value: { objectType: 'MULTI_CONTACT', values: input.values.map(toContact) }, conforms: true };
  }
  const values = input.values.map((item) => {
    if (typeof item !== 'string') throw unexpectedType('values');
    return item;
  });
  return {
    value: { objectType: 'MULTI_PICKLIST', values: [...new Set(values)] },
    conforms: values.every((item) => isOption(column, item)),
  };
}

export function isEmpty(value: CellValue): boolean {
  return value === '' || (typeof value === 'object' && 'values' in value && value.values.length === 0);
}

/** A parsed value, and the format Smartsheet gives a cell that had none. */
type Parsed = { value: CellValue; format?: string };

/**
 * Returns what Smartsheet makes of a text that is written with `strict: false`: a number, an amount of dollars or a
 * percentage in a text or dropdown column, a date in a date column, a tick in a checkbox column. Other texts stay as they are.
 */
export function parseLenient(column: Column, text: string): Parsed {
  switch (column.type) {
    case 'TEXT_NUMBER':
    case 'PICKLIST':
      return parseNumber(text);
    case 'DATE':
      return { value: parseUsDate(text) ?? text };
    case 'CHECKBOX':
      return { value: { true: true, false: false }[text.toLowerCase()] ?? text };
    default:
      return { value: text };
  }
}

function parseNumber(text: string): Parsed {
  if (numberPattern.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) {
    return { value: Number(text) };
  }
  const dollars = dollarPattern.exec(text);
  if (dollars) {
    const [, whole = '', decimals = ''] = dollars;
    const value = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`);
    const separator = whole.includes(',') ? '1' : '';
    return { value, format: `,,,,,,,,,,,13,${decimals.length},${separator},2,,` };
  }
  const percent = percentPattern.exec(text);
  if (percent) {
    const decimals = percent[2]?.length ?? 0;
    const value = Number((Number(text.slice(0, -1)) / 100).toFixed(decimals + 2));
    return { value, format: `,,,,,,,,,,,,${decimals},,3,,` };
  }
  return { value: text };
}

function parseUsDate(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = usDatePattern.exec(text) ?? [];
  const date = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
