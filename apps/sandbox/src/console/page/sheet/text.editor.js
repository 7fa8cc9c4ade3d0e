import { h } from '../element.js';

/** @typedef {'down' | 'right' | 'stay'} Then */

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Returns typed text as a cell's value: plain numbers become numbers, as in Smartsheet's grid.
 * @param {string} typed
 */
export function typedValue(typed) {
  return plainNumber.test(typed) && Math.abs(Number(typed)) < 2 ** 53 ? Number(typed) : typed;
}

/**
 * Returns a text or date field over a cell. Enter and Tab commit the text, Escape does not.
 * @param {{
 *   type: 'text' | 'date',
 *   label: string,
 *   value: string,
 *   suggestions?: string[],
 *   commit: (typed: string, then: Then) => void,
 *   cancel: () => void,
 * }} options
 */
export function textEditor({ type, label, value, suggestions = [], commit, cancel }) {
  const list = h(
    'datalist',
    { id: 'cell-suggestions' },
    suggestions.map((text) => h('option', { value: text })),
  );
  const input = h('input', {
    type,
    class: 'cell-input',
    'aria-label': label,
    value,
    list: suggestions.length > 0 && list.id,
  });
  let open = true;
  /** @param {Then | null} then */
  const finish = (then) => {
    if (!open) return;
    open = false;
    if (then) commit(input.value, then);
    else cancel();
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') finish(null);
    else if (event.key === 'Enter') finish('down');
    else if (event.key === 'Tab') finish('right');
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('blur', () => finish('stay'));
  return { element: h('div', { class: 'cell-editor' }, input, list), focus: () => input.focus() };
}
