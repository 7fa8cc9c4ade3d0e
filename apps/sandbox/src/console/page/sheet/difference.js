import { pluralize } from '../format.js';

/** @import { Cell, Column, Row } from '../contract.d.ts' */

/**
 * Returns the options that were added to and removed from each column between two reads of a sheet.
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
  if (added.length === 0) return `${title}: ${pluralize(removed.length, 'option')} removed.`;
  const more = removed.length > 0 ? `, ${removed.length} removed` : '';
  return `${title}: ${pluralize(added.length, 'option')} added${more}.`;
}

/**
 * Returns the ids of the columns whose displayed text changed in a row.
 * @param {Row} before
 * @param {Row} after
 */
export function changedCells(before, after) {
  const ids = new Set([...Object.keys(before.cells), ...Object.keys(after.cells)]);
  /** @param {Cell | undefined} cell */
  const shown = (cell) => cell?.text ?? '';
  return [...ids].filter((id) => shown(before.cells[id]) !== shown(after.cells[id]));
}
