import type { Actor, Parts } from '../../parts.ts';
import { readColumn } from '../columns/column.input.ts';
import { checkColumn } from '../columns/column.rules.ts';
import { newColumn } from '../columns/columns.add.ts';
import { refuse } from '../errors.ts';
import { checkMembers, isObject, member } from '../json.ts';
import type { AccessLevel, Id, Sheet } from '../model.ts';
import { recordChange } from './sheet.change.ts';

const MAX_NAME = 50;

function readName(name: string | undefined): string {
  if (name === undefined) throw refuse(1012, 'sheet.name');
  if (name.trim() === '') throw refuse(1207);
  if (name.length > MAX_NAME) throw refuse(1041, 'sheet.name', MAX_NAME, name.length);
  return name;
}

/** A new sheet of the actor, with columns and without rows. */
export function createSheet(parts: Parts, { actor, body }: { actor: Actor; body: unknown }): Sheet {
  if (!isObject(body)) throw refuse(1024);
  checkMembers(body, { noun: 'sheet', taken: ['name', 'columns'] });
  const at = parts.now().getTime();
  const sheet: Sheet = {
    id: parts.newId(),
    name: readName(member(body, { noun: 'sheet', name: 'name', kind: 'string' })),
    ownerId: actor.account.id,
    version: 1,
    revision: 1,
    createdAt: at,
    modifiedAt: at,
    columns: [],
    rows: [],
    shares: {},
  };
  for (const one of Array.isArray(body.columns) ? body.columns : []) {
    const write = readColumn(one, { isNew: true });
    checkColumn({ ...write, index: undefined }, { sheet, column: undefined, config: parts.config });
    sheet.columns.push(newColumn(parts.newId, write));
  }
  if (sheet.columns.filter(({ primary }) => primary).length !== 1) throw refuse(1055);
  parts.state.sheets.set(sheet.id, sheet);
  parts.changes.announce({ sheets: [sheet.id], list: true });
  return sheet;
}

export function renameSheet(
  parts: Parts,
  { sheet, actor, name }: { sheet: Sheet; actor: Actor; name: string | undefined },
): void {
  sheet.name = readName(name);
  recordChange(parts, {
    sheet,
    actor,
    happenings: [],
    raisesVersion: parts.config.COLUMN_EDITS_RAISE_VERSION,
  });
  parts.changes.announce({ list: true });
}

export function deleteSheet(parts: Parts, sheet: Sheet): void {
  parts.state.sheets.delete(sheet.id);
  parts.accessChanged(sheet.id);
  parts.changes.announce({ sheets: [sheet.id], list: true });
}

/** Shares a sheet with an account, or takes it away (null). The owner's access cannot be changed. */
export function shareSheet(
  parts: Parts,
  { sheet, accountId, access }: { sheet: Sheet; accountId: Id; access: Exclude<AccessLevel, 'OWNER'> | null },
): void {
  if (access === null) delete sheet.shares[accountId];
  else if (accountId !== sheet.ownerId) sheet.shares[accountId] = access;
  sheet.revision += 1;
  parts.accessChanged(sheet.id);
  parts.changes.announce({ sheets: [sheet.id], list: true });
}
