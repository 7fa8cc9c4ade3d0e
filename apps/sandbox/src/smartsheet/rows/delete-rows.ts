import { isLockedFor } from '../access.ts';
import { apiError } from '../errors.ts';
import type { Actor, Id, Row, Sheet } from '../model.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import type { RowsDeps } from './bulk-rows.ts';

export type DeleteCall = { sheet: Sheet; actor: Actor; ids: readonly Id[]; ignoreRowsNotFound?: boolean };

/** Deletes rows with their children; answers the ids of all that went. */
export function deleteRows(deps: RowsDeps, call: DeleteCall): Id[] {
  const { sheet, actor, ids, ignoreRowsNotFound = false } = call;
  const gone = withDescendants(sheet, new Set(ids));
  const goneIds = new Set(gone.map(({ id }) => id));
  if (!ignoreRowsNotFound && ids.some((id) => !goneIds.has(id))) throw apiError(1006);
  if (gone.some((row) => isLockedFor(sheet, actor.account.id, row.locked))) throw apiError(1092);
  if (gone.length === 0) return [];
  sheet.rows = sheet.rows.filter(({ id }) => !goneIds.has(id));
  const events = gone.map(({ id }): EventObject => ({ objectType: 'row', eventType: 'deleted', id }));
  recordChange(deps, { sheet, actor, events, raisesVersion: true });
  return gone.map(({ id }) => id);
}

/** Parents come before their children, so one pass finds whole families. */
function withDescendants(sheet: Sheet, wanted: ReadonlySet<Id>): Row[] {
  const subtree = new Set<Id>();
  return sheet.rows.filter((row) => {
    const goes = wanted.has(row.id) || (row.parentId !== undefined && subtree.has(row.parentId));
    if (goes) subtree.add(row.id);
    return goes;
  });
}
