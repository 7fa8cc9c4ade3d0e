import type { SandboxDeps } from '../../deps.ts';
import type { ApiCall } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Column } from '../model.ts';
import { findSheet, type SheetContext } from '../sheets/find-sheet.ts';

/** The column of a request, its sheet and the caller. */
export type ColumnContext = SheetContext & { column: Column };

/** Returns the column of the path. Throws 1006 when there is none, 1004 when the caller has less than `level`. */
export function findColumn(deps: SandboxDeps, call: ApiCall, level: AccessLevel): ColumnContext {
  const context = findSheet(deps, call, level);
  const id = pathId(call.params, 'columnId');
  const column = context.sheet.columns.find((one) => one.id === id);
  if (!column) throw apiError(1006);
  return { ...context, column };
}
