import { isLockedFor } from '../access.ts';
import { dropdownSymbols } from '../columns/symbols.ts';
import type { Column, Id, Sheet } from '../model.ts';
import { type Level, requiredLevel, typeAtLevel } from './level.ts';

type View = { sheet: Sheet; accountId: Id; level: Level; withFormat: boolean };

/** Returns a column as the API responds with it. Shown as TEXT_NUMBER at a low level, it keeps its options. */
export function columnView(column: Column, { sheet, accountId, level, withFormat }: View) {
  const options = column.options ?? symbolOptions(column);
  return {
    id: column.id,
    version: requiredLevel(column.type),
    index: sheet.columns.indexOf(column),
    title: column.title,
    type: typeAtLevel(column.type, level),
    ...(column.primary ? { primary: true } : {}),
    ...(options ? { options } : {}),
    ...(column.symbol === undefined ? {} : { symbol: column.symbol }),
    ...(column.systemColumnType === undefined ? {} : { systemColumnType: column.systemColumnType }),
    ...(column.autoNumberFormat ? { autoNumberFormat: column.autoNumberFormat } : {}),
    ...(column.contactOptions ? { contactOptions: column.contactOptions } : {}),
    ...(column.formula === undefined ? {} : { formula: column.formula }),
    ...(column.format === undefined || !withFormat ? {} : { format: column.format }),
    ...(column.description === undefined ? {} : { description: column.description }),
    ...(column.tags ? { tags: column.tags } : {}),
    validation: column.validation,
    width: column.width,
    ...(column.hidden ? { hidden: true } : {}),
    ...(column.locked ? { locked: true, lockedForUser: isLockedFor(sheet, accountId, true) } : {}),
  };
}

/** Returns the values of a dropdown's symbol, which Smartsheet reports as its options. */
function symbolOptions({ type, symbol }: Column): readonly string[] | undefined {
  return type === 'PICKLIST' && symbol !== undefined ? dropdownSymbols[symbol] : undefined;
}
