import { refuse } from '../errors.ts';
import type { Cell, Column, ColumnType, Sheet } from '../model.ts';
import { inOptionOrder } from '../sheets/cell.text.ts';
import { recordChange } from '../sheets/sheet.change.ts';
import { convertCell } from './cell.conversion.ts';
import { type ColumnWrite, readColumn } from './column.input.ts';
import { checkColumn } from './column.rules.ts';
import { applyPlain, type ColumnCall, type ColumnsParts } from './columns.call.ts';
import { isDropdown } from './option.rules.ts';

/** Changes a column's definition; the options given are all the options there are afterwards. */
export function updateColumn(
  parts: ColumnsParts,
  { sheet, column, actor, body }: ColumnCall & { body: unknown },
): Column {
  const write = readColumn(body, { isNew: false });
  requireType(write);
  requireUnlocked(column, write);
  checkColumn(write, { sheet, column, config: parts.config });
  const newType = write.type === column.type ? undefined : write.type;
  if (newType !== undefined) changeType(sheet, { column, to: newType });
  applyPlain(column, write);
  if (write.systemColumnType !== undefined) column.systemColumnType = write.systemColumnType;
  applyDropdown(column, { write, newType });
  if (write.index !== undefined) move(sheet, { column, to: write.index });
  recordChange(parts, {
    sheet,
    actor,
    happenings: [{ objectType: 'column', eventType: 'updated', id: column.id }],
    // Converting cells is a change of cells; that other edits of a column raise the version is documented nowhere.
    raisesVersion: newType !== undefined || parts.config.COLUMN_EDITS_RAISE_VERSION,
  });
  return column;
}

const NEEDS_TYPE = ['symbol', 'systemColumnType', 'options', 'contactOptions', 'autoNumberFormat'] as const;

function requireType(write: ColumnWrite): void {
  if (write.type === undefined && NEEDS_TYPE.some((name) => write[name] !== undefined)) throw refuse(1090);
}

/** The documentation does not say that admins are exempt here as they are with cells, so nobody is. */
function requireUnlocked(column: Column, write: ColumnWrite): void {
  if (column.locked && write.locked !== false) throw refuse(1039, column.title);
}

/** A change of type converts every cell and takes away what belonged to the old type, the validation with it. */
function changeType(sheet: Sheet, { column, to }: { column: Column; to: ColumnType }): void {
  const staysDropdown = isDropdown(column.type) && isDropdown(to);
  for (const row of sheet.rows) {
    const cell = row.cells[column.id];
    const converted = cell ? convertCell(asRead(cell, column), to) : null;
    if (converted) row.cells[column.id] = converted;
    else delete row.cells[column.id];
  }
  column.type = to;
  column.validation = false;
  delete column.symbol;
  delete column.systemColumnType;
  delete column.autoNumberFormat;
  delete column.formula;
  if (!staysDropdown) delete column.options;
}

/**
 * A dropdown takes one operation per call: a validation that travels with options, a symbol or a type is not heard.
 */
function applyDropdown(
  column: Column,
  { write, newType }: { write: ColumnWrite; newType: ColumnType | undefined },
): void {
  if (write.symbol !== undefined) {
    column.symbol = write.symbol;
    delete column.options;
  }
  if (write.options !== undefined) column.options = write.options;
  if (write.validation === undefined) return;
  const isAlone = write.options === undefined && write.symbol === undefined && newType === undefined;
  if (isAlone || !isDropdown(column.type)) column.validation = write.validation;
}

function asRead(cell: Cell, column: Column): Cell {
  return cell.value === null ? cell : { ...cell, value: inOptionOrder(cell.value, column) };
}

function move(sheet: Sheet, { column, to }: { column: Column; to: number }): void {
  const others = sheet.columns.filter((other) => other !== column);
  sheet.columns = [...others.slice(0, to), column, ...others.slice(to)];
}
