import type { AccessLevel, Column } from '@picksync/smartsheet-client';

/** Rights that let somebody add and delete rows. */
const editors: readonly AccessLevel[] = ['EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER'];

/**
 * Returns why rows cannot be added to the source of a two-way automation, or null: rows can be added when its column,
 * read with `level=2`, stores any text as it is, and the user may change it.
 */
export function assessSource({
  column,
  sheet,
}: {
  column: Column;
  sheet: { accessLevel: AccessLevel };
}): 'source_not_writable' | 'source_not_text' | null {
  if (!takesAnyText(column)) return 'source_not_text';
  const isWritable = editors.includes(sheet.accessLevel) && !column.locked && !column.lockedForUser;
  return isWritable ? null : 'source_not_writable';
}

/** A dropdown of single choices does as well, unless it is restricted to its list. */
function takesAnyText({ type, symbol, systemColumnType, hasColumnFormula, validation }: Column): boolean {
  if (systemColumnType || hasColumnFormula || symbol) return false;
  return type === 'TEXT_NUMBER' || (type === 'PICKLIST' && validation !== true);
}
