/** @import { Cell, Column, Row } from '../contract.d.ts' */

/**
 * What happened to the options of the columns between two readings of a sheet.
 * @param {Column[]} before
 * @param {Column[]} after
 * @returns {Map<string, { added: string[], removed: string[] }>} by column id, only where something changed
 */
export function optionChanges(before, after) {
  const changes = new Map();
  for (const column of after) {
    const old = before.find((one) => one.id === column.id)?.options ?? [];
    const now = column.options ?? [];
    const had = new Set(old);
    const has = new Set(now);
    const added = now.filter((option) => !had.has(option));
    const removed = old.filter((option) => !has.has(option));
    if (added.length > 0 || removed.length > 0) changes.set(column.id, { added, removed });
  }
  return changes;
}

/**
 * @param {string} title
 * @param {{ added: string[], removed: string[] }} change
 */
export function describeChange(title, { added, removed }) {
  const parts = [];
  if (added.length > 0) parts.push(`${added.length} option${added.length === 1 ? '' : 's'} added`);
  if (removed.length > 0) parts.push(`${removed.length} removed`);
  return `${title}: ${parts.join(', ')}.`;
}

/**
 * The columns whose cell shows something else than before, by id.
 * @param {Row} before
 * @param {Row} after
 */
export function changedCells(before, after) {
  const ids = new Set([...Object.keys(before.cells), ...Object.keys(after.cells)]);
  /** @param {Cell | undefined} cell */
  const shown = (cell) => cell?.text ?? '';
  return [...ids].filter((id) => shown(before.cells[id]) !== shown(after.cells[id]));
}

/**
 * Whether the header must be built anew (and not only its figures).
 * @param {Column[]} before
 * @param {Column[]} after
 */
export function columnsMoved(before, after) {
  /** @param {Column} column */
  const shape = ({ options: _options, ...rest }) => JSON.stringify(rest);
  return (
    before.length !== after.length ||
    after.some((column, n) => shape(column) !== shape(/** @type {Column} */ (before[n])))
  );
}
