import type { Row, Sheet } from '../model.ts';

/** How many rows a sheet will have whose rows are not made yet. */
const counts = new WeakMap<Sheet, number>();

/**
 * Adds the rows to a sheet when somebody first reads them. Most sandboxes never read a long sheet, and making it costs more
 * than all others together.
 */
export function withRowsOnDemand(
  sheet: Omit<Sheet, 'rows'>,
  { count, makeRows }: { count: number; makeRows: () => Row[] },
): Sheet {
  const setRows = (rows: Row[]) => {
    counts.delete(whole);
    Object.defineProperty(whole, 'rows', { value: rows, writable: true, enumerable: true });
    return rows;
  };
  const whole: Sheet = Object.defineProperty({ ...sheet, rows: [] }, 'rows', {
    get: () => setRows(makeRows()),
    set: setRows,
    configurable: true,
  });
  counts.set(whole, count);
  return whole;
}

/** Returns how many rows a sheet has, without making them. */
export function countRows(sheet: Sheet): number {
  return counts.get(sheet) ?? sheet.rows.length;
}
