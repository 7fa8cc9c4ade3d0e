import type { Column, Id, Row, Sheet } from '../smartsheet/model.ts';
import type { State } from '../state/state.ts';
import { cellView } from './cell.view.ts';

type Accounts = State['accounts'];

function toSummary(sheet: Sheet, accounts: Accounts) {
  const findEmail = (id: Id) => accounts.get(id)?.email ?? '';
  return {
    id: String(sheet.id),
    name: sheet.name,
    owner: findEmail(sheet.ownerId),
    shares: Object.entries(sheet.shares).map(([id, access]) => ({ email: findEmail(Number(id)), access })),
    rows: sheet.rows.length,
    version: sheet.version,
  };
}

/** Returns the accounts, and the sheets by name. */
export function toOverview({ accounts, sheets }: State) {
  const names = new Intl.Collator('en', { numeric: true });
  return {
    accounts: [...accounts.values()].map(({ email, firstName, lastName, licensed }) => ({
      email,
      name: `${firstName} ${lastName}`,
      licensed: licensed !== false,
    })),
    sheets: [...sheets.values()]
      .map((sheet) => toSummary(sheet, accounts))
      .sort((a, b) => names.compare(a.name, b.name)),
  };
}

/** Returns what is special about a sheet, in words. */
function describeTraits({ isReadOnly, isProject, workspace, deliveryDelayMs }: Sheet): string[] {
  return [
    isReadOnly ? 'read-only for the API' : [],
    isProject ? 'project' : [],
    workspace ? `in ${workspace.name}` : [],
    deliveryDelayMs === undefined ? [] : `events after ${deliveryDelayMs / 1000} s`,
  ].flat();
}

function toColumnView(column: Column) {
  return {
    id: String(column.id),
    title: column.title,
    type: column.type,
    width: column.width,
    primary: column.primary,
    options: column.options ?? null,
    validation: column.validation,
    locked: column.locked,
    hidden: column.hidden,
    symbol: column.symbol ?? null,
    systemColumnType: column.systemColumnType ?? null,
    formula: column.formula ?? null,
    contactOptions: column.contactOptions ?? [],
  };
}

export function toSheetView(sheet: Sheet, accounts: Accounts) {
  return {
    ...toSummary(sheet, accounts),
    traits: describeTraits(sheet),
    columns: sheet.columns.map(toColumnView),
  };
}

/** Returns how many ancestors a row has. */
function countAncestors(row: Row, parents: ReadonlyMap<Id, Row>): number {
  let depth = 0;
  for (let up = row.parentId; up !== undefined; up = parents.get(up)?.parentId) depth += 1;
  return depth;
}

function mapParents(sheet: Sheet): Map<Id, Row> {
  const ids = new Set(sheet.rows.flatMap((row) => row.parentId ?? []));
  return new Map(sheet.rows.filter((row) => ids.has(row.id)).map((row) => [row.id, row]));
}

/** Returns `count` rows from index `from` in display order. `parent` says whether a row has children. */
export function toRowViews(
  sheet: Sheet,
  accounts: Accounts,
  { from, count }: { from: number; count: number },
) {
  const parents = mapParents(sheet);
  return sheet.rows.slice(from, from + count).map((row, n) => {
    const cells = sheet.columns.flatMap((column) => {
      const cell = cellView(column, row, accounts);
      return cell ? [[String(column.id), cell] as const] : [];
    });
    return {
      id: String(row.id),
      number: from + n + 1,
      depth: countAncestors(row, parents),
      parent: parents.has(row.id),
      cells: Object.fromEntries(cells),
    };
  });
}
