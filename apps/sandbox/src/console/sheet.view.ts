import type { AccessLevel, Account, Column, Contact, Id, Row, Sheet } from '../smartsheet/model.ts';
import { type CellView, cellView } from './cell.view.ts';

type Accounts = ReadonlyMap<Id, Account>;

export type SheetSummary = {
  id: string;
  name: string;
  owner: string;
  shares: { email: string; access: AccessLevel }[];
  rows: number;
  version: number;
};

export type ColumnView = {
  id: string;
  title: string;
  type: string;
  width: number;
  primary: boolean;
  options: string[] | null;
  validation: boolean;
  locked: boolean;
  hidden: boolean;
  symbol: string | null;
  systemColumnType: string | null;
  formula: string | null;
  contactOptions: Contact[];
};

export type RowView = {
  id: string;
  number: number;
  depth: number;
  /** Whether the row has children. */
  parent: boolean;
  cells: Record<string, CellView>;
};

function getEmail(accounts: Accounts, id: Id) {
  return accounts.get(id)?.email ?? '';
}

export function sheetSummary(sheet: Sheet, accounts: Accounts): SheetSummary {
  return {
    id: String(sheet.id),
    name: sheet.name,
    owner: getEmail(accounts, sheet.ownerId),
    shares: Object.entries(sheet.shares).map(([id, access]) => ({
      email: getEmail(accounts, Number(id)),
      access,
    })),
    rows: sheet.rows.length,
    version: sheet.version,
  };
}

function columnView(column: Column): ColumnView {
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

/** Returns what is special about a sheet, in words. */
function describeTraits({ isReadOnly, isProject, workspace, deliveryDelayMs }: Sheet): string[] {
  return [
    isReadOnly ? 'read-only for the API' : [],
    isProject ? 'project' : [],
    workspace ? `in ${workspace.name}` : [],
    deliveryDelayMs === undefined ? [] : `events after ${deliveryDelayMs / 1000} s`,
  ].flat();
}

export function sheetView(
  sheet: Sheet,
  accounts: Accounts,
): SheetSummary & { traits: string[]; columns: ColumnView[] } {
  return {
    ...sheetSummary(sheet, accounts),
    traits: describeTraits(sheet),
    columns: sheet.columns.map(columnView),
  };
}

/** Returns how many ancestors a row has. */
function getDepth(row: Row, parents: ReadonlyMap<Id, Row>): number {
  let depth = 0;
  for (let up = row.parentId; up !== undefined; up = parents.get(up)?.parentId) depth += 1;
  return depth;
}

function mapParents(sheet: Sheet): Map<Id, Row> {
  const ids = new Set(sheet.rows.flatMap((row) => row.parentId ?? []));
  return new Map(sheet.rows.filter((row) => ids.has(row.id)).map((row) => [row.id, row]));
}

/** Returns `count` rows from index `from` in display order. */
export function rowsView(
  sheet: Sheet,
  accounts: Accounts,
  { from, count }: { from: number; count: number },
): RowView[] {
  const parents = mapParents(sheet);
  return sheet.rows.slice(from, from + count).map((row, n) => {
    const cells = sheet.columns.flatMap((column) => {
      const cell = cellView(column, row, accounts);
      return cell ? [[String(column.id), cell] as const] : [];
    });
    return {
      id: String(row.id),
      number: from + n + 1,
      depth: getDepth(row, parents),
      parent: parents.has(row.id),
      cells: Object.fromEntries(cells),
    };
  });
}
