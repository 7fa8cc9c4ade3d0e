import type { SandboxDeps } from '../../deps.ts';
import { partialSuccess, success } from '../api/envelope.ts';
import type { AddOperation, ApiCall } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import { newSecret } from '../ids.ts';
import { findSheet, type SheetContext } from '../sheets/find-sheet.ts';
import { accessLevelFor, rowViewOptions } from '../sheets/read-request.ts';
import { rowView, withRowNumbers } from '../sheets/row.view.ts';
import { addRows, deleteRows, type RowsResult, updateRows } from './rows.ts';

export function rowsRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  addOperation('rows.get', (call) => {
    const { sheet, actor } = findSheet(deps, call, 'VIEWER');
    const id = pathId(call.params, 'rowId');
    const numbered = withRowNumbers(sheet.rows).find(({ row }) => row.id === id);
    if (!numbered) throw apiError(1006);
    const viewOptions = rowViewOptions(sheet, { account: actor.account, query: call.query, deps });
    return {
      sheetId: sheet.id,
      version: sheet.version,
      accessLevel: accessLevelFor(sheet, { account: actor.account, query: call.query }),
      ...rowView(numbered, viewOptions),
    };
  });

  addOperation('rows.add', (call) => {
    const context = findSheet(deps, call, 'EDITOR');
    return toResponse(deps, { context, call, done: addRows(deps, rowsCall(context, call)) });
  });

  addOperation('rows.update', (call) => {
    const context = findSheet(deps, call, 'EDITOR');
    const { refusedRows } = call.contentFaults;
    const done = updateRows(deps, { ...rowsCall(context, call), refusedRows });
    // An update responds with a list, even to a single row.
    return toResponse(deps, { context, call, done: { ...done, isList: true } });
  });

  addOperation('rows.delete', (call) => {
    const context = findSheet(deps, call, 'EDITOR');
    const ids = call.query.integers('ids');
    if (!ids) throw apiError(1009, 'ids');
    const ignoreRowsNotFound = call.query.flag('ignoreRowsNotFound');
    const result = deleteRows(deps, { ...context, ids, ignoreRowsNotFound });
    return success({ result });
  });
}

function rowsCall(context: SheetContext, { query, body }: ApiCall) {
  return {
    ...context,
    body,
    allowPartialSuccess: query.flag('allowPartialSuccess'),
    overrideValidation: query.flag('overrideValidation'),
  };
}

/**
 * Returns the response of a write: the rows as they are now, and the sheet's new version. Multi-select cells have no
 * `value` in it, whatever the level.
 */
function toResponse(
  deps: SandboxDeps,
  { context, call, done }: { context: SheetContext; call: ApiCall; done: RowsResult },
) {
  const { sheet, actor } = context;
  const viewOptions = rowViewOptions(sheet, { account: actor.account, query: call.query, deps });
  const changed = new Set(done.done);
  const rows = withRowNumbers(sheet.rows)
    .filter(({ row }) => changed.has(row))
    .map((numbered) => ({ sheetId: sheet.id, ...rowView(numbered, { ...viewOptions, level: 2 }) }));
  const rest = { version: sheet.version, result: done.isList ? rows : rows[0] };
  if (done.failed.length === 0) return success(rest);
  return partialSuccess(rest, { failed: done.failed, refId: () => newSecret(deps.random, 12) });
}
