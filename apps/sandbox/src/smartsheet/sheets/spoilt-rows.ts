import type { Faults } from '../../tools/faults.ts';

const KEPT_SHARE = 0.6;
const UNHEARD_OF = { objectType: 'HOLOGRAM', layers: ['front', 'back'] };

/** What befalls the rows of a sheet that is read. */
export type Spoilt = Pick<Faults, 'rows' | 'rowsPerAnswer'>;

type Row = { cells: object[] };

/** Returns a sheet as "Get Sheet" answers it on a bad day. */
export function spoiltRows<View extends object>(view: View, kind: Faults['rows']): object {
  if (kind === 'whole' || !('rows' in view)) return view;
  const { rows, ...rest } = view as View & { rows: Row[] };
  if (kind === 'missing') return rest;
  return { ...rest, rows: spoilt(rows, kind) };
}

function spoilt(rows: Row[], kind: Exclude<Faults['rows'], 'whole' | 'missing'>): Row[] {
  const [first] = rows;
  if (!first) return rows;
  if (kind === 'fewer') return rows.slice(0, Math.floor(rows.length * KEPT_SHARE));
  if (kind === 'repeated') return [...rows.slice(0, -1), first, ...(rows.length === 1 ? [first] : [])];
  return rows.map(({ cells, ...row }) => ({ ...row, cells: cells.map(strangeCell) }));
}

function strangeCell(cell: object): object {
  return 'columnId' in cell ? { columnId: cell.columnId, value: UNHEARD_OF, objectValue: UNHEARD_OF } : cell;
}
