import { isLockedFor } from '../access.ts';
import { apiError } from '../errors.ts';
import type { Actor, Id, Row, Sheet } from '../model.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import type { RowsDeps } from './bulk-rows.ts';

export type DeleteRowsRequest = {
  sheet: Sheet;
  actor: Actor;
  ids: readonly Id[];
  ignoreRowsNotFound?: boolean;
};

/** Deletes rows with their descendants. Returns the ids of all deleted rows. */
export function deleteRows(deps: RowsDeps, request: DeleteRowsRequest): Id[] {
  const { sheet, actor, ids, ignoreRowsNotFound = false } = request;
  const deleted = withDescendants(sheet, new Set(ids));
  const deletedIds = new Set(deleted.map(({ id }) => id));
  if (!ignoreRowsNotFound && ids.some((id) => !deletedIds.has(id))) throw apiError(1006);
  if (deleted.some((row) => isLockedFor(sheet, actor.account.id, row.locked))) throw apiError(1092);
  if (deleted.length === 0) return [];
  sheet.rows = sheet.rows.filter(({ id }) => !deletedIds.has(id));
  const events = deleted.map(({ id }): EventObject => ({ objectType: 'row', eventType: 'deleted', id }));
  recordChange(deps, { sheet, actor, events, raisesVersion: true });
  return deleted.map(({ id }) => id);
}

/** Parents precede their children, so one pass is enough. */
function withDescendants(sheet: Sheet, requestedIds: ReadonlySet<Id>): Row[] {
  const subtree = new Set<Id>();
  return sheet.rows.filter((row) => {
    const isDeleted = requestedIds.has(row.id) || (row.parentId !== undefined && subtree.has(row.parentId));
    if (isDeleted) subtree.add(row.id);
    return isDeleted;
  });
}
