import { isKept, type Limit, type Measure } from '../figure.ts';

export type Row = Measure & {
  figure: string;
};

/** Returns the results as a Markdown table, which is readable in a terminal too. */
export function table(rows: readonly Row[]): string {
  const head = ['figure', 'measured', 'limit', '', 'what stands behind it'];
  const cells = rows.map((row) => [
    `${row.figure}: ${row.what}`,
    measuredText(row),
    limitText(row.limit),
    isKept(row) ? 'ok' : '**over**',
    row.detail ?? '',
  ]);
  return markdownTable(head, cells);
}

/** Returns a table in Markdown, its columns aligned. */
export function markdownTable(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const toLine = (line: readonly string[]) =>
    `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...cells].map(toLine).join('\n');
}

/** Returns what was measured, with its unit. */
export function measuredText({ value, unit }: Pick<Measure, 'value' | 'unit'>): string {
  return `${numeral(value)} ${unit}`.trim();
}

/** Returns the limit of a measure, such as `≤ 250`. */
export function limitText(limit: Limit): string {
  if ('exactly' in limit) return `= ${limit.exactly}`;
  return 'atMost' in limit ? `≤ ${numeral(limit.atMost)}` : `≥ ${numeral(limit.atLeast)}`;
}

/** Formats a number: two decimals, one from 100, none from 1,000; whole numbers have none. */
function numeral(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 100 ? 2 : value < 1000 ? 1 : 0);
}
