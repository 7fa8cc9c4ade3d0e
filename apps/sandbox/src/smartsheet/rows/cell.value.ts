import { DROPDOWN_SYMBOLS } from '../columns/symbols.ts';
import { refuse } from '../errors.ts';
import { isObject } from '../json.ts';
import type { CellValue, Column, ColumnType, ContactValue } from '../model.ts';

/** Longer texts are cut without a word. */
const MAX_TEXT = 4000;
const MAX_NUMBER = 2 ** 53;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A value as a cell of this column keeps it, and whether it is what the column's type asks for. */
export type Fitted = { value: CellValue; fits: boolean };

const oneOf = (column: Column, value: unknown) =>
  (column.symbol ? (DROPDOWN_SYMBOLS[column.symbol] ?? [String(value)]) : (column.options ?? [])).includes(
    String(value),
  );

function contact(column: Column, text: string): ContactValue {
  const known = column.contactOptions?.find(({ email }) => email === text);
  return { objectType: 'CONTACT', email: text, name: known?.name ?? text };
}

/** Fits one plain `value` of a request. Values of multi-select cells only come as `objectValue` (1235). */
export function fitValue(column: Column, given: unknown): Fitted {
  if (typeof given === 'number' && Math.abs(given) > MAX_NUMBER) throw refuse(1148, -MAX_NUMBER, MAX_NUMBER);
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
    throw refuse(1031, JSON.stringify(given), 'cell.value');
  }
  const value = typeof given === 'string' ? given.slice(0, MAX_TEXT) : given;
  switch (column.type) {
    case 'CHECKBOX':
      return { value, fits: typeof value === 'boolean' };
    case 'DATE':
    case 'ABSTRACT_DATETIME':
      return { value, fits: typeof value === 'string' && ISO_DAY.test(value) };
    case 'PICKLIST':
      return { value, fits: oneOf(column, value) };
    case 'CONTACT_LIST':
      return typeof value === 'string' && EMAIL.test(value)
        ? { value: contact(column, value), fits: true }
        : { value, fits: false };
    case 'MULTI_PICKLIST':
    case 'MULTI_CONTACT_LIST':
      throw refuse(1235);
    default:
      return { value, fits: true };
  }
}

const OBJECT_TYPES: Partial<Record<ColumnType, string>> = {
  MULTI_PICKLIST: 'MULTI_PICKLIST',
  MULTI_CONTACT_LIST: 'MULTI_CONTACT',
  CONTACT_LIST: 'CONTACT',
  DATE: 'DATE',
  CHECKBOX: 'CHECKBOX',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function contactOf(given: unknown): ContactValue {
  if (!isObject(given)) throw refuse(1031, JSON.stringify(given), 'cell.objectValue.values');
  const email = textOf(given.email);
  const name = textOf(given.name) ?? email;
  if (name === undefined) throw refuse(1012, 'contact.email');
  return { objectType: 'CONTACT', name, ...(email === undefined ? {} : { email }) };
}

/** Fits the `objectValue` of a request; it has to be of the object type that belongs to the column (1131). */
export function fitObjectValue(column: Column, given: unknown): Fitted {
  const allowed = OBJECT_TYPES[column.type] ?? 'none';
  if (!isObject(given) || given.objectType !== allowed) {
    throw refuse(1131, 'objectValue', column.id, allowed);
  }
  if (allowed === 'CONTACT') return { value: contactOf(given), fits: true };
  if (allowed === 'DATE' || allowed === 'CHECKBOX') return fitValue(column, given.value);
  if (!Array.isArray(given.values)) throw refuse(1012, 'cell.objectValue.values');
  if (allowed === 'MULTI_CONTACT') {
    return { value: { objectType: 'MULTI_CONTACT', values: given.values.map(contactOf) }, fits: true };
  }
  const values = given.values.map((one) => {
    if (typeof one !== 'string') throw refuse(1031, JSON.stringify(one), 'cell.objectValue.values');
    return one;
  });
  return {
    value: { objectType: 'MULTI_PICKLIST', values: [...new Set(values)] },
    fits: values.every((one) => oneOf(column, one)),
  };
}

export const isEmpty = (value: CellValue): boolean =>
  value === '' || (typeof value === 'object' && 'values' in value && value.values.length === 0);
