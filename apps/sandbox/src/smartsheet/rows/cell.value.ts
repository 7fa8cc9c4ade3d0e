import { isObject } from '../attributes.ts';
import { dropdownSymbols } from '../columns/symbols.ts';
import { apiError } from '../errors.ts';
import type { CellValue, Column, ColumnType, ContactValue } from '../model.ts';

/** Longer texts are cut without a word. */
const maxText = 4000;
const maxNumber = 2 ** 53;
const isoDatePattern = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A value as a cell of this column keeps it, and whether it is what the column's type asks for. */
export type CheckedValue = { value: CellValue; conforms: boolean };

function oneOf(column: Column, value: unknown) {
  return (
    column.symbol ? (dropdownSymbols[column.symbol] ?? [String(value)]) : (column.options ?? [])
  ).includes(String(value));
}

function contact(column: Column, text: string): ContactValue {
  const known = column.contactOptions?.find(({ email }) => email === text);
  return { objectType: 'CONTACT', email: text, name: known?.name ?? text };
}

/** Fits one plain `value` of a request. Values of multi-select cells only come as `objectValue` (1235). */
export function checkValue(column: Column, given: unknown): CheckedValue {
  if (typeof given === 'number' && Math.abs(given) > maxNumber) throw apiError(1148, -maxNumber, maxNumber);
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
    throw apiError(1031, JSON.stringify(given), 'cell.value');
  }
  const value = typeof given === 'string' ? given.slice(0, maxText) : given;
  switch (column.type) {
    case 'CHECKBOX':
      return { value, conforms: typeof value === 'boolean' };
    case 'DATE':
    case 'ABSTRACT_DATETIME':
      return { value, conforms: typeof value === 'string' && isoDatePattern.test(value) };
    case 'PICKLIST':
      return { value, conforms: oneOf(column, value) };
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

function textOf(value: unknown) {
  return typeof value === 'string' ? value : undefined;
}

function contactOf(given: unknown): ContactValue {
  if (!isObject(given)) throw apiError(1031, JSON.stringify(given), 'cell.objectValue.values');
  const email = textOf(given.email);
  const name = textOf(given.name) ?? email;
  if (name === undefined) throw apiError(1012, 'contact.email');
  return { objectType: 'CONTACT', name, ...(email === undefined ? {} : { email }) };
}

/** Fits the `objectValue` of a request; it has to be of the object type that belongs to the column (1131). */
export function checkObjectValue(column: Column, given: unknown): CheckedValue {
  const allowed = objectTypeByColumnType[column.type] ?? 'none';
  if (!isObject(given) || given.objectType !== allowed) {
    throw apiError(1131, 'objectValue', column.id, allowed);
  }
  if (allowed === 'CONTACT') return { value: contactOf(given), conforms: true };
  if (allowed === 'DATE' || allowed === 'CHECKBOX') return checkValue(column, given.value);
  if (!Array.isArray(given.values)) throw apiError(1012, 'cell.objectValue.values');
  if (allowed === 'MULTI_CONTACT') {
    return { value: { objectType: 'MULTI_CONTACT', values: given.values.map(contactOf) }, conforms: true };
  }
  const values = given.values.map((one) => {
    if (typeof one !== 'string') throw apiError(1031, JSON.stringify(one), 'cell.objectValue.values');
    return one;
  });
  return {
    value: { objectType: 'MULTI_PICKLIST', values: [...new Set(values)] },
    conforms: values.every((one) => oneOf(column, one)),
  };
}

export function isEmpty(value: CellValue): boolean {
  return value === '' || (typeof value === 'object' && 'values' in value && value.values.length === 0);
}
