import type { Parts } from '../../parts.ts';
import { pathId } from '../api/query.ts';
import { partialSuccess, success } from '../api/results.ts';
import type { ApiCall, Serve } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import { newSecret } from '../ids.ts';
import { placeRows, rowView } from '../sheets/row.view.ts';
import { type OnSheet, sheetTarget } from '../sheets/sheet.target.ts';
import { rowViewing } from '../sheets/sheet.view.ts';
import { addRows } from './rows.add.ts';
import type { RowsCall, RowsDone } from './rows.call.ts';
import { deleteRows } from './rows.delete.ts';
import { updateRows } from './rows.update.ts';

export function rowsRoutes(serve: Serve, parts: Parts): void {
  const { random } = parts;
  const viewing = ({ sheet, actor: { account } }: OnSheet, call: ApiCall) =>
    rowViewing(sheet, { account, query: call.query, parts });
  const bulkCall = (target: OnSheet, { query, body }: ApiCall): RowsCall => ({
    ...target,
    body,
    allowPartialSuccess: query.flag('allowPartialSuccess'),
    overrideValidation: query.flag('overrideValidation'),
  });

  function written(target: OnSheet, call: ApiCall, { done, failed, isList }: RowsDone) {
    const changed = new Set(done);
    const shown = viewing(target, call);
    const placed = new Map(
      placeRows(target.sheet.rows)
        .filter(({ row }) => changed.has(row))
        .map((one) => [one.row, rowView(one, shown)]),
    );
    const views = done.map((row) => placed.get(row));
    const rest = { version: target.sheet.version, result: isList ? views : views[0] };
    if (failed.length === 0) return success(rest);
    return partialSuccess(rest, { failed, refId: () => newSecret(random, 12) });
  }

  serve('rows.get', (call) => {
    const target = sheetTarget(parts, call, 'VIEWER');
    const id = pathId(call.params, 'rowId');
    const placed = placeRows(target.sheet.rows).find(({ row }) => row.id === id);
    if (!placed) throw refuse(1006);
    return { sheetId: target.sheet.id, ...rowView(placed, viewing(target, call)) };
  });

  serve('rows.add', (call) => {
    const target = sheetTarget(parts, call, 'EDITOR');
    return written(target, call, addRows(parts, bulkCall(target, call)));
  });

  serve('rows.update', (call) => {
    const target = sheetTarget(parts, call, 'EDITOR');
    return written(target, call, updateRows(parts, bulkCall(target, call)));
  });

  serve('rows.delete', (call) => {
    const target = sheetTarget(parts, call, 'EDITOR');
    const ids = call.query.numbers('ids');
    if (!ids) throw refuse(1009, 'ids');
    const ignoreRowsNotFound = call.query.flag('ignoreRowsNotFound');
    const result = deleteRows(parts, { ...target, ids, ignoreRowsNotFound });
    return success({ version: target.sheet.version, result });
  });
}
