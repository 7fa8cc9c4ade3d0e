import { cellId, gridRow } from './grid.row.js';

/** @import { Column, Row } from '../contract.d.ts' */

/**
 * Renders the visible rows and removes all others.
 * @param {{
 *   body: HTMLElement,
 *   rowAt: (index: number) => Row | undefined,
 *   current: () => { columns: Column[], selectedIds: Set<string>, flashes: Map<string, Set<string>> },
 * }} options
 */
export function rowPainter({ body, rowAt, current }) {
  /** @type {Map<number, { element: HTMLElement, row: Row | undefined }>} */
  const placed = new Map();

  /** @param {number} index */
  function paintRow(index) {
    const row = rowAt(index);
    const old = placed.get(index);
    if (old && old.row === row) return;
    const { columns, selectedIds, flashes } = current();
    const selected = row ? selectedIds.has(row.id) : false;
    const element = gridRow({ row, index, columns, selected, flash: row && flashes.get(row.id) });
    if (old) old.element.replaceWith(element);
    else body.append(element);
    placed.set(index, { element, row });
  }

  return {
    /** @param {{ first: number, last: number }} range */
    paint({ first, last }) {
      for (const [index, { element }] of placed) {
        if (index >= first && index <= last) continue;
        element.remove();
        placed.delete(index);
      }
      for (let index = first; index <= last; index += 1) paintRow(index);
    },
    forget() {
      for (const { element } of placed.values()) element.remove();
      placed.clear();
    },
    /** @param {number} index */
    element: (index) => placed.get(index)?.element,
  };
}

/**
 * Marks the active cell, visibly and for assistive technology.
 * @param {HTMLElement} grid
 * @param {{ row: number, column: number }} active
 */
export function markActive(grid, active) {
  for (const old of grid.querySelectorAll('.cell.active')) old.classList.remove('active');
  const id = cellId(active.row, active.column);
  const cell = grid.querySelector(`#${id}`);
  cell?.classList.add('active');
  if (cell) grid.setAttribute('aria-activedescendant', id);
  else grid.removeAttribute('aria-activedescendant');
}
