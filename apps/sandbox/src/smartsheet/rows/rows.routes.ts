import type { Actor, Parts } from '../../parts.ts';
import { requireSheet } from '../access.ts';
import { pathId } from '../api/query.ts';
import { partialSuccess, success } from '../api/results.ts';
import { type ApiCall, callerOf, type Serve } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import { newSecret } from '../ids.ts';
import type { AccessLevel, Sheet } from '../model.ts';
import { placeRows, rowView } from '../sheets/row.view.ts';
import { rowViewing } from '../sheets/sheet.view.ts';
import { addRows } from './rows.add.ts';
import type { RowsCall, RowsDone } from './rows.call.ts';
import { deleteRows } from './rows.delete.ts';
import { updateRows } from './rows.update.ts';

type OnSheet = { sheet: Sheet; actor: Actor };

export function rowsRoutes(serve: Serve, parts: Parts): void {
  const { state, random } = parts;
  const onSheet = (call: ApiCall, level: AccessLevel): OnSheet => {
    const { account } = callerOf(call);
    const sheet = requireSheet(state, { id: pathId(call.params, 'sheetId'), account, level });
    return { sheet, actor: { account, changeAgent: call.changeAgent } };
  };
  const viewing = ({ sheet, actor: { account } }: OnSheet, call: ApiCall) =>
    rowViewing(sheet, { account, accounts: state.accounts, query: call.query });
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
    const target = onSheet(call, 'VIEWER');
    const id = pathId(call.params, 'rowId');
    const placed = placeRows(target.sheet.rows).find(({ row }) => row.id === id);
    if (!placed) throw refuse(1006);
    return { sheetId: target.sheet.id, ...rowView(placed, viewing(target, call)) };
  });

  serve('rows.add', (call) => {
    const target = onSheet(call, 'EDITOR');
    return written(target, call, addRows(parts, bulkCall(target, call)));
  });

  serve('rows.update', (call) => {
    const target = onSheet(call, 'EDITOR');
    return written(target, call, updateRows(parts, bulkCall(target, call)));
  });

  serve('rows.delete', (call) => {
    const target = onSheet(call, 'EDITOR');
    const ids = call.query.numbers('ids');
    if (!ids) throw refuse(1009, 'ids');
    const ignoreRowsNotFound = call.query.flag('ignoreRowsNotFound');
    const result = deleteRows(parts, { ...target, ids, ignoreRowsNotFound });
    return success({ version: target.sheet.version, result });
  });
}
