import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { columnPanel } from './column.panel.js';

/** @import { Column } from '../contract.d.ts' */
/** @typedef {{ added: string[], removed: string[] }} Change */

/**
 * The place beside the grid where a column is open. It is drawn again only when what it shows is different, so that
 * a change elsewhere in the sheet does not disturb who is typing in it.
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
