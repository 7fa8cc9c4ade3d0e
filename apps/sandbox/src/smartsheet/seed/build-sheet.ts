import { newId, newWideId, type Random } from '../ids.ts';
import type { Account, Cell, CellValue, Column, ContactValue, Id, Row, Sheet, Time } from '../model.ts';
import { linkedContent } from '../rows/cell.link.ts';
import { forkRandom } from './random.ts';
import { withRowsOnDemand } from './rows-on-demand.ts';
import type { Contact, DraftColumn, DraftRow, DraftValue, SheetDraft } from './sheet.draft.ts';

export type BuildOptions = {
  random: Random;
  findAccount: (email: string) => Account;
  /** Sheets that were made before, for links. */
  findSheet: (name: string) => Sheet;
  at: Time;
};

type SheetOf = BuildOptions['findSheet'];
type PlainDraft =
  | string
  | number
  | boolean
  | { chosen: string[] }
  | { contact: Contact }
  | { contacts: Contact[] };

const defaultWidth = 150;
const dayMs = 86_400_000;
/** Rows were created over this many days before the seed. */
const growthDays = 90;

function contactValue(contact: Contact): ContactValue {
  return { objectType: 'CONTACT', ...contact };
}

function plainValue(value: PlainDraft): CellValue {
  if (typeof value !== 'object') return value;
  if ('chosen' in value) return { objectType: 'MULTI_PICKLIST', values: value.chosen };
  if ('contact' in value) return contactValue(value.contact);
  return { objectType: 'MULTI_CONTACT', values: value.contacts.map(contactValue) };
}

/** Null for an empty cell, which the model does not store. */
function buildCell(value: DraftValue, findSheet: SheetOf): Cell | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'object' && 'chosen' in value && value.chosen.length === 0) return null;
  if (typeof value === 'object' && 'formula' in value) return { value: value.shows, formula: value.formula };
  if (typeof value === 'object' && 'number' in value) return { value: value.number, format: value.format };
  if (typeof value === 'object' && 'url' in value) {
    return { value: value.text, hyperlink: { url: value.url } };
  }
  if (typeof value === 'object' && 'toSheet' in value) {
    return { value: value.toSheet, hyperlink: { sheetId: findSheet(value.toSheet).id } };
  }
  if (typeof value === 'object' && 'linkedTo' in value) return linkedCell(value.linkedTo, findSheet);
  return { value: plainValue(value) };
}

function linkedCell(from: { sheet: string; column: string; row: number }, findSheet: SheetOf): Cell | null {
  const sheet = findSheet(from.sheet);
  const column = sheet.columns.find(({ title }) => title === from.column);
  const row = sheet.rows[from.row];
  if (!column || !row) throw new Error(`The seed links to a cell that does not exist in ${from.sheet}`);
  const link = { sheetId: sheet.id, sheetName: sheet.name, rowId: row.id, columnId: column.id };
  return { ...linkedContent(row.cells[column.id]), linkInFromCell: { ...link, status: 'OK' } };
}

function buildColumn({ contactOptions, ...draft }: DraftColumn, id: Id): Column {
  return {
    primary: false,
    width: defaultWidth,
    hidden: false,
    locked: false,
    validation: false,
    ...draft,
    ...(draft.options ? { options: [...draft.options] } : {}),
    ...(contactOptions ? { contactOptions: contactOptions.map((contact) => ({ ...contact })) } : {}),
    id,
  };
}

function autoNumber(
  { prefix = '', fill = '', suffix = '' }: NonNullable<Column['autoNumberFormat']>,
  n: number,
) {
  return `${prefix}${String(n).padStart(fill.length, '0')}${suffix}`;
}

function buildCells(
  values: DraftValue[],
  { columns, rowNumber, findSheet }: { columns: Column[]; rowNumber: number; findSheet: SheetOf },
): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  columns.forEach((column, n) => {
    const cell =
      column.systemColumnType === 'AUTO_NUMBER'
        ? { value: autoNumber(column.autoNumberFormat ?? {}, rowNumber) }
        : buildCell(values[n], findSheet);
    if (cell) cells[String(column.id)] = cell;
  });
  return cells;
}

type RowOptions = Pick<BuildOptions, 'findSheet' | 'at'> & {
  columns: Column[];
  owner: Account;
  drawId: () => Id;
};

function buildRows(drafts: DraftRow[], { columns, owner, drawId, findSheet, at }: RowOptions): Row[] {
  let lastParent: Id | undefined;
  return drafts.map(({ values, depth = 0 }, n) => {
    const id = drawId();
    const parentId = depth > 0 ? lastParent : undefined;
    if (depth === 0) lastParent = id;
    const madeAt = at - Math.round(growthDays * dayMs * (1 - n / drafts.length));
    return {
      id,
      ...(parentId === undefined ? {} : { parentId }),
      expanded: true,
      createdAt: madeAt,
      modifiedAt: madeAt,
      createdBy: owner.id,
      modifiedBy: owner.id,
      cells: buildCells(values, { columns, rowNumber: n + 1, findSheet }),
    };
  });
}

/** Returns a sheet from a draft, with new ids. */
export function buildSheet(draft: SheetDraft, options: BuildOptions): Sheet {
  const { random, findAccount, findSheet, at } = options;
  const drawId = () => (draft.hasWideIds ? newWideId(random()) : newId(random));
  const owner = findAccount(draft.owner);
  const columns = draft.columns.map((column) => buildColumn(column, drawId()));
  const built = { columns, owner, findSheet, at };
  const rows = Array.isArray(draft.rows) ? buildRows(draft.rows, { ...built, drawId }) : [];
  const shares = Object.entries(draft.shares ?? {}).map(([email, level]) => [
    String(findAccount(email).id),
    level,
  ]);
  const sheet = {
    id: drawId(),
    name: draft.name,
    ownerId: owner.id,
    version: 1,
    revision: 1,
    createdAt: at,
    modifiedAt: at,
    columns,
    rows,
    shares: Object.fromEntries(shares),
    ...rareAttributes(draft, random),
    ...(rows.some(({ cells }) => Object.values(cells).some((cell) => cell.linkInFromCell))
      ? { hasLinks: true }
      : {}),
  };
  if (Array.isArray(draft.rows)) return sheet;
  const { count, draw } = draft.rows;
  const own = forkRandom(random);
  const makeRows = () => buildRows(draw(), { ...built, drawId: () => newId(own) });
  return withRowsOnDemand(sheet, { count, makeRows });
}

/** Ids are drawn only where something has one, so that all others stay what they are. */
function rareAttributes(draft: SheetDraft, random: Random): Partial<Sheet> {
  const { isProject, isReadOnly, isFromTemplate, deliveryDelayMs } = draft;
  return {
    ...(isProject ? { isProject } : {}),
    ...(isReadOnly ? { isReadOnly } : {}),
    ...(isFromTemplate ? { source: { id: newId(random), type: 'template' } } : {}),
    ...(deliveryDelayMs === undefined ? {} : { deliveryDelayMs }),
  };
}
