import type { SandboxDeps } from '../../deps.ts';
import { type AddOperation, CsvFile, getCaller } from '../api/operation-router.ts';
import { success } from '../api/result-envelope.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import { findSheet } from './find-sheet.ts';
import { listSheets } from './list-sheets.ts';
import { permalink } from './permalink.ts';
import { accessLevelFor } from './read-request.ts';
import { sheetCsv } from './sheet.csv.ts';
import { createdSheetView, sheetView } from './sheet.view.ts';
import { createSheet, deleteSheet, renameSheet } from './sheets.ts';

export function sheetsRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  addOperation('sheets.list', (call) =>
    listSheets({
      account: getCaller(call).account,
      query: call.query,
      deps,
      contentFaults: call.contentFaults,
    }),
  );

  addOperation('sheets.get', (call) => {
    const { sheet, actor } = findSheet(deps, call, 'VIEWER');
    if (call.accept.startsWith('text/csv')) return new CsvFile(sheetCsv(sheet));
    const { query, contentFaults } = call;
    return sheetView(sheet, { account: actor.account, query, deps, contentFaults });
  });

  addOperation('sheets.version', (call) => ({ version: findSheet(deps, call, 'VIEWER').sheet.version }));

  addOperation('sheets.create', (call) => {
    const { account } = getCaller(call);
    const sheet = createSheet(deps, { actor: { account }, body: call.body });
    return success({ result: createdSheetView(sheet, deps) });
  });

  addOperation('sheets.update', (call) => {
    const { sheet, actor } = findSheet(deps, call, 'ADMIN');
    if (!isObject(call.body)) throw apiError(1024);
    assertAttributes(call.body, { noun: 'sheet', accepted: ['name', 'userSettings'] });
    const name = readText(call.body, 'name');
    // `userSettings` is accepted and has no effect here.
    if (name !== undefined || call.body.userSettings === undefined) renameSheet(deps, { sheet, actor, name });
    return success({
      result: {
        id: sheet.id,
        name: sheet.name,
        accessLevel: accessLevelFor(sheet, { account: actor.account, query: call.query }),
        permalink: permalink(sheet, deps.config),
      },
    });
  });

  addOperation('sheets.delete', (call) => {
    deleteSheet(deps, findSheet(deps, call, 'OWNER').sheet);
    return success({});
  });
}
