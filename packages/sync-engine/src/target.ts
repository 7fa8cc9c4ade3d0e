import { isDropdownType, type TargetRefusal, targetRefusal } from '@picksync/contracts';
import type { AccessLevel, Column, DropdownType } from '@picksync/smartsheet-client';

export type DropdownColumn = Column & { type: DropdownType };

export type TargetAssessment =
  | { writable: true; reason: null; column: DropdownColumn }
  | { writable: false; reason: TargetRefusal };

/**
 * Returns whether a column, read with `level=2`, can be filled, or why not: a dropdown without symbols, not locked, no
 * system column, on a sheet of which the user is owner or admin.
 */
export function assessTarget(candidate: {
  column: Column;
  sheet: { accessLevel: AccessLevel };
}): TargetAssessment {
  const { column, sheet } = candidate;
  const locked = column.locked || column.lockedForUser;
  const reason = targetRefusal({ ...column, locked, accessLevel: sheet.accessLevel });
  if (reason !== null) return { writable: false, reason };
  // `targetRefusal` has checked this already; here it tells the compiler.
  return isDropdown(column)
    ? { writable: true, reason: null, column }
    : { writable: false, reason: 'not_dropdown' };
}

/** Returns whether a column is a dropdown. */
export function isDropdown<C extends Pick<Column, 'type'>>(column: C): column is C & { type: DropdownType } {
  return isDropdownType(column.type);
}

/** Returns the texts that the list of a dropdown lacks; none for other columns. */
export function missingIn(column: Pick<Column, 'type' | 'options'>, texts: readonly string[]): string[] {
  if (!isDropdown(column)) return [];
  const options = new Set(column.options);
  return [...new Set(texts)].filter((text) => !options.has(text));
}
