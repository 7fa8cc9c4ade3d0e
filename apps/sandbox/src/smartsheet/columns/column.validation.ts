import type { Config } from '../../config.ts';
import { apiError } from '../errors.ts';
import { type Column, type ColumnType, type Contact, type Sheet, typeBySystemColumn } from '../model.ts';
import type { ColumnInput } from './column.input.ts';
import { checkboxSymbols, dropdownSymbols } from './symbols.ts';

const maxTitle = 50;
const projectColumnTypes: readonly ColumnType[] = ['DURATION', 'PREDECESSOR', 'ABSTRACT_DATETIME'];
const typesWithValidation: readonly ColumnType[] = [
  'PICKLIST',
  'MULTI_PICKLIST',
  'CONTACT_LIST',
  'MULTI_CONTACT_LIST',
  'DATE',
  'CHECKBOX',
];
type AssertContext = {
  sheet: Sheet;
  /** The column to update; undefined for a new one. */
  column: Column | undefined;
  config: Config;
};

/** Throws the error code of the first rule that the new or updated column would break. */
export function assertColumn(input: ColumnInput, check: AssertContext): void {
  const { column, sheet, config } = check;
  const type = input.type ?? column?.type ?? 'TEXT_NUMBER';
  assertTitle(input.title, check);
  assertType(input, { column, type });
  assertSystemColumn(input, { sheet, column, type });
  assertOptions(input, { column, type, limits: config });
  assertContacts(input, { type, limits: config });
  assertSymbol(input.symbol, type);
  if (input.validation && !typesWithValidation.includes(type)) throw apiError(1210, type);
  if (input.formula && !input.formula.startsWith('=')) throw apiError(1162);
  if (input.width !== undefined && input.width < 1) throw apiError(1031, input.width, 'column.width');
  const { index } = input;
  if (index !== undefined && (!Number.isInteger(index) || index < 0 || index > sheet.columns.length)) {
    throw apiError(1031, index, 'column.index');
  }
}

function assertTitle(title: string | undefined, { sheet, column }: AssertContext): void {
  if (title === undefined) return;
  if (title.trim() === '') throw apiError(1207);
  if (title.length > maxTitle) throw apiError(1041, 'column.title', maxTitle, title.length);
  const same = (other: Column) => other !== column && other.title.toLowerCase() === title.toLowerCase();
  if (sheet.columns.some(same)) throw apiError(1056);
}

function assertType(
  input: ColumnInput,
  { column, type }: { column: Column | undefined; type: ColumnType },
): void {
  if (type === column?.type) return;
  if (projectColumnTypes.includes(type)) throw apiError(1142, type);
  if (type === 'DATETIME' && input.systemColumnType === undefined) throw apiError(1089);
  if ((input.primary ?? column?.primary) && type !== 'TEXT_NUMBER') throw apiError(1057);
  if (column?.inConditionalFormat) throw apiError(1087);
}

function assertSystemColumn(
  input: ColumnInput,
  { sheet, column, type }: { sheet: Sheet; column: Column | undefined; type: ColumnType },
): void {
  const system = input.systemColumnType;
  if (input.autoNumberFormat && (system ?? column?.systemColumnType) !== 'AUTO_NUMBER') {
    throw apiError(1083, input.title ?? column?.title);
  }
  if (system === undefined) return;
  if (typeBySystemColumn[system] !== type) throw apiError(1079, type, system);
  const isTaken = sheet.columns.some((other) => other !== column && other.systemColumnType === system);
  if (isTaken) throw apiError(1077, system);
}

export function isContactType(type: ColumnType): boolean {
  return type === 'CONTACT_LIST' || type === 'MULTI_CONTACT_LIST';
}

/**
 * A contact is its address, whatever the case. What Smartsheet answers to a contact without one, or to one twice, is not
 * documented; a client that sends neither is right either way.
 */
function assertContacts(
  { contactOptions }: ColumnInput,
  { type, limits }: { type: ColumnType; limits: Config },
): void {
  if (contactOptions === undefined) return;
  if (!isContactType(type)) throw apiError(1032, 'column.contactOptions');
  if (contactOptions.length > limits.MAX_OPTIONS) throw apiError(1061, 'column.contactOptions');
  const isNobody = ({ name, email }: Contact) => !name?.trim() && !email?.trim();
  if (contactOptions.some(isNobody)) throw apiError(1207);
  const emails = contactOptions.flatMap(({ email }) => email?.toLowerCase() ?? []);
  if (new Set(emails).size < emails.length) throw apiError(1137);
}

function assertSymbol(symbol: string | undefined, type: ColumnType): void {
  if (symbol === undefined) return;
  const conforms =
    (type === 'PICKLIST' && symbol in dropdownSymbols) ||
    (type === 'CHECKBOX' && checkboxSymbols.includes(symbol));
  if (!conforms) throw apiError(1058, symbol, type);
}

export function isDropdown(type: ColumnType): boolean {
  return type === 'PICKLIST' || type === 'MULTI_PICKLIST';
}

/**
 * Smartsheet documents neither its limits nor what it does with blank or repeated options. So the limits are
 * settings, and blank and repeated options are refused: a client that sends neither is right either way.
 */
function assertOptions(
  { options, symbol }: ColumnInput,
  { column, type, limits }: { column: Column | undefined; type: ColumnType; limits: Config },
): void {
  if (options === undefined) return;
  if (!isDropdown(type)) {
    if (column && column.type === type) throw apiError(1082, column.title);
    throw apiError(1060, type);
  }
  const keepsSymbol = column?.symbol !== undefined && column.type === type;
  if (symbol !== undefined || keepsSymbol) throw apiError(1059);
  if (options.length > limits.MAX_OPTIONS) throw apiError(1061, 'column.options');
  const long = options.find((option) => option.length > limits.MAX_OPTION_LENGTH);
  if (long !== undefined) throw apiError(1041, 'column.options', limits.MAX_OPTION_LENGTH, long.length);
  if (options.some((option) => option.trim() === '')) throw apiError(1207);
  if (new Set(options).size < options.length) throw apiError(1137);
}
