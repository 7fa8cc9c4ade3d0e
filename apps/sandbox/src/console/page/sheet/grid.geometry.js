/** @import { Column } from '../contract.d.ts' */

export const rowHeight = 36;
export const headHeight = 48;
export const numberWidth = 56;
const overscan = 6;

/**
 * Returns the range of rows to render at this scroll position.
 * @param {{ scrollTop: number, height: number, total: number }} view
 */
export function visibleRange({ scrollTop, height, total }) {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = Math.min(total - 1, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { first, last };
}

/**
 * Returns a cell's position and size, relative to the first row.
 * @param {Column[]} columns
 * @param {{ row: number, column: number }} at
 */
export function cellBox(columns, at) {
  const left = columns.slice(0, at.column).reduce((sum, column) => sum + column.width, numberWidth);
  return { top: at.row * rowHeight, left, width: columns[at.column]?.width ?? 0, height: rowHeight };
}

/**
 * Scrolls until a cell is fully visible.
 * @param {HTMLElement} scroller
 * @param {{ top: number, left: number, width: number, height: number }} box
 */
export function reveal(scroller, box) {
  const bottom = box.top + box.height + headHeight;
  if (box.top < scroller.scrollTop) scroller.scrollTop = box.top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = bottom - scroller.clientHeight;
  const right = box.left + box.width;
  if (box.left - numberWidth < scroller.scrollLeft) scroller.scrollLeft = box.left - numberWidth;
  else if (right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = right - scroller.clientWidth;
}

/** @param {Column[]} columns */
export function gridTemplate(columns) {
  return [`${numberWidth}px`, ...columns.map((column) => `${column.width}px`), 'minmax(48px, 1fr)'].join(' ');
}

/** @param {Column[]} columns */
export function gridWidth(columns) {
  return columns.reduce((sum, column) => sum + column.width, numberWidth + 48);
}
