import type { SandboxDeps } from '../../deps.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { parseColumn } from '../columns/column.input.ts';
import { assertColumn } from '../columns/column.validation.ts';
import { createColumn } from '../columns/columns.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Actor, Id, Sheet } from '../model.ts';
import { recordChange } from './record-change.ts';

const maxName = 50;

/** Returns the name of a sheet, a folder or a workspace. */
export function parseName(name: string | undefined, noun = 'sheet'): string {
  if (name === undefined) throw apiError(1012, `${noun}.name`);
  if (name.trim() === '') throw apiError(1207);
  if (name.length > maxName) throw apiError(1041, `${noun}.name`, maxName, name.length);
  return name;
}

/** Creates a sheet with columns and without rows. The actor owns it. */
export function createSheet(deps: SandboxDeps, { actor, body }: { actor: Actor; body: unknown }): Sheet {
  if (!isObject(body)) throw apiError(1024);
  assertAttributes(body, { noun: 'sheet', accepted: ['name', 'columns'] });
  const at = deps.now().getTime();
  const sheet: Sheet = {
    id: deps.newId(),
    name: parseName(readText(body, 'name')),
    ownerId: actor.account.id,
    version: 1,
    revision: 1,
    createdAt: at,
    modifiedAt: at,
    columns: [],
    rows: [],
    shares: {},
  };
  if (!Array.isArray(body.columns) || body.columns.length === 0) throw apiError(1054);
  for (const one of body.columns) {
    const write = parseColumn(one, { isNew: true });
    assertColumn({ ...write, index: undefined }, { sheet, column: undefined, config: deps.config });
    sheet.columns.push(createColumn(deps.newId, write));
  }
  if (sheet.columns.filter(({ primary }) => primary).length !== 1) throw apiError(1055);
  deps.state.sheets.set(sheet.id, sheet);
  deps.changes.announce({ sheets: [sheet.id], list: true });
  return sheet;
}

export function renameSheet(
  deps: SandboxDeps,
  { sheet, actor, name }: { sheet: Sheet; actor: Actor; name: string | undefined },
): void {
  sheet.name = parseName(name);
  recordChange(deps, {
    sheet,
    actor,
    events: [],
    raisesVersion: deps.config.COLUMN_EDITS_RAISE_VERSION,
  });
  deps.changes.announce({ list: true });
}

export function deleteSheet(deps: SandboxDeps, sheet: Sheet): void {
  deps.state.sheets.delete(sheet.id);
  deps.onAccessChanged(sheet.id);
  deps.changes.announce({ sheets: [sheet.id], list: true });
}

/** Shares a sheet with an account, or removes the access (null). The owner's access cannot change. */
export function shareSheet(
  deps: SandboxDeps,
  { sheet, accountId, access }: { sheet: Sheet; accountId: Id; access: Exclude<AccessLevel, 'OWNER'> | null },
): void {
  if (access === null) delete sheet.shares[accountId];
  else if (accountId !== sheet.ownerId) sheet.shares[accountId] = access;
  sheet.revision += 1;
  deps.onAccessChanged(sheet.id);
  deps.changes.announce({ sheets: [sheet.id], list: true });
}
