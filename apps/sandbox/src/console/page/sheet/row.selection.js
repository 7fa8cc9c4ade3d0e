/** @import { Row } from '../contract.d.ts' */

/**
 * Keeps the ids of the selected rows.
 * @param {{
 *   rowAt: (index: number) => Row | undefined,
 *   element: (index: number) => HTMLElement | undefined,
 *   changed: (selectedIds: Set<string>) => void,
 * }} options
 */
export function rowSelection({ rowAt, element, changed }) {
  /** @type {Set<string>} */
  const selectedIds = new Set();
  return {
    selectedIds,
    /** @param {number} index */
    toggle(index) {
      const row = rowAt(index);
      if (!row) return;
      if (!selectedIds.delete(row.id)) selectedIds.add(row.id);
      const on = selectedIds.has(row.id);
      const rowElement = element(index);
      rowElement?.classList.toggle('selected', on);
      rowElement?.setAttribute('aria-selected', String(on));
      const box = rowElement?.querySelector('input');
      if (box) box.checked = on;
      changed(selectedIds);
    },
    clear() {
      selectedIds.clear();
      changed(selectedIds);
    },
  };
}
