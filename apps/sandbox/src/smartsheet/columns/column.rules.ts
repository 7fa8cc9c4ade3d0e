import type { Config } from '../../config.ts';
import { refuse } from '../errors.ts';
import type { Column, ColumnType, Sheet, SystemColumnType } from '../model.ts';
import type { ColumnWrite } from './column.input.ts';
import { checkOptions } from './option.rules.ts';
import { CHECKBOX_SYMBOLS, DROPDOWN_SYMBOLS } from './symbols.ts';

const MAX_TITLE = 50;
const PROJECT_TYPES: readonly ColumnType[] = ['DURATION', 'PREDECESSOR', 'ABSTRACT_DATETIME'];
const VALIDATED: readonly ColumnType[] = [
  'PICKLIST',
  'MULTI_PICKLIST',
  'CONTACT_LIST',
  'MULTI_CONTACT_LIST',
  'DATE',
  'CHECKBOX',
];
const TYPE_OF_SYSTEM: Record<SystemColumnType, ColumnType> = {
  AUTO_NUMBER: 'TEXT_NUMBER',
  CREATED_BY: 'CONTACT_LIST',
  MODIFIED_BY: 'CONTACT_LIST',
  CREATED_DATE: 'DATETIME',
  MODIFIED_DATE: 'DATETIME',
};

export type ColumnCheck = {
  sheet: Sheet;
  /** The column to be changed; undefined for a new one. */
  column: Column | undefined;
  config: Config;
};

/** Everything that can be wrong with a column as it is wanted, for new and for changed columns alike. */
export function checkColumn(write: ColumnWrite, check: ColumnCheck): void {
  const { column, sheet, config } = check;
  const type = write.type ?? column?.type ?? 'TEXT_NUMBER';
  checkTitle(write.title, check);
  checkType(write, { column, type });
  checkSystem(write, { sheet, column, type });
  checkOptions(write, { column, type, limits: config });
  checkSymbol(write.symbol, type);
  if (write.validation && !VALIDATED.includes(type)) throw refuse(1210, type);
  if (write.formula && !write.formula.startsWith('=')) throw refuse(1162);
  if (write.width !== undefined && write.width < 1) throw refuse(1031, write.width, 'column.width');
  const { index } = write;
  if (index !== undefined && (!Number.isInteger(index) || index < 0 || index > sheet.columns.length)) {
    throw refuse(1031, index, 'column.index');
  }
}

function checkTitle(title: string | undefined, { sheet, column }: ColumnCheck): void {
  if (title === undefined) return;
  if (title.trim() === '') throw refuse(1207);
  if (title.length > MAX_TITLE) throw refuse(1041, 'column.title', MAX_TITLE, title.length);
  const same = (other: Column) => other !== column && other.title.toLowerCase() === title.toLowerCase();
  if (sheet.columns.some(same)) throw refuse(1056);
}

function checkType(
  write: ColumnWrite,
  { column, type }: { column: Column | undefined; type: ColumnType },
): void {
  if (type === column?.type) return;
  if (PROJECT_TYPES.includes(type)) throw refuse(1142, type);
  if (type === 'DATETIME' && write.systemColumnType === undefined) throw refuse(1089);
  if ((write.primary ?? column?.primary) && type !== 'TEXT_NUMBER') throw refuse(1057);
  if (column?.inConditionalFormat) throw refuse(1087);
}

function checkSystem(
  write: ColumnWrite,
  { sheet, column, type }: { sheet: Sheet; column: Column | undefined; type: ColumnType },
): void {
  const system = write.systemColumnType;
  if (write.autoNumberFormat && (system ?? column?.systemColumnType) !== 'AUTO_NUMBER') {
    throw refuse(1083, write.title ?? column?.title);
  }
  if (system === undefined) return;
  if (TYPE_OF_SYSTEM[system] !== type) throw refuse(1079, type, system);
  const isTaken = sheet.columns.some((other) => other !== column && other.systemColumnType === system);
  if (isTaken) throw refuse(1077, system);
}

function checkSymbol(symbol: string | undefined, type: ColumnType): void {
  if (symbol === undefined) return;
  const fits =
    (type === 'PICKLIST' && symbol in DROPDOWN_SYMBOLS) ||
    (type === 'CHECKBOX' && CHECKBOX_SYMBOLS.includes(symbol));
  if (!fits) throw refuse(1058, symbol, type);
}
