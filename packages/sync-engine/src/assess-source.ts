import type { AccessLevel, Column } from '@picksync/smartsheet-client';

/** Rights that let somebody add and delete rows. */
const editors: readonly AccessLevel[] = ['EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER'];

/** Returns why rows cannot be added to the source of a two-way automation; null when they can. */
export function assessSource({
  column,
  sheet,
}: {
  column: Column;
  sheet: { accessLevel: AccessLevel };
}): 'source_not_writable' | 'source_not_text' | null {
  const isText = column.type === 'TEXT_NUMBER' && !column.systemColumnType && !column.hasColumnFormula;
  if (!isText) return 'source_not_text';
  const isWritable = editors.includes(sheet.accessLevel) && !column.locked && !column.lockedForUser;
  return isWritable ? null : 'source_not_writable';
}
