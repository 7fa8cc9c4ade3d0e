import type { Parts } from '../../parts.ts';
import { pathId } from '../api/query.ts';
import { success } from '../api/results.ts';
import type { ApiCall, Serve } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import { placeRows, rowView } from '../sheets/row.view.ts';
import { type OnSheet, sheetTarget } from '../sheets/sheet.target.ts';
import { rowViewing } from '../sheets/sheet.view.ts';
import { addRows } from './rows.add.ts';
import { deleteRows } from './rows.delete.ts';
import { rowsResult } from './rows.result.ts';
import { updateRows } from './rows.update.ts';

export function rowsRoutes(serve: Serve, parts: Parts): void {
  serve('rows.get', (call) => {
    const { sheet, actor } = sheetTarget(parts, call, 'VIEWER');
    const id = pathId(call.params, 'rowId');
    const placed = placeRows(sheet.rows).find(({ row }) => row.id === id);
    if (!placed) throw refuse(1006);
    const viewing = rowViewing(sheet, { account: actor.account, query: call.query, parts });
    return { sheetId: sheet.id, ...rowView(placed, viewing) };
  });

  serve('rows.add', (call) => {
    const target = sheetTarget(parts, call, 'EDITOR');
    return rowsResult(parts, { target, call, done: addRows(parts, rowsCall(target, call)) });
  });

  serve('rows.update', (call) => {
    const target = sheetTarget(parts, call, 'EDITOR');
    return rowsResult(parts, { target, call, done: updateRows(parts, rowsCall(target, call)) });
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

const rowsCall = (target: OnSheet, { query, body }: ApiCall) => ({
  ...target,
  body,
  allowPartialSuccess: query.flag('allowPartialSuccess'),
  overrideValidation: query.flag('overrideValidation'),
});
