import { showToast } from '../toast.js';
import { cellEditor } from './cell.editor.js';
import { isCalculated } from './column.kind.js';

/** @import { CellValue, Column, Row } from '../contract.d.ts' */
/** @typedef {{ row: number, column: number }} CellPosition */

const pickerHeight = 300;

/** @param {CellValue} a @param {CellValue} b */
function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @param {Row} row @param {Column} column */
function readOnlyReason(row, column) {
  if (isCalculated(column)) return `${column.title} is calculated, so its cells cannot be edited.`;
  if (row.cells[column.id]?.formula) return 'This cell holds a formula. Delete it first to type a value.';
  return null;
}

/**
 * Opens the editor of a cell and writes its result.
 * @param {{
 *   grid: ReturnType<typeof import('./grid.js').createGrid>,
 *   columns: () => Column[],
 *   rowAt: (index: number) => Row | undefined,
 *   write: (row: Row, column: Column, value: CellValue) => Promise<unknown>,
 * }} options
 */
export function cellEditing({ grid, columns, rowAt, write }) {
  /** @type {HTMLElement | null} */
  let open = null;
  const close = () => {
    open?.remove();
    open = null;
  };
  /** @param {CellPosition} position */
  const target = (position) => {
    const row = rowAt(position.row);
    const column = columns()[position.column];
    return row && column ? { row, column } : null;
  };
  const steps = { down: { row: 1, column: 0 }, right: { row: 0, column: 1 }, stay: { row: 0, column: 0 } };

  return {
    /** @param {CellPosition} position */
    clear(position) {
      const at = target(position);
      if (at && !isCalculated(at.column)) void write(at.row, at.column, null);
    },
    /**
     * @param {CellPosition} position
     * @param {{ top: number, left: number, width: number, height: number }} box
     * @param {string} [initial] typed so far
     */
    edit(position, box, initial) {
      const at = target(position);
      if (!at) return;
      const { row, column } = at;
      const cell = row.cells[column.id];
      const reason = readOnlyReason(row, column);
      if (reason) return showToast(reason);
      if (column.type === 'CHECKBOX') return void write(row, column, cell?.value !== true);
      close();
      const editor = cellEditor({
        column,
        cell,
        initial,
        label: `Edit ${column.title}, row ${row.number}`,
        commit: (value, then) => {
          close();
          const step = steps[then];
          if (then !== 'stay') {
            grid.focus();
            grid.activate({ row: position.row + step.row, column: position.column + step.column });
          }
          if (!isSame(value, cell?.value ?? null)) void write(row, column, value);
        },
        cancel: () => {
          close();
          grid.focus();
        },
      });
      open = editor.element;
      const above =
        box.top - grid.element.scrollTop + pickerHeight > grid.element.clientHeight && box.top > pickerHeight;
      open.classList.toggle('above', above);
      open.style.cssText = `top: ${box.top}px; left: ${box.left}px; width: ${Math.max(box.width, 180)}px`;
      grid.over.append(open);
      editor.focus();
    },
  };
}
