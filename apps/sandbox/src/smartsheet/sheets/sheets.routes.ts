import type { SandboxDeps } from '../../deps.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, CsvFile, getCaller } from '../api/operation-router.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Sheet } from '../model.ts';
import { formatDisplayValue, sortByOptions } from './display-value.ts';
import { findSheet } from './find-sheet.ts';
import { permalink } from './permalink.ts';
import { accessLevelFor } from './read-request.ts';
import { createdSheetView, listSheets, sheetView } from './sheet.view.ts';
import { createSheet, deleteSheet, renameSheet } from './sheets.ts';

export function sheetsRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  addOperation('sheets.list', (call) =>
    listSheets({ account: getCaller(call).account, query: call.query, deps }, call.contentFaults),
  );

  addOperation('sheets.get', (call) => {
    const { sheet, actor } = findSheet(deps, call, 'VIEWER');
    if (call.headers.accept?.startsWith('text/csv')) return new CsvFile(toCsv(sheet));
    return sheetView(sheet, { account: actor.account, query: call.query, deps }, call.contentFaults);
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

/** Returns a sheet as CSV: the titles of its columns, then the displayed texts of its rows. */
function toCsv({ columns, rows }: Sheet): string {
  const lines = rows.map(({ cells }) =>
    columns.map((column) => {
      const cell = cells[column.id];
      if (!cell || cell.value === null) return '';
      return formatDisplayValue(sortByOptions(cell.value, column), cell.format ?? column.format);
    }),
  );
  return [columns.map(({ title }) => title), ...lines]
    .map((texts) => `${texts.map(quoteField).join(',')}\r\n`)
    .join('');
}

function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
