/** @typedef {{ rows: number, columns: number, page: number }} Extent */

/**
 * Returns the cell that a key moves to, or null for other keys.
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
export function clampToGrid(at, { rows, columns }) {
  return {
    row: Math.max(0, Math.min(rows - 1, at.row)),
    column: Math.max(0, Math.min(columns - 1, at.column)),
  };
}

/**
 * Returns the key handler of the grid, with the keys of a spreadsheet.
 * @param {{
 *   at: () => { row: number, column: number },
 *   extent: () => Extent,
 *   move: (to: { row: number, column: number }) => void,
 *   edit: (initial?: string) => void,
 *   clear: () => void,
 *   toggleRow: () => void,
 * }} grid
 * @returns {(event: KeyboardEvent) => void}
 */
export function gridKeys({ at, extent, move, edit, clear, toggleRow }) {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const to = destination(event, at(), extent());
    if (to) move(clampToGrid(to, extent()));
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') clear();
    else if (event.key === ' ' && event.shiftKey) toggleRow();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) edit(event.key);
    else return;
    event.preventDefault();
  };
}
