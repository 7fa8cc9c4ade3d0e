import type { SandboxDeps } from '../../deps.ts';
import { findAccessibleSheet } from '../access.ts';
import { type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Actor, Sheet } from '../model.ts';

/** The sheet of a request and its caller. */
export type SheetContext = { sheet: Sheet; actor: Actor };

/**
 * Returns the sheet of the path. Throws 1006 when there is none, 1004 when the caller has less than `level`,
 * and 1045 when more than reading is asked of a read-only sheet.
 */
export function findSheet(deps: SandboxDeps, call: ApiCall, level: AccessLevel): SheetContext {
  const { account } = getCaller(call);
  const sheet = findAccessibleSheet(deps, { id: pathId(call.params, 'sheetId'), account, level });
  if (sheet.isReadOnly && level !== 'VIEWER') throw apiError(1045);
  return { sheet, actor: { account, changeAgent: call.changeAgent } };
}
