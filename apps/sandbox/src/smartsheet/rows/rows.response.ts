import type { SandboxDeps } from '../../deps.ts';
import type { ApiCall } from '../api/operation-router.ts';
import { partialSuccess, success } from '../api/result-envelope.ts';
import { newSecret } from '../ids.ts';
import type { SheetContext } from '../sheets/find-sheet.ts';
import { rowViewOptions } from '../sheets/read-request.ts';
import { rowView, withRowNumbers } from '../sheets/row.view.ts';
import type { RowsResult } from './bulk-rows.ts';

/**
 * Returns the response of a write: the rows as they are now, and the sheet's new version. Multi-select cells have no
 * `value` in it, whatever the level.
 */
export function rowsResult(
  deps: SandboxDeps,
  { context, call, done }: { context: SheetContext; call: ApiCall; done: RowsResult },
) {
  const { sheet, actor } = context;
  const viewOptions = rowViewOptions(sheet, { account: actor.account, query: call.query, deps });
  const changed = new Set(done.done);
  const views = new Map(
    withRowNumbers(sheet.rows)
      .filter(({ row }) => changed.has(row))
      .map((numbered) => [
        numbered.row,
        { sheetId: sheet.id, ...rowView(numbered, { ...viewOptions, level: 2 }) },
      ]),
  );
  const rows = [...views.values()];
  const rest = { version: sheet.version, result: done.isList ? rows : rows[0] };
  if (done.failed.length === 0) return success(rest);
  return partialSuccess(rest, { failed: done.failed, refId: () => newSecret(deps.random, 12) });
}
