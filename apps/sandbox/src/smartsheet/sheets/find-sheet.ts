import type { SandboxDeps } from '../../deps.ts';
import { findAccessibleSheet } from '../access.ts';
import { type ApiCall, callerOf } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import type { AccessLevel, Actor, Sheet } from '../model.ts';

/** The sheet a call names, and who calls. */
export type SheetContext = { sheet: Sheet; actor: Actor };

/** Finds it, if the caller has at least this level on it. */
export function findSheet(deps: SandboxDeps, call: ApiCall, level: AccessLevel): SheetContext {
  const { account } = callerOf(call);
  const sheet = findAccessibleSheet(deps, { id: pathId(call.params, 'sheetId'), account, level });
  return { sheet, actor: { account, changeAgent: call.changeAgent } };
}
