type Place = { idx: number; rowIdx: number };
type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean };

/**
 * Returns where a key of a spreadsheet leads that the grid itself takes elsewhere: to the ends of a column, and to the first
 * cell of a row, which stands after its number. Null for other keys.
 */
export function getDestination(
  { key, ctrlKey, metaKey }: Pressed,
  { at, rows }: { at: Place; rows: number },
): Place | null {
  const isFar = ctrlKey || metaKey;
  if (key === 'Home') return { idx: 1, rowIdx: isFar ? 0 : at.rowIdx };
  if (!isFar) return null;
  if (key === 'ArrowUp') return { ...at, rowIdx: 0 };
  return key === 'ArrowDown' ? { ...at, rowIdx: rows - 1 } : null;
}

/** Returns whether a key asks for the editor of a cell: by typing, Enter or F2. */
export function asksToEdit({ key, ctrlKey, metaKey }: Pressed): boolean {
  return key === 'Enter' || key === 'F2' || (key.length === 1 && !ctrlKey && !metaKey);
}

/**
 * Returns which rows are selected once the number of row `at` was pressed: it is switched over, or, with Shift, it and every row
 * back to the one that was pressed before it are added. `ids` are those of the rows in their order, null while one is fetched.
 */
export function selectRows(
  selectedIds: ReadonlySet<string>,
  { ids, at, from }: { ids: (string | null)[]; at: number; from: number },
): Set<string> {
  const pressed = ids.slice(Math.min(from, at), Math.max(from, at) + 1).filter((id) => id !== null);
  const next = new Set([...selectedIds, ...pressed]);
  if (from === at && next.size === selectedIds.size) for (const id of pressed) next.delete(id);
  return next;
}
