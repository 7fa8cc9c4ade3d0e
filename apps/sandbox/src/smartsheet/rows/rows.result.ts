import type { Parts } from '../../parts.ts';
import { partialSuccess, success } from '../api/results.ts';
import type { ApiCall } from '../api/serve.ts';
import { newSecret } from '../ids.ts';
import { placeRows, rowView } from '../sheets/row.view.ts';
import type { OnSheet } from '../sheets/sheet.target.ts';
import { rowViewing } from '../sheets/sheet.view.ts';
import type { RowsDone } from './rows.call.ts';

/** What a write of rows answers: the rows as they are now, in the order they were sent, and the sheet's new version. */
export function rowsResult(
  parts: Parts,
  { target, call, done }: { target: OnSheet; call: ApiCall; done: RowsDone },
) {
  const { sheet, actor } = target;
  const shown = rowViewing(sheet, { account: actor.account, query: call.query, parts });
  const changed = new Set(done.done);
  const views = new Map(
    placeRows(sheet.rows)
      .filter(({ row }) => changed.has(row))
      .map((placed) => [placed.row, rowView(placed, shown)]),
  );
  const results = done.done.map((row) => views.get(row));
  const rest = { version: sheet.version, result: done.isList ? results : results[0] };
  if (done.failed.length === 0) return success(rest);
  return partialSuccess(rest, { failed: done.failed, refId: () => newSecret(parts.random, 12) });
}
