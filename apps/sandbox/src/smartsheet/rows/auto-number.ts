import type { Column, Id, Row, Sheet } from '../model.ts';

export type AutoNumber = { columnId: Id; next: () => string };

/** Returns a counter for each AUTO_NUMBER column, which continues from its highest number. */
export function autoNumbers({ columns, rows }: Sheet): AutoNumber[] {
  return columns
    .filter(({ systemColumnType }) => systemColumnType === 'AUTO_NUMBER')
    .map((column) => counter(column, rows));
}

function counter({ id, autoNumberFormat: format = {} }: Column, rows: readonly Row[]): AutoNumber {
  const { prefix = '', suffix = '', fill = '', startingNumber = 1 } = format;
  const numberIn = (row: Row) => {
    const text = String(row.cells[id]?.value ?? '');
    return Number.parseInt(text.slice(prefix.length, text.length - suffix.length), 10) || 0;
  };
  let last = rows.reduce((highest, row) => Math.max(highest, numberIn(row)), startingNumber - 1);
  const next = () => {
    last += 1;
    return `${prefix}${String(last).padStart(fill.length, '0')}${suffix}`;
  };
  return { columnId: id, next };
}
