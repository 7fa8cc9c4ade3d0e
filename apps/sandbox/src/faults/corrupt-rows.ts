import type { Faults } from './faults.ts';

const keptShare = 0.6;
const unknownObject = { objectType: 'HOLOGRAM', layers: ['front', 'back'] };

type Row = { cells: object[] };

/** Returns the response of "Get Sheet" with its rows left out, repeated or changed as the fault `kind` says. */
export function corruptRows<View extends object>(view: View, kind: Faults['rows']): object {
  if (kind === 'whole' || !('rows' in view)) return view;
  const { rows, ...rest } = view as View & { rows: Row[] };
  if (kind === 'missing') return rest;
  return { ...rest, rows: changeRows(rows, kind) };
}

function changeRows(rows: Row[], kind: Exclude<Faults['rows'], 'whole' | 'missing'>): Row[] {
  const [first] = rows;
  if (!first) return rows;
  if (kind === 'fewer') return rows.slice(0, Math.floor(rows.length * keptShare));
  if (kind === 'repeated') return [...rows.slice(0, -1), first, ...(rows.length === 1 ? [first] : [])];
  return rows.map(({ cells, ...row }) => ({ ...row, cells: cells.map(withUnknownValue) }));
}

function withUnknownValue(cell: object): object {
  return 'columnId' in cell
    ? { columnId: cell.columnId, value: unknownObject, objectValue: unknownObject }
    : cell;
}
