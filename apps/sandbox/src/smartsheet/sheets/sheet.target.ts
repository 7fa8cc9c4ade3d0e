import type { Actor, Parts } from '../../parts.ts';
import { requireSheet } from '../access.ts';
import { pathId } from '../api/query.ts';
import { type ApiCall, callerOf } from '../api/serve.ts';
import type { AccessLevel, Sheet } from '../model.ts';

/** The sheet a call names, and who calls. */
export type OnSheet = { sheet: Sheet; actor: Actor };

/** Finds it, if the caller has at least this level on it. */
export function sheetTarget(parts: Parts, call: ApiCall, level: AccessLevel): OnSheet {
  const { account } = callerOf(call);
  const sheet = requireSheet(parts, { id: pathId(call.params, 'sheetId'), account, level });
  return { sheet, actor: { account, changeAgent: call.changeAgent } };
}
