/** @import { Column } from '../contract.d.ts' */

export const ROW_HEIGHT = 36;
export const HEAD_HEIGHT = 48;
export const NUMBER_WIDTH = 56;
const OVERSCAN = 6;

/**
 * The rows worth having in the page at this scroll position.
 * @param {{ scrollTop: number, height: number, total: number }} view
 */
export function visibleRange({ scrollTop, height, total }) {
  const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN);
  const last = Math.min(total - 1, Math.ceil((scrollTop + height) / ROW_HEIGHT) + OVERSCAN);
  return { first, last };
}

/**
 * Where a cell lies inside the rows' area.
 * @param {Column[]} columns
 * @param {{ row: number, column: number }} at
 */
export function cellBox(columns, at) {
  const left = columns.slice(0, at.column).reduce((sum, column) => sum + column.width, NUMBER_WIDTH);
  return { top: at.row * ROW_HEIGHT, left, width: columns[at.column]?.width ?? 0, height: ROW_HEIGHT };
}

/**
 * Scrolls so that a cell is not under the header, the row numbers or the edges.
 * @param {HTMLElement} scroller
 * @param {{ top: number, left: number, width: number, height: number }} box
 */
export function reveal(scroller, box) {
  const bottom = box.top + box.height + HEAD_HEIGHT;
  if (box.top < scroller.scrollTop) scroller.scrollTop = box.top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = bottom - scroller.clientHeight;
  const right = box.left + box.width;
  if (box.left - NUMBER_WIDTH < scroller.scrollLeft) scroller.scrollLeft = box.left - NUMBER_WIDTH;
  else if (right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = right - scroller.clientWidth;
}

/** @param {Column[]} columns */
export const gridTemplate = (columns) =>
  [`${NUMBER_WIDTH}px`, ...columns.map((column) => `${column.width}px`), 'minmax(48px, 1fr)'].join(' ');

/** @param {Column[]} columns */
export const gridWidth = (columns) => columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH + 48);
