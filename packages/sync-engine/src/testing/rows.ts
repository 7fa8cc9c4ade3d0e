import type { Cell, Row } from '@picksync/smartsheet-client';

type Fields = Partial<Omit<Cell, 'columnId'>>;

const empty = { value: null, displayValue: null, objectValue: null, hasFormula: false, isLinked: false };

/** A cell as the client gives it. */
export function cell(columnId: string, fields: Fields | string | number | boolean): Cell {
  return { ...empty, columnId, ...(typeof fields === 'object' ? fields : { value: fields }) };
}

/** A cell of several choices. */
export function choices(columnId: string, ...values: string[]): Cell {
  return cell(columnId, { objectValue: { objectType: 'MULTI_PICKLIST', values } });
}

/** Rows of these cells. */
export function toRows(...rows: Cell[][]): Row[] {
  return rows.map((cells, index) => ({
    id: String(index + 1),
    rowNumber: index + 1,
    parentId: null,
    locked: false,
    cells,
  }));
}
