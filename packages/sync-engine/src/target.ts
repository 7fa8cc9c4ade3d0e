import type { AutomationSettings } from '@picksync/contracts';
import { isDropdownType, isListType, type TargetRefusal, targetRefusal } from '@picksync/contracts/sync';
import {
  type AccessLevel,
  type Column,
  type ContactType,
  type DropdownType,
  isContactType,
} from '@picksync/smartsheet-client';
import { hashContacts, type OptionIdentity } from './contacts.ts';
import type { OptionHash } from './option-hash.ts';

/** A column with a list that can be filled: a dropdown, or contacts. */
export type ListColumn = Column & { type: DropdownType | ContactType };

type Candidate = { column: Column; sheet: { accessLevel: AccessLevel } };

type TargetAssessment =
  | { writable: true; reason: null; column: ListColumn }
  | { writable: false; reason: TargetRefusal };

/**
 * Returns whether a column, read with `level=2`, can be filled, or why not: a dropdown without symbols or a contact
 * column, not locked, no system column, on a sheet of which the user is owner or admin.
 */
export function assessTarget({ column, sheet }: Candidate): TargetAssessment {
  const locked = column.locked || column.lockedForUser;
  const reason = targetRefusal({ ...column, locked, accessLevel: sheet.accessLevel });
  if (reason !== null) return { writable: false, reason };
  // `targetRefusal` has checked this already; here it tells the compiler.
  return hasList(column)
    ? { writable: true, reason: null, column }
    : { writable: false, reason: 'not_dropdown' };
}

/** Returns whether a column has a list that can be filled. */
export function hasList<C extends Pick<Column, 'type'>>(
  column: C,
): column is C & { type: DropdownType | ContactType } {
  return isListType(column.type);
}

/** Returns what makes two options of a column one. */
export function toIdentity({ type }: Pick<Column, 'type'>): OptionIdentity {
  return isContactType(type) ? 'address' : 'text';
}

/** Returns the hashes that know the options of a column. */
export function hashFor(column: Pick<Column, 'type'>, hash: OptionHash): OptionHash {
  return toIdentity(column) === 'address' ? hashContacts(hash) : hash;
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

/** Rights that let somebody add and delete rows. */
const editors: readonly AccessLevel[] = ['EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER'];

/**
 * Returns why rows cannot be added to the source of a two-way automation, or null: rows can be added when its column,
 * read with `level=2`, stores any text as it is, and the user may change it.
 */
export function assessSource({ column, sheet }: Candidate): 'source_not_writable' | 'source_not_text' | null {
  if (!takesAnyText(column)) return 'source_not_text';
  const isWritable = editors.includes(sheet.accessLevel) && !column.locked && !column.lockedForUser;
  return isWritable ? null : 'source_not_writable';
}

/** A dropdown of single choices does as well, unless it is restricted to its list. */
function takesAnyText({ type, symbol, systemColumnType, hasColumnFormula, validation }: Column): boolean {
  if (systemColumnType || hasColumnFormula || symbol) return false;
  return type === 'TEXT_NUMBER' || (type === 'PICKLIST' && validation !== true);
}

/**
 * Returns whether a report shows the target column in a column that makes the list: the dropdown would then feed on its own cells.
 * `origins`: of each column of the report, the columns of sheets whose cells it shows; undefined for a sheet.
 */
export function listsTarget(
  { sourceColumnId, targetColumnId }: { sourceColumnId: string; targetColumnId: string },
  { labelTemplate, addressColumn }: Pick<AutomationSettings, 'labelTemplate' | 'addressColumn'>,
  origins: ReadonlyMap<string, ReadonlySet<string>> | undefined,
): boolean {
  const beside = [...(labelTemplate?.columns ?? []), ...(addressColumn ? [addressColumn] : [])];
  const shown = [sourceColumnId, ...beside.map(({ columnId }) => columnId)];
  return shown.some((id) => origins?.get(id)?.has(targetColumnId));
}
