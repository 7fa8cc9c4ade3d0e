import { isLockedFor } from '../access.ts';
import { dropdownSymbols } from '../columns/symbols.ts';
import type { Column, Id, Sheet } from '../model.ts';
import { type Level, requiredLevel } from './level.ts';

type View = { sheet: Sheet; accountId: Id; level: Level; withFormat: boolean };

/**
 * Returns a column as the API responds with it: JSON leaves out what is undefined. Shown as TEXT_NUMBER at a low level,
 * it keeps its options.
 */
export function columnView(column: Column, { sheet, accountId, level, withFormat }: View) {
  const version = requiredLevel(column.type);
  return {
    id: column.id,
    version,
    index: sheet.columns.indexOf(column),
    title: column.title,
    type: level < version ? 'TEXT_NUMBER' : column.type,
    primary: column.primary || undefined,
    options: column.options ?? findSymbolOptions(column),
    symbol: column.symbol,
    systemColumnType: column.systemColumnType,
    autoNumberFormat: column.autoNumberFormat,
    contactOptions: column.contactOptions,
    formula: column.formula,
    format: withFormat ? column.format : undefined,
    description: column.description,
    tags: column.tags,
    validation: column.validation,
    width: column.width,
    hidden: column.hidden || undefined,
    ...lockView(column.locked, { sheet, accountId }),
  };
}

/** Returns how a column or row says that it is locked. */
export function lockView(
  isLocked: boolean | undefined,
  { sheet, accountId }: Pick<View, 'sheet' | 'accountId'>,
) {
  return isLocked ? { locked: true, lockedForUser: isLockedFor(sheet, accountId, true) } : {};
}

/** Returns the values of a dropdown's symbol, which Smartsheet reports as its options. */
function findSymbolOptions({ type, symbol }: Column): readonly string[] | undefined {
  return type === 'PICKLIST' && symbol !== undefined ? dropdownSymbols[symbol] : undefined;
}
