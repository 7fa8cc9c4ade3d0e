import type { SandboxDeps } from '../../deps.ts';
import type { ApiCall } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Column } from '../model.ts';
import { findSheet, type SheetContext } from '../sheets/find-sheet.ts';

/** The column a call names, its sheet, and who calls. */
export type ColumnContext = SheetContext & { column: Column };

/** Finds it, if the caller has at least this level on its sheet. */
export function findColumn(deps: SandboxDeps, call: ApiCall, level: AccessLevel): ColumnContext {
  const context = findSheet(deps, call, level);
  const id = pathId(call.params, 'columnId');
  const column = context.sheet.columns.find((one) => one.id === id);
  if (!column) throw apiError(1006);
  return { ...context, column };
}
