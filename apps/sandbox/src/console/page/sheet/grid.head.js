import { h, icon } from '../element.js';
import { describeColumn } from './column.kind.js';

/** @import { Column } from '../contract.d.ts' */

/** @param {{ added: string[], removed: string[] }} change */
function changeBadges({ added, removed }) {
  return [
    added.length > 0 ? h('span', { class: 'badge good' }, `+${added.length}`) : null,
    removed.length > 0 ? h('span', { class: 'badge bad' }, `−${removed.length}`) : null,
  ];
}

/**
 * @param {Column} column
 * @param {number} index
 * @param {{ open: boolean, change: { added: string[], removed: string[] } | undefined, openColumn: (id: string) => void }} options
 */
function columnHeader(column, index, { open, change, openColumn }) {
  return h(
    'div',
    {
      role: 'columnheader',
      class: ['column-head', open && 'open', change && 'changed', column.hidden && 'is-hidden']
        .filter(Boolean)
        .join(' '),
      'aria-colindex': index + 2,
      'aria-label': column.title,
    },
    h(
      'button',
      {
        type: 'button',
        'aria-label': `Edit column ${column.title}`,
        'aria-expanded': String(open),
        'aria-describedby': `column-kind-${index}`,
        onclick: () => openColumn(column.id),
      },
      h('span', { class: 'clip' }, column.title),
      column.locked ? icon('lock') : null,
    ),
    h(
      'div',
      { class: 'caption', id: `column-kind-${index}` },
      h(
        'span',
        { class: 'clip' },
        describeColumn(column),
        column.hidden && ', hidden',
        column.locked && h('span', { class: 'visually-hidden' }, ', locked'),
      ),
      change ? changeBadges(change) : null,
    ),
  );
}

/**
 * Returns the header row: one button per column and one to add a column.
 * @param {{
 *   columns: Column[],
 *   openColumnId: string | null,
 *   changes: Map<string, { added: string[], removed: string[] }>,
 *   openColumn: (id: string) => void,
 *   addColumn: () => void,
 * }} options
 */
export function headRow({ columns, openColumnId, changes, openColumn, addColumn }) {
  return h(
    'div',
    { role: 'row', class: 'grid-row head', 'aria-rowindex': 1 },
    h(
      'div',
      { role: 'columnheader', class: 'row-number', 'aria-colindex': 1 },
      h('span', { class: 'visually-hidden' }, 'Row'),
    ),
    columns.map((column, index) =>
      columnHeader(column, index, {
        open: column.id === openColumnId,
        change: changes.get(column.id),
        openColumn,
      }),
    ),
    h(
      'div',
      { role: 'columnheader', class: 'column-add', 'aria-colindex': columns.length + 2 },
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Add column', onclick: addColumn },
        icon('plus'),
      ),
    ),
  );
}
