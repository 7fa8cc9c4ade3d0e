import type { Actor } from '../../parts.ts';
import { isLockedFor } from '../access.ts';
import { refuse } from '../errors.ts';
import type { Id, Row, Sheet } from '../model.ts';
import { type Happening, recordChange } from '../sheets/sheet.change.ts';
import type { RowsParts } from './rows.call.ts';

export type DeleteCall = { sheet: Sheet; actor: Actor; ids: readonly Id[]; ignoreRowsNotFound?: boolean };

/** Deletes rows with their children; answers the ids of all that went. */
export function deleteRows(parts: RowsParts, call: DeleteCall): Id[] {
  const { sheet, actor, ids, ignoreRowsNotFound = false } = call;
  const gone = withDescendants(sheet, new Set(ids));
  const goneIds = new Set(gone.map(({ id }) => id));
  if (!ignoreRowsNotFound && ids.some((id) => !goneIds.has(id))) throw refuse(1006);
  if (gone.some((row) => isLockedFor(sheet, actor.account.id, row.locked))) throw refuse(1092);
  if (gone.length === 0) return [];
  sheet.rows = sheet.rows.filter(({ id }) => !goneIds.has(id));
  const happenings = gone.map(({ id }): Happening => ({ objectType: 'row', eventType: 'deleted', id }));
  recordChange(parts, { sheet, actor, happenings, raisesVersion: true });
  return gone.map(({ id }) => id);
}

/** Parents come before their children, so one pass finds whole families. */
function withDescendants(sheet: Sheet, wanted: ReadonlySet<Id>): Row[] {
  const family = new Set<Id>();
  return sheet.rows.filter((row) => {
    const goes = wanted.has(row.id) || (row.parentId !== undefined && family.has(row.parentId));
    if (goes) family.add(row.id);
    return goes;
  });
}
