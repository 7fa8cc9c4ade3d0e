/** @typedef {{ rows: number, columns: number, page: number }} Extent */

/**
 * Where a key leads from a cell, or null when the key is not for moving.
 * @param {KeyboardEvent} event
 * @param {{ row: number, column: number }} at
 * @param {Extent} extent
 */
function destination(event, at, { rows, columns, page }) {
  const far = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp':
      return { ...at, row: far ? 0 : at.row - 1 };
    case 'ArrowDown':
      return { ...at, row: far ? rows - 1 : at.row + 1 };
    case 'ArrowLeft':
      return { ...at, column: at.column - 1 };
    case 'ArrowRight':
      return { ...at, column: at.column + 1 };
    case 'PageUp':
      return { ...at, row: at.row - page };
    case 'PageDown':
      return { ...at, row: at.row + page };
    case 'Home':
      return { row: far ? 0 : at.row, column: 0 };
    case 'End':
      return { row: far ? rows - 1 : at.row, column: columns - 1 };
    default:
      return null;
  }
}

/**
 * @param {{ row: number, column: number }} at
 * @param {Extent} extent
 */
export function within(at, { rows, columns }) {
  return {
    row: Math.max(0, Math.min(rows - 1, at.row)),
    column: Math.max(0, Math.min(columns - 1, at.column)),
  };
}

/**
 * The grid's keys as a person expects them of a spreadsheet.
 * @param {{
 *   at: () => { row: number, column: number },
 *   extent: () => Extent,
 *   move: (to: { row: number, column: number }) => void,
 *   edit: (initial?: string) => void,
 *   clear: () => void,
 *   pick: () => void,
 * }} grid
 * @returns {(event: KeyboardEvent) => void}
 */
export function gridKeys({ at, extent, move, edit, clear, pick }) {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const to = destination(event, at(), extent());
    if (to) move(within(to, extent()));
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') clear();
    else if (event.key === ' ' && event.shiftKey) pick();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) edit(event.key);
    else return;
    event.preventDefault();
  };
}
