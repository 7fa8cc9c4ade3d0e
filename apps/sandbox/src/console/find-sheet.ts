import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { ColumnContext } from '../smartsheet/columns/columns.ts';
import { apiError } from '../smartsheet/errors.ts';
import type { SheetContext } from '../smartsheet/sheets/find-sheet.ts';

const id = z.coerce.number().int();
const sheetParams = z.object({ id });
const columnParams = z.object({ id, columnId: id });

/** Returns the sheet of the path, with its owner as the actor. Throws 1006 when there is none. */
export function findSheet({ state }: SandboxDeps, params: unknown): SheetContext {
  const sheet = state.sheets.get(sheetParams.parse(params).id);
  const account = sheet && state.accounts.get(sheet.ownerId);
  if (!sheet || !account) throw apiError(1006);
  return { sheet, actor: { account } };
}

/** Returns the column of the path with its sheet. Throws 1006 when there is none. */
export function findColumn(deps: SandboxDeps, params: unknown): ColumnContext {
  const context = findSheet(deps, params);
  const { columnId } = columnParams.parse(params);
  const column = context.sheet.columns.find((one) => one.id === columnId);
  if (!column) throw apiError(1006);
  return { ...context, column };
}
