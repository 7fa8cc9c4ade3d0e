import type { Row, Sheet } from '../model.ts';
import { formatDisplayValue, sortByOptions } from './display-value.ts';

/** Returns a sheet as CSV: the titles of its columns, then the displayed texts of its rows. */
export function sheetCsv({ columns, rows }: Pick<Sheet, 'columns'> & { rows: readonly Row[] }): string {
  const lines = rows.map(({ cells }) =>
    columns.map((column) => {
      const cell = cells[column.id];
      if (!cell || cell.value === null) return '';
      return formatDisplayValue(sortByOptions(cell.value, column), cell.format ?? column.format);
    }),
  );
  return [columns.map(({ title }) => title), ...lines]
    .map((texts) => `${texts.map(quoted).join(',')}\r\n`)
    .join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
