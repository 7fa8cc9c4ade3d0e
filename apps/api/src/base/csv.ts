/** How a spreadsheet recognises a formula; the text of a cell may come from anybody. */
const formula = /^[=+\-@\t\r]/;

/** Makes a spreadsheet read the file as UTF-8. */
export const csvStart = '\uFEFF';

/**
 * Returns cells as one line of CSV. What a spreadsheet would run as a formula gets an apostrophe before it, which makes it a
 * text.
 */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: string | null): string {
  const text = cell ?? '';
  const harmless = formula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
