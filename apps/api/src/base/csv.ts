/**
 * How a spreadsheet recognises a formula; the text of a cell may come from anybody. Where its language separates cells by a
 * semicolon or a tab, our quotes mean nothing to it, and a formula may begin in the middle of what is one cell to us. Where it is
 * Japanese, a full-width sign begins a formula as well.
 */
const formulas = /(^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

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
  const harmless = (cell ?? '').replace(formulas, "$1'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
