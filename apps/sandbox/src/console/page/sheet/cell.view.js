import { h, icon } from '../element.js';

/** @import { Cell, Column, Contact } from '../contract.d.ts' */

const toneBySymbol = { Red: 'bad', Yellow: 'warn', Green: 'good', High: 'bad', Low: 'accent' };
const fillBySymbol = { Empty: 0, Quarter: 25, Half: 50, 'Three Quarter': 75, Full: 100 };

/** @param {string} name */
function initials(name) {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase();
}

/** @param {Contact} contact */
function contactView(contact) {
  const shown = contact.name || contact.email || '';
  return h(
    'span',
    { class: 'contact', title: contact.email },
    h('i', { 'aria-hidden': 'true' }, initials(shown)),
    h('span', { class: 'clip' }, shown),
  );
}

/** @param {string} value */
export function symbolView(value) {
  const fill = fillBySymbol[/** @type {keyof typeof fillBySymbol} */ (value)];
  const mark =
    fill === undefined
      ? h('i', {
          class: `dot ${toneBySymbol[/** @type {keyof typeof toneBySymbol} */ (value)] ?? ''}`,
          'aria-hidden': 'true',
        })
      : h('i', { class: 'ball', style: `--fill: ${fill}%`, 'aria-hidden': 'true' });
  return h('span', { class: 'symbol' }, mark, h('span', {}, value));
}

/** @param {boolean} on */
function checkView(on) {
  return h('span', { class: `check${on ? ' on' : ''}` }, on ? icon('check') : null);
}

/**
 * The grid takes the keys, so the link is followed by the mouse alone.
 * @param {string} href
 * @param {string} text
 */
function linkView(href, text) {
  const leaves = href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' };
  return h('a', { href, tabindex: -1, ...leaves }, text);
}

/** @param {string} text */
function isFormulaError(text) {
  return /^#[A-Z]/.test(text);
}

/**
 * Spaces between them keep them apart for whoever reads the text and not the picture.
 * @param {HTMLElement[]} views
 */
function chips(views) {
  return h(
    'span',
    { class: 'chips' },
    views.flatMap((view) => [view, ' ']),
  );
}

/**
 * Returns the content of a cell by its column's type.
 * @param {Column} column
 * @param {Cell | undefined} cell
 * @returns {Node | string}
 */
export function cellView(column, cell) {
  if (column.type === 'CHECKBOX') return checkView(cell?.value === true);
  if (!cell || cell.text === '') return '';
  const { value, text } = cell;
  if (column.symbol && typeof value === 'string') return symbolView(value);
  if (column.type === 'MULTI_PICKLIST' && Array.isArray(value)) {
    return chips(value.map((one) => h('span', { class: 'chip' }, String(one))));
  }
  if (column.type === 'MULTI_CONTACT_LIST' && Array.isArray(value)) {
    return chips(value.map((one) => contactView(/** @type {Contact} */ (one))));
  }
  if (
    column.type === 'CONTACT_LIST' &&
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value)
  ) {
    return contactView(value);
  }
  if (isFormulaError(text)) return h('span', { class: 'formula-error' }, text);
  if (cell.href !== undefined) return linkView(cell.href, text);
  if (cell.linkedFrom !== undefined) {
    return h('span', { class: 'linked', title: `Linked from ${cell.linkedFrom}` }, icon('link'), text);
  }
  return text;
}
