import type { Parts } from '../../parts.ts';
import { success } from '../api/results.ts';
import type { ApiCall, Serve } from '../api/serve.ts';
import { columnView } from '../sheets/column.view.ts';
import { readLevel } from '../sheets/level.ts';
import { pageOf } from '../sheets/paging.ts';
import { type OnSheet, sheetTarget } from '../sheets/sheet.target.ts';
import { columnTarget } from './column.target.ts';
import { addColumns } from './columns.add.ts';
import { deleteColumn } from './columns.delete.ts';
import { updateColumn } from './columns.update.ts';

export function columnsRoutes(serve: Serve, parts: Parts): void {
  const viewing = ({ sheet, actor }: OnSheet, call: ApiCall) => ({
    sheet,
    accountId: actor.account.id,
    level: readLevel(call.query.whole('level')),
  });
  // A write has no level of its own: it answers the column as what it is.
  const written = ({ sheet, actor }: OnSheet) => ({ sheet, accountId: actor.account.id, level: 2 as const });

  serve('columns.list', (call) => {
    const target = sheetTarget(parts, call, 'VIEWER');
    const page = pageOf(target.sheet.columns, call.query);
    return { ...page, data: page.data.map((column) => columnView(column, viewing(target, call))) };
  });

  serve('columns.get', (call) => {
    const target = columnTarget(parts, call, 'VIEWER');
    return columnView(target.column, viewing(target, call));
  });

  serve('columns.add', (call) => {
    const target = sheetTarget(parts, call, 'ADMIN');
    const { added, isList } = addColumns(parts, { ...target, body: call.body });
    const views = added.map((column) => columnView(column, written(target)));
    return success({ result: isList ? views : views[0] });
  });

  serve('columns.update', (call) => {
    const target = columnTarget(parts, call, 'ADMIN');
    const column = updateColumn(parts, { ...target, body: call.body });
    return success({ result: columnView(column, written(target)) });
  });

  serve('columns.delete', (call) => {
    deleteColumn(parts, columnTarget(parts, call, 'ADMIN'));
    return success({});
  });
}
