import { z } from 'zod';
import type { Actor, Parts } from '../parts.ts';
import { refuse } from '../smartsheet/errors.ts';
import type { Column, Sheet } from '../smartsheet/model.ts';

const id = z.coerce.number().int();
const sheetParams = z.object({ id });
const columnParams = z.object({ id, columnId: id });

export type SheetTarget = { sheet: Sheet; actor: Actor };

/** The sheet an address names, with its owner as the one who acts. */
export function sheetTarget({ state }: Pick<Parts, 'state'>, params: unknown): SheetTarget {
  const sheet = state.sheets.get(sheetParams.parse(params).id);
  const account = sheet && state.accounts.get(sheet.ownerId);
  if (!sheet || !account) throw refuse(1006);
  return { sheet, actor: { account } };
}

/** The same for a column of a sheet. */
export function columnTarget(parts: Pick<Parts, 'state'>, params: unknown): SheetTarget & { column: Column } {
  const target = sheetTarget(parts, params);
  const { columnId } = columnParams.parse(params);
  const column = target.sheet.columns.find((one) => one.id === columnId);
  if (!column) throw refuse(1006);
  return { ...target, column };
}
