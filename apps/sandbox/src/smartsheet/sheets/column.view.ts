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
  const { type, primary, options, format, hidden, locked, inConditionalFormat: _, ...same } = column;
  const version = requiredLevel(type);
  return {
    ...same,
    version,
    index: sheet.columns.indexOf(column),
    type: level < version ? 'TEXT_NUMBER' : type,
    primary: primary || undefined,
    options: options ?? findSymbolOptions(column),
    format: withFormat ? format : undefined,
    hidden: hidden || undefined,
    ...lockView(locked, { sheet, accountId }),
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
