import { isObject, unexpectedType } from '../attributes.ts';
import { dropdownSymbols } from '../columns/symbols.ts';
import { apiError } from '../errors.ts';
import type { CellValue, Column, ColumnType, ContactValue } from '../model.ts';

/** Smartsheet cuts longer texts without an error. */
const maxText = 4000;
const maxNumber = 2 ** 53;
const isoDatePattern = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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
