import type { SandboxDeps } from '../../deps.ts';
import { definedFields } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Cell, CellValue, Column, ColumnType, ContactValue, Sheet } from '../model.ts';
import { autoNumbers } from '../rows/auto-number.ts';
import { formatDisplayValue, sortByOptions } from '../sheets/display-value.ts';
import type { SheetContext } from '../sheets/find-sheet.ts';
import { recordChange } from '../sheets/record-change.ts';
import { type ColumnInput, parseColumn } from './column.input.ts';
import { assertColumn, isContactType, isDropdown } from './column.validation.ts';

/** The column of a request, its sheet and the caller. */
export type ColumnContext = SheetContext & { column: Column };

const defaultWidth = 150;

/** Returns a new column from a request. Throws 1012 without a title or a type. */
export function createColumn(newId: SandboxDeps['newId'], input: ColumnInput): Column {
  const { title, type, index: _index, formula, ...attributes } = input;
  if (title === undefined) throw apiError(1012, 'column.title');
  if (type === undefined) throw apiError(1012, 'column.type');
  return {
    id: newId(),
    title,
    type,
    primary: false,
    width: defaultWidth,
    hidden: false,
    locked: false,
    validation: false,
    ...definedFields({ ...attributes, formula: formula || undefined }),
  };
}

/** Adds one column or a list of columns, at their index or at the end. Adds none when one is invalid. */
export function addColumns(
  deps: SandboxDeps,
  { sheet, actor, body }: SheetContext & { body: unknown },
): { added: Column[]; isList: boolean } {
  const isList = Array.isArray(body);
  const before = sheet.columns;
  const added: Column[] = [];
  try {
    for (const one of isList ? body : [body]) {
      const input = parseColumn(one, { isNew: true });
      if (input.primary) throw apiError(1055);
      assertColumn(input, { sheet, column: undefined, config: deps.config });
      const column = createColumn(deps.newId, input);
      sheet.columns = sheet.columns.toSpliced((input.index ?? before.length) + added.length, 0, column);
      added.push(column);
    }
  } catch (error) {
    sheet.columns = before;
    throw error;
  }
  numberExistingRows(sheet, added);
  recordColumns(deps, { sheet, actor }, { eventType: 'created', columns: added });
  return { added, isList };
}

/** Fills a new AUTO_NUMBER column for the existing rows. */
function numberExistingRows(sheet: Sheet, added: readonly Column[]): void {
  const ids = new Set(added.map(({ id }) => id));
  for (const { columnId, next } of autoNumbers(sheet)) {
    if (!ids.has(columnId)) continue;
    for (const row of sheet.rows) row.cells[columnId] = { value: next() };
  }
}

/** Updates a column. The given options replace all existing ones. */
export function updateColumn(
  deps: SandboxDeps,
  { sheet, column, actor, body }: ColumnContext & { body: unknown },
): Column {
  const input = parseColumn(body, { isNew: false });
  if (input.type === undefined && attributesNeedingType.some((name) => input[name] !== undefined))
    throw apiError(1090);
  // The documentation does not exempt admins here as it does for cells, so nobody is exempt.
  if (column.locked && input.locked !== false) throw apiError(1039, column.title);
  assertColumn(input, { sheet, column, config: deps.config });
  const newType = input.type === column.type ? undefined : input.type;
  if (newType !== undefined) changeType(sheet, { column, to: newType });
  applyAttributes(column, input);
  applyDropdown(column, { input, newType });
  if (input.index !== undefined) {
    const others = sheet.columns.filter((other) => other !== column);
    sheet.columns = others.toSpliced(input.index, 0, column);
  }
  // Converting cells raises the version. Whether other edits of a column do is not documented.
  recordColumns(
    deps,
    { sheet, actor },
    {
      eventType: 'updated',
      columns: [column],
      raisesVersion: newType !== undefined,
    },
  );
  return column;
}

const attributesNeedingType = [
  'symbol',
  'systemColumnType',
  'options',
  'contactOptions',
  'autoNumberFormat',
] as const;

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
  if (!isContactType(to)) delete column.contactOptions;
}

function asRead(cell: Cell, column: Column): Cell {
  return cell.value === null ? cell : { ...cell, value: sortByOptions(cell.value, column) };
}

/** Sets what a request gives, but for what Smartsheet has rules about: its type, its place and its dropdown. */
function applyAttributes(column: Column, input: ColumnInput): void {
  const {
    type: _type,
    index: _index,
    options: _options,
    symbol: _symbol,
    validation: _,
    ...attributes
  } = input;
  Object.assign(column, definedFields(attributes));
  if (column.formula === '') delete column.formula;
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

/**
 * Deletes a column and its cells. Throws 1065 for the primary column, 1087 for one in a conditional formatting rule.
 */
export function deleteColumn(deps: SandboxDeps, { sheet, column, actor }: ColumnContext): void {
  if (column.primary) throw apiError(1065);
  if (column.inConditionalFormat) throw apiError(1087);
  sheet.columns = sheet.columns.filter((other) => other !== column);
  for (const row of sheet.rows) delete row.cells[column.id];
  recordColumns(deps, { sheet, actor }, { eventType: 'deleted', columns: [column] });
}

type ColumnChange = {
  eventType: 'created' | 'updated' | 'deleted';
  columns: readonly Column[];
  raisesVersion?: boolean;
};

function recordColumns(
  deps: SandboxDeps,
  context: SheetContext,
  { eventType, columns, raisesVersion = false }: ColumnChange,
): void {
  recordChange(deps, {
    ...context,
    events: columns.map(({ id }) => ({ objectType: 'column', eventType, id })),
    raisesVersion: raisesVersion || deps.config.COLUMN_EDITS_RAISE_VERSION,
  });
}

/** Returns a cell after its column's type changed, or null when it becomes empty. A formula becomes its value. */
function convertCell(cell: Cell, to: ColumnType): Cell | null {
  if (cell.value === null) return null;
  const value = convertValue(cell.value, to);
  return value === null ? null : { value };
}

function convertValue(value: CellValue, to: ColumnType): CellValue | null {
  const text = formatDisplayValue(value);
  const names = text.split(', ').map((name) => ({ objectType: 'CONTACT' as const, name }));
  switch (to) {
    case 'MULTI_PICKLIST':
      return { objectType: 'MULTI_PICKLIST', values: [text] };
    case 'CONTACT_LIST':
      return toContacts(value)?.[0] ?? text;
    case 'MULTI_CONTACT_LIST':
      return { objectType: 'MULTI_CONTACT', values: toContacts(value) ?? names };
    case 'CHECKBOX':
      return typeof value === 'boolean' ? value : text === 'true' ? true : text;
    default:
      return typeof value === 'number' ? value : text;
  }
}

function toContacts(value: CellValue): ContactValue[] | null {
  if (typeof value !== 'object') return null;
  if (value.objectType === 'CONTACT') return [value];
  return value.objectType === 'MULTI_CONTACT' ? value.values : null;
}
