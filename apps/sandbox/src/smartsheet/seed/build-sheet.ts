import { newId, type Random } from '../ids.ts';
import type { Account, Cell, CellValue, Column, ContactValue, Id, Row, Sheet, Time } from '../model.ts';
import type { Contact, DraftColumn, DraftValue, SheetDraft } from './sheet.draft.ts';

export type BuildOptions = { random: Random; accountOf: (email: string) => Account; at: Time };

const defaultWidth = 150;
const dayMs = 86_400_000;
/** Rows were created over this many days before the seed. */
const growthDays = 90;

function contactValue(contact: Contact): ContactValue {
  return { objectType: 'CONTACT', ...contact };
}

function plainValue(value: Exclude<DraftValue, undefined | null | { formula: string }>): CellValue {
  if (typeof value !== 'object') return value;
  if ('chosen' in value) return { objectType: 'MULTI_PICKLIST', values: value.chosen };
  if ('contact' in value) return contactValue(value.contact);
  return { objectType: 'MULTI_CONTACT', values: value.contacts.map(contactValue) };
}

/** Null for an empty cell, which the model does not store. */
function buildCell(value: DraftValue): Cell | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'object' && 'chosen' in value && value.chosen.length === 0) return null;
  if (typeof value === 'object' && 'formula' in value) return { value: value.shows, formula: value.formula };
  return { value: plainValue(value) };
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

function buildCells(values: DraftValue[], columns: Column[], rowNumber: number): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  columns.forEach((column, n) => {
    const cell =
      column.systemColumnType === 'AUTO_NUMBER'
        ? { value: autoNumber(column.autoNumberFormat ?? {}, rowNumber) }
        : buildCell(values[n]);
    if (cell) cells[String(column.id)] = cell;
  });
  return cells;
}

/** Returns a sheet from a draft, with new ids. */
export function buildSheet(draft: SheetDraft, { random, accountOf, at }: BuildOptions): Sheet {
  const owner = accountOf(draft.owner);
  const columns = draft.columns.map((column) => buildColumn(column, newId(random)));
  const rows: Row[] = [];
  let lastParent: Id | undefined;
  draft.rows.forEach(({ values, depth = 0 }, n) => {
    const id = newId(random);
    const madeAt = at - Math.round(growthDays * dayMs * (1 - n / draft.rows.length));
    rows.push({
      id,
      ...(depth > 0 && lastParent !== undefined ? { parentId: lastParent } : {}),
      expanded: true,
      createdAt: madeAt,
      modifiedAt: madeAt,
      createdBy: owner.id,
      modifiedBy: owner.id,
      cells: buildCells(values, columns, n + 1),
    });
    if (depth === 0) lastParent = id;
  });
  const shares = Object.entries(draft.shares ?? {}).map(([email, level]) => [
    String(accountOf(email).id),
    level,
  ]);
  return {
    id: newId(random),
    name: draft.name,
    ownerId: owner.id,
    version: 1,
    revision: 1,
    createdAt: at,
    modifiedAt: at,
    columns,
    rows,
    shares: Object.fromEntries(shares),
  };
}
