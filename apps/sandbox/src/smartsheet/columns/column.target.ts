import type { Parts } from '../../parts.ts';
import { pathId } from '../api/query.ts';
import type { ApiCall } from '../api/serve.ts';
import { refuse } from '../errors.ts';
import type { AccessLevel, Column } from '../model.ts';
import { type OnSheet, sheetTarget } from '../sheets/sheet.target.ts';

/** The column a call names, its sheet, and who calls. */
export type OnColumn = OnSheet & { column: Column };

/** Finds it, if the caller has at least this level on its sheet. */
export function columnTarget(parts: Parts, call: ApiCall, level: AccessLevel): OnColumn {
  const target = sheetTarget(parts, call, level);
  const id = pathId(call.params, 'columnId');
  const column = target.sheet.columns.find((one) => one.id === id);
  if (!column) throw refuse(1006);
  return { ...target, column };
}
