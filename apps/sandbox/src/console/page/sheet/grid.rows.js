import { cellId, gridRow } from './grid.row.js';

/** @import { Column, Row } from '../contract.d.ts' */

/**
 * Keeps the rows in view in the page, and no others.
 * @param {{
 *   body: HTMLElement,
 *   rowAt: (index: number) => Row | undefined,
 *   look: () => { columns: Column[], picked: Set<string>, flashes: Map<string, Set<string>> },
 * }} parts
 */
export function rowPainter({ body, rowAt, look }) {
  /** @type {Map<number, { element: HTMLElement, row: Row | undefined }>} */
  const placed = new Map();

  /** @param {number} index */
  function paintRow(index) {
    const row = rowAt(index);
    const old = placed.get(index);
    if (old && old.row === row) return;
    const { columns, picked, flashes } = look();
    const selected = row ? picked.has(row.id) : false;
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
 * Outlines the active cell and tells assistive technology which one it is.
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
