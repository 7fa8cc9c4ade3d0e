/** @import { Row } from '../contract.d.ts' */

/**
 * Which rows are ticked, by row id.
 * @param {{
 *   rowAt: (index: number) => Row | undefined,
 *   element: (index: number) => HTMLElement | undefined,
 *   changed: (picked: Set<string>) => void,
 * }} parts
 */
export function rowPicks({ rowAt, element, changed }) {
  /** @type {Set<string>} */
  const picked = new Set();
  return {
    picked,
    /** @param {number} index */
    turn(index) {
      const row = rowAt(index);
      if (!row) return;
      if (!picked.delete(row.id)) picked.add(row.id);
      const on = picked.has(row.id);
      const line = element(index);
      line?.classList.toggle('selected', on);
      line?.setAttribute('aria-selected', String(on));
      const box = line?.querySelector('input');
      if (box) box.checked = on;
      changed(picked);
    },
    clear() {
      picked.clear();
      changed(picked);
    },
  };
}
