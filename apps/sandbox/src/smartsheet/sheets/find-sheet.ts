import type { SandboxDeps } from '../../deps.ts';
import { getAccess, hasAccess, isNotYetVisible } from '../access.ts';
import { type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Actor, Sheet } from '../model.ts';

/** The sheet of a request and its caller. */
export type SheetContext = { sheet: Sheet; actor: Actor };

/**
 * Returns the sheet of the path. Throws 1006 when the caller has no access to it, 1004 when it has less than `level`,
 * and 1045 when more than reading is asked of a read-only sheet.
 */
export function findSheet(deps: SandboxDeps, call: ApiCall, level: AccessLevel): SheetContext {
  const { account } = getCaller(call);
  const sheet = deps.state.sheets.get(pathId(call.params, 'sheetId'));
  if (!sheet || getAccess(sheet, account.id) === null || isNotYetVisible(sheet, deps)) throw apiError(1006);
  if (!hasAccess(sheet, account.id, level)) throw apiError(1004);
  if (sheet.isReadOnly && level !== 'VIEWER') throw apiError(1045);
  return { sheet, actor: { account, changeAgent: call.changeAgent } };
}
