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

function isDropdown(column: Column): column is DropdownColumn {
  return isDropdownType(column.type);
}
