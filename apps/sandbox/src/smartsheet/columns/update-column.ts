import { apiError } from '../errors.ts';
import type { Cell, Column, ColumnType, Sheet } from '../model.ts';
import { sortByOptions } from '../sheets/display-value.ts';
import { recordChange } from '../sheets/record-change.ts';
import { applyAttributes, type ColumnsDeps } from './add-columns.ts';
import { type ColumnInput, parseColumn } from './column.input.ts';
import { assertColumn, isDropdown } from './column.validation.ts';
import { convertCell } from './convert-cell.ts';
import type { ColumnContext } from './find-column.ts';

/** Updates a column. The given options replace all existing ones. */
export function updateColumn(
  deps: ColumnsDeps,
  { sheet, column, actor, body }: ColumnContext & { body: unknown },
): Column {
  const input = parseColumn(body, { isNew: false });
  assertTypeGiven(input);
  assertUnlocked(column, input);
  assertColumn(input, { sheet, column, config: deps.config });
  const newType = input.type === column.type ? undefined : input.type;
  if (newType !== undefined) changeType(sheet, { column, to: newType });
  applyAttributes(column, input);
  if (input.systemColumnType !== undefined) column.systemColumnType = input.systemColumnType;
  applyDropdown(column, { input, newType });
  if (input.index !== undefined) move(sheet, { column, to: input.index });
  recordChange(deps, {
    sheet,
    actor,
    events: [{ objectType: 'column', eventType: 'updated', id: column.id }],
    // Converting cells raises the version. Whether other edits of a column do is not documented.
    raisesVersion: newType !== undefined || deps.config.COLUMN_EDITS_RAISE_VERSION,
  });
  return column;
}

const attributesNeedingType = [
  'symbol',
  'systemColumnType',
  'options',
  'contactOptions',
  'autoNumberFormat',
] as const;

function assertTypeGiven(input: ColumnInput): void {
  if (input.type === undefined && attributesNeedingType.some((name) => input[name] !== undefined))
    throw apiError(1090);
}

/** The documentation does not exempt admins here as it does for cells, so nobody is exempt. */
function assertUnlocked(column: Column, input: ColumnInput): void {
  if (column.locked && input.locked !== false) throw apiError(1039, column.title);
}

/** Converts every cell and removes what belonged to the old type, its validation too. */
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
 * Smartsheet accepts one operation on a dropdown per call: `validation` beside options, a symbol or a type is
 * ignored.
 */
function applyDropdown(
  column: Column,
  { input, newType }: { input: ColumnInput; newType: ColumnType | undefined },
): void {
  if (input.symbol !== undefined) {
    column.symbol = input.symbol;
    delete column.options;
  }
  if (input.options !== undefined) column.options = input.options;
  if (input.validation === undefined) return;
  const isAlone = input.options === undefined && input.symbol === undefined && newType === undefined;
  if (isAlone || !isDropdown(column.type)) column.validation = input.validation;
}

function asRead(cell: Cell, column: Column): Cell {
  return cell.value === null ? cell : { ...cell, value: sortByOptions(cell.value, column) };
}

function move(sheet: Sheet, { column, to }: { column: Column; to: number }): void {
  const others = sheet.columns.filter((other) => other !== column);
  sheet.columns = [...others.slice(0, to), column, ...others.slice(to)];
}
