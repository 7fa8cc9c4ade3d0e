import type { Parts } from '../../parts.ts';
import { success } from '../api/results.ts';
import { callerOf, type Serve } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import { checkMembers, isObject, member } from '../json.ts';
import type { Sheet } from '../model.ts';
import { columnView } from './column.view.ts';
import { permalink } from './permalink.ts';
import { listSheets } from './sheet.list.ts';
import { sheetTarget } from './sheet.target.ts';
import { sheetView } from './sheet.view.ts';
import { createSheet, deleteSheet, renameSheet } from './sheets.edit.ts';

export function sheetsRoutes(serve: Serve, parts: Parts): void {
  serve('sheets.list', (call) => listSheets({ account: callerOf(call).account, query: call.query, parts }));

  serve('sheets.get', (call) => {
    const { sheet, actor } = sheetTarget(parts, call, 'VIEWER');
    return sheetView(sheet, { account: actor.account, query: call.query, parts, spoilt: call.spoilt });
  });

  serve('sheets.version', (call) => ({ version: sheetTarget(parts, call, 'VIEWER').sheet.version }));

  serve('sheets.create', (call) => {
    const { account } = callerOf(call);
    const sheet = createSheet(parts, { actor: { account }, body: call.body });
    return success({ result: createdView(sheet, parts) });
  });

  serve('sheets.update', (call) => {
    const { sheet, actor } = sheetTarget(parts, call, 'ADMIN');
    if (!isObject(call.body)) throw refuse(1024);
    checkMembers(call.body, { noun: 'sheet', taken: ['name'] });
    const name = member(call.body, { noun: 'sheet', name: 'name', kind: 'string' });
    renameSheet(parts, { sheet, actor, name });
    return success({
      result: {
        id: sheet.id,
        name: sheet.name,
        accessLevel: 'ADMIN',
        permalink: permalink(sheet, parts.config),
      },
    });
  });

  serve('sheets.delete', (call) => {
    deleteSheet(parts, sheetTarget(parts, call, 'OWNER').sheet);
    return success({});
  });
}

const createdView = (sheet: Sheet, { config }: Parts) => ({
  id: sheet.id,
  name: sheet.name,
  accessLevel: 'OWNER',
  permalink: permalink(sheet, config),
  columns: sheet.columns.map((column) => columnView(column, { sheet, accountId: sheet.ownerId, level: 2 })),
});
