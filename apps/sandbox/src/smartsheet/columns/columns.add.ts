import type { Actor, Parts } from '../../parts.ts';
import { refuse } from '../errors.ts';
import type { Column, Sheet } from '../model.ts';
import { autoNumbers } from '../rows/auto-number.ts';
import { recordChange } from '../sheets/sheet.change.ts';
import { type ColumnWrite, readColumn } from './column.input.ts';
import { checkColumn } from './column.rules.ts';
import { applyPlain, type ColumnsParts } from './columns.call.ts';

const DEFAULT_WIDTH = 150;

/** A new column as the request describes it. */
export function newColumn(newId: Parts['newId'], write: ColumnWrite): Column {
  if (write.title === undefined) throw refuse(1012, 'column.title');
  if (write.type === undefined) throw refuse(1012, 'column.type');
  const column: Column = {
    id: newId(),
    title: write.title,
    type: write.type,
    primary: write.primary ?? false,
    width: DEFAULT_WIDTH,
    hidden: false,
    locked: false,
    validation: write.validation ?? false,
    ...(write.options === undefined ? {} : { options: write.options }),
    ...(write.symbol === undefined ? {} : { symbol: write.symbol }),
    ...(write.systemColumnType === undefined ? {} : { systemColumnType: write.systemColumnType }),
  };
  applyPlain(column, write);
  return column;
}

/** Adds one column or a list of them, at the index they name or at the end. */
export function addColumns(
  parts: ColumnsParts,
  { sheet, actor, body }: { sheet: Sheet; actor: Actor; body: unknown },
): { added: Column[]; isList: boolean } {
  const isList = Array.isArray(body);
  const bodies: unknown[] = isList ? body : [body];
  const before = sheet.columns;
  const added: Column[] = [];
  try {
    bodies.forEach((one) => {
      const write = readColumn(one, { isNew: true });
      if (write.primary) throw refuse(1055);
      checkColumn(write, { sheet, column: undefined, config: parts.config });
      const column = newColumn(parts.newId, write);
      const at = (write.index ?? before.length) + added.length;
      sheet.columns = [...sheet.columns.slice(0, at), column, ...sheet.columns.slice(at)];
      added.push(column);
    });
  } catch (error) {
    sheet.columns = before;
    throw error;
  }
  numberRows(sheet, added);
  recordChange(parts, {
    sheet,
    actor,
    happenings: added.map(({ id }) => ({ objectType: 'column', eventType: 'created', id })),
    raisesVersion: parts.config.COLUMN_EDITS_RAISE_VERSION,
  });
  return { added, isList };
}

/** A new column of auto numbers numbers the rows that are there. */
function numberRows(sheet: Sheet, added: readonly Column[]): void {
  const ids = new Set(added.map(({ id }) => id));
  for (const { columnId, next } of autoNumbers(sheet)) {
    if (!ids.has(columnId)) continue;
    for (const row of sheet.rows) row.cells[columnId] = { value: next() };
  }
}
