import type { SandboxDeps } from '../../deps.ts';
import { getAccess } from '../access.ts';
import { success } from '../api/envelope.ts';
import type { AddOperation, ApiCall } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel } from '../model.ts';
import { columnView } from '../sheets/column.view.ts';
import { findSheet, type SheetContext } from '../sheets/find-sheet.ts';
import { parseLevel } from '../sheets/level.ts';
import { getPage } from '../sheets/paging.ts';
import { assertIndexes } from './column.input.ts';
import { addColumns, type ColumnContext, deleteColumn, updateColumn } from './columns.ts';

export function columnsRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  const readView = ({ sheet, actor }: SheetContext, call: ApiCall) => ({
    sheet,
    accountId: actor.account.id,
    level: parseLevel(call.query.integer('level')),
    withFormat: call.query.list('include').has('format'),
  });
  // A write has no parameters of this kind, and returns the real type and the format.
  const writeView = ({ sheet, actor }: SheetContext) => ({
    sheet,
    accountId: actor.account.id,
    level: 2 as const,
    withFormat: true,
  });

  addOperation('columns.list', (call) => {
    const context = findSheet(deps, call, 'VIEWER');
    const page = getPage(context.sheet.columns, call.query);
    return { ...page, data: page.data.map((column) => columnView(column, readView(context, call))) };
  });

  addOperation('columns.get', (call) => {
    const context = findColumn(deps, call, 'VIEWER');
    return columnView(context.column, readView(context, call));
  });

  addOperation('columns.add', (call) => {
    const context = findSheet(deps, call, 'ADMIN');
    assertLicensed(context);
    assertIndexes(call.body);
    const { added, isList } = addColumns(deps, { ...context, body: call.body });
    const views = added.map((column) => columnView(column, writeView(context)));
    return success({ result: isList ? views : views[0] });
  });

  addOperation('columns.update', (call) => {
    const context = findColumn(deps, call, 'ADMIN');
    assertLicensed(context);
    const column = updateColumn(deps, { ...context, body: call.body });
    return success({ result: columnView(column, writeView(context)) });
  });

  addOperation('columns.delete', (call) => {
    const context = findColumn(deps, call, 'ADMIN');
    assertLicensed(context);
    deleteColumn(deps, context);
    return success({});
  });
}

/** Returns the column of the path. Throws 1006 when there is none, 1004 when the caller has less than `level`. */
function findColumn(deps: SandboxDeps, call: ApiCall, level: AccessLevel): ColumnContext {
  const context = findSheet(deps, call, level);
  const id = pathId(call.params, 'columnId');
  const column = context.sheet.columns.find((one) => one.id === id);
  if (!column) throw apiError(1006);
  return { ...context, column };
}

/**
 * Throws 1004 for an admin without a license: Smartsheet leaves the properties of columns to the owner and licensed admins.
 * The code of the refusal is not documented.
 */
function assertLicensed({ sheet, actor: { account } }: SheetContext): void {
  if (account.licensed === false && getAccess(sheet, account.id) !== 'OWNER') throw apiError(1004);
}
