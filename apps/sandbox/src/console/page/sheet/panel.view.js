import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { columnPanel } from './column.panel.js';

/** @import { Column } from '../contract.d.ts' */
/** @typedef {{ added: string[], removed: string[] }} Change */

/**
 * Returns the panel beside the grid. It is redrawn only when its content changes, so that other changes of the sheet
 * do not disturb typing.
 * @param {{
 *   save: (columnId: string, values: Partial<Column>) => Promise<boolean>,
 *   remove: (columnId: string) => Promise<boolean>,
 *   close: () => void,
 * }} actions
 */
export function panelView({ save, remove, close }) {
  const element = h('div', { class: 'sheet-beside' });
  let shown = '';
  return {
    element,
    /**
     * @param {Column | undefined} column
     * @param {Change | undefined} change
     */
    show(column, change) {
      const next = JSON.stringify([column, change]);
      if (next === shown) return;
      shown = next;
      const panel =
        column &&
        columnPanel({
          column,
          change,
          save: (values) => save(column.id, values),
          remove: () => remove(column.id),
          close,
        });
      keepFocus(element, () => fill(element, panel));
    },
  };
}
