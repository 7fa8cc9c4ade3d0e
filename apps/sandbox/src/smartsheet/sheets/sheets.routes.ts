import type { Parts } from '../../parts.ts';
import { requireSheet } from '../access.ts';
import { pathId } from '../api/query.ts';
import { success } from '../api/results.ts';
import { type ApiCall, callerOf, type Serve } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import { checkMembers, isObject, member } from '../json.ts';
import type { AccessLevel, Sheet } from '../model.ts';
import { columnView } from './column.view.ts';
import { permalink } from './row.view.ts';
import { listSheets } from './sheet.list.ts';
import { sheetView } from './sheet.view.ts';
import { createSheet, deleteSheet, renameSheet } from './sheets.edit.ts';

export function sheetsRoutes(serve: Serve, parts: Parts): void {
  const { state } = parts;
  const sheetOf = (call: ApiCall, level: AccessLevel = 'VIEWER') =>
    requireSheet(state, { id: pathId(call.params, 'sheetId'), account: callerOf(call).account, level });

  serve('sheets.list', (call) => listSheets(state, { account: callerOf(call).account, query: call.query }));

  serve('sheets.get', (call) =>
    sheetView(sheetOf(call), {
      account: callerOf(call).account,
      accounts: state.accounts,
      query: call.query,
    }),
  );

  serve('sheets.version', (call) => ({ version: sheetOf(call).version }));

  serve('sheets.create', (call) => {
    const { account } = callerOf(call);
    const sheet = createSheet(parts, { actor: { account }, body: call.body });
    return success({ result: createdView(sheet) });
  });

  serve('sheets.update', (call) => {
    const sheet = sheetOf(call, 'ADMIN');
    const { account } = callerOf(call);
    if (!isObject(call.body)) throw refuse(1024);
    checkMembers(call.body, { noun: 'sheet', taken: ['name'] });
    const name = member(call.body, { noun: 'sheet', name: 'name', kind: 'string' });
    renameSheet(parts, { sheet, actor: { account, changeAgent: call.changeAgent }, name });
    return success({
      result: { id: sheet.id, name: sheet.name, accessLevel: 'ADMIN', permalink: permalink(sheet) },
    });
  });

  serve('sheets.delete', (call) => {
    deleteSheet(parts, sheetOf(call, 'OWNER'));
    return success({});
  });
}

const createdView = (sheet: Sheet) => ({
  id: sheet.id,
  name: sheet.name,
  accessLevel: 'OWNER',
  permalink: permalink(sheet),
  columns: sheet.columns.map((column) => columnView(column, { sheet, accountId: sheet.ownerId, level: 2 })),
});
