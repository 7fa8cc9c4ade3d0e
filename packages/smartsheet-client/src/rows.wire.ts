import type { Cell, CellValue, MultiContact, ObjectValue, Row } from './rows.types.ts';

type Wire = Record<string, unknown>;

/**
 * Reads rows by hand, not by schema: a sheet may hold 500,000 cells, and this keeps one small object per cell.
 * Column ids repeat in every row, so a reader turns each into a string once.
 */
export const createRowReader = () => {
  const known = new Map<unknown, string>();
  const idText = (id: unknown) => {
    const text = known.get(id) ?? String(id);
    known.set(id, text);
    return text;
  };
  return (rows: unknown): Row[] =>
    objects(rows).map((row) => ({
      id: String(row.id),
      rowNumber: Number(row.rowNumber ?? 0),
      parentId: row.parentId === undefined || row.parentId === null ? null : String(row.parentId),
      locked: row.locked === true,
      cells: objects(row.cells).map((cell) => readCell(cell, idText)),
    }));
};

export const readRows = (rows: unknown): Row[] => createRowReader()(rows);

const readCell = (cell: Wire, idText: (id: unknown) => string): Cell => {
  const value = isCellValue(cell.value) ? cell.value : null;
  const displayValue = typeof cell.displayValue === 'string' ? cell.displayValue : null;
  return {
    columnId: idText(cell.columnId),
    value,
    // Mostly the same text; sharing it lets the second copy go.
    displayValue: displayValue === value ? value : displayValue,
    objectValue: readObjectValue(cell.objectValue),
    hasFormula: typeof cell.formula === 'string' && cell.formula !== '',
    isLinked: isObject(cell.linkInFromCell),
  };
};

const readObjectValue = (value: unknown): ObjectValue | null => {
  if (!isObject(value)) return null;
  // The reference calls the member `value` in one place and `values` in all others.
  const list = value.values ?? value.value;
  if (!Array.isArray(list)) return null;
  if (value.objectType === 'MULTI_PICKLIST') {
    return { objectType: 'MULTI_PICKLIST', values: list.filter(isCellValue).map(String) };
  }
  if (value.objectType === 'MULTI_CONTACT') {
    return { objectType: 'MULTI_CONTACT', values: objects(list).map(readContact) };
  }
  return null;
};

const readContact = ({ name, email }: Wire): MultiContact => ({
  name: typeof name === 'string' ? name : null,
  email: typeof email === 'string' ? email : null,
});

const objects = (list: unknown): Wire[] => (Array.isArray(list) ? list.filter(isObject) : []);

const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null;

const isCellValue = (value: unknown): value is CellValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
