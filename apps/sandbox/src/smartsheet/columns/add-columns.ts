import type { SandboxDeps } from '../../deps.ts';
import { apiError } from '../errors.ts';
import type { Actor, Column, Sheet } from '../model.ts';
import { autoNumbers } from '../rows/auto-number.ts';
import { recordChange } from '../sheets/record-change.ts';
import { type ColumnInput, parseColumn } from './column.input.ts';
import { assertColumn } from './column.validation.ts';

/** What every change of a column needs. */
export type ColumnsDeps = Pick<SandboxDeps, 'config' | 'now' | 'newId' | 'changes' | 'emit'>;

const defaultWidth = 150;

/** Returns a new column from a request. Throws 1012 without a title or a type. */
export function createColumn(newId: SandboxDeps['newId'], input: ColumnInput): Column {
  if (input.title === undefined) throw apiError(1012, 'column.title');
  if (input.type === undefined) throw apiError(1012, 'column.type');
  const column: Column = {
    id: newId(),
    title: input.title,
    type: input.type,
    primary: input.primary ?? false,
    width: defaultWidth,
    hidden: false,
    locked: false,
    validation: input.validation ?? false,
    ...(input.options === undefined ? {} : { options: input.options }),
    ...(input.symbol === undefined ? {} : { symbol: input.symbol }),
    ...(input.systemColumnType === undefined ? {} : { systemColumnType: input.systemColumnType }),
  };
  applyAttributes(column, input);
  return column;
}

/** Adds one column or a list of columns, at their index or at the end. Adds none when one is invalid. */
export function addColumns(
  deps: ColumnsDeps,
  { sheet, actor, body }: { sheet: Sheet; actor: Actor; body: unknown },
): { added: Column[]; isList: boolean } {
  const isList = Array.isArray(body);
  const bodies: unknown[] = isList ? body : [body];
  const before = sheet.columns;
  const added: Column[] = [];
  try {
    bodies.forEach((one) => {
      const input = parseColumn(one, { isNew: true });
      if (input.primary) throw apiError(1055);
      assertColumn(input, { sheet, column: undefined, config: deps.config });
      const column = createColumn(deps.newId, input);
      const at = (input.index ?? before.length) + added.length;
      sheet.columns = [...sheet.columns.slice(0, at), column, ...sheet.columns.slice(at)];
      added.push(column);
    });
  } catch (error) {
    sheet.columns = before;
    throw error;
  }
  numberExistingRows(sheet, added);
  recordChange(deps, {
    sheet,
    actor,
    events: added.map(({ id }) => ({ objectType: 'column', eventType: 'created', id })),
    raisesVersion: deps.config.COLUMN_EDITS_RAISE_VERSION,
  });
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

/** Sets the attributes that do not depend on the column's type. Those that are undefined stay. */
export function applyAttributes(column: Column, input: ColumnInput): void {
  const { title, width, hidden, locked, description, formula, format } = input;
  const { contactOptions, autoNumberFormat } = input;
  Object.assign(column, {
    ...(title === undefined ? {} : { title }),
    ...(width === undefined ? {} : { width }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(locked === undefined ? {} : { locked }),
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    ...(contactOptions === undefined ? {} : { contactOptions }),
    ...(autoNumberFormat === undefined ? {} : { autoNumberFormat }),
  });
  if (formula === '') delete column.formula;
  else if (formula !== undefined) column.formula = formula;
}
