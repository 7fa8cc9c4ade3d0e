import { isLockedFor } from '../access.ts';
import type { Column, Id, Sheet } from '../model.ts';
import { type Level, neededLevel, typeAt } from './level.ts';

type View = { sheet: Sheet; accountId: Id; level: Level };

/** A column as "Get Sheet" and "Update Column" answer it. */
export function columnView(column: Column, { sheet, accountId, level }: View) {
  const isNative = level >= neededLevel(column.type);
  return {
    id: column.id,
    version: neededLevel(column.type),
    index: sheet.columns.indexOf(column),
    title: column.title,
    type: typeAt(column.type, level),
    ...(column.primary ? { primary: true } : {}),
    ...(column.options && isNative ? { options: column.options } : {}),
    ...(column.symbol === undefined ? {} : { symbol: column.symbol }),
    ...(column.systemColumnType === undefined ? {} : { systemColumnType: column.systemColumnType }),
    ...(column.autoNumberFormat ? { autoNumberFormat: column.autoNumberFormat } : {}),
    ...(column.contactOptions ? { contactOptions: column.contactOptions } : {}),
    ...(column.formula === undefined ? {} : { formula: column.formula }),
    ...(column.description === undefined ? {} : { description: column.description }),
    validation: column.validation,
    width: column.width,
    ...(column.hidden ? { hidden: true } : {}),
    ...(column.locked ? { locked: true, lockedForUser: isLockedFor(sheet, accountId, true) } : {}),
  };
}

/** A column as "List Columns" and "Get Column" answer it: the reference's samples have no options there. */
export function listedColumnView(column: Column, view: View) {
  const { options: _options, ...listed } = columnView(column, view);
  return listed;
}
