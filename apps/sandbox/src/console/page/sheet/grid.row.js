import { h } from '../element.js';
import { cellView } from './cell.view.js';
import { isCalculated } from './column.kind.js';
import { rowHeight } from './grid.geometry.js';

/** @import { Cell, Column, Row } from '../contract.d.ts' */

/**
 * @param {number} row
 * @param {number} column
 */
export function cellId(row, column) {
  return `cell-${row}-${column}`;
}

/**
 * What a cell shows, in words.
 * @param {Column} column
 * @param {Cell | undefined} cell
 */
function contentOf(column, cell) {
  if (column.type === 'CHECKBOX') return cell?.value === true ? 'Ticked' : 'Not ticked';
  return cell?.text ?? '';
}

/**
 * @param {Column} column
 * @param {number} at
 * @param {{ row: Row, index: number, flash: boolean }} options
 */
function gridCell(column, at, { row, index, flash }) {
  const cell = row.cells[column.id];
  const kinds = [
    typeof cell?.value === 'number' ? 'number' : '',
    cell?.formula || isCalculated(column) ? 'calculated' : '',
    column.primary && row.parent ? 'parent' : '',
    column.type === 'CHECKBOX' ? 'centred' : '',
    flash ? 'flash' : '',
  ];
  return h(
    'div',
    {
      role: 'gridcell',
      id: cellId(index, at),
      class: ['cell', ...kinds].filter(Boolean).join(' '),
      'aria-colindex': at + 2,
      'aria-label': [`${column.title}, row ${row.number}`, contentOf(column, cell)]
        .filter(Boolean)
        .join(': '),
      ...(column.primary && row.depth > 0 ? { style: `--depth: ${row.depth}` } : {}),
      ...(cell?.formula ? { title: cell.formula } : {}),
      'data-column': at,
    },
    cellView(column, cell),
  );
}

/**
 * Returns one row of the grid at its position. A row that is not loaded yet has placeholders.
 * @param {{ row: Row | undefined, index: number, columns: Column[], selected: boolean, flash: Set<string> | undefined }} options
 */
export function gridRow({ row, index, columns, selected, flash }) {
  const place = { class: `grid-row${selected ? ' selected' : ''}`, style: `top: ${index * rowHeight}px` };
  if (!row) {
    return h(
      'div',
      { role: 'row', 'aria-rowindex': index + 2, 'aria-busy': 'true', ...place, 'data-row': index },
      h('div', { role: 'rowheader', class: 'row-number' }, index + 1),
      columns.map(() => h('div', { role: 'gridcell', class: 'cell' }, h('i', { class: 'waiting' }))),
    );
  }
  return h(
    'div',
    {
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-selected': String(selected),
      ...place,
      'data-row': index,
    },
    h(
      'div',
      { role: 'rowheader', class: 'row-number', 'aria-colindex': 1, 'aria-label': `Row ${row.number}` },
      h('span', { 'aria-hidden': 'true' }, row.number),
      h('input', {
        type: 'checkbox',
        tabindex: -1,
        checked: selected,
        'aria-label': `Select row ${row.number}`,
      }),
    ),
    columns.map((column, at) => gridCell(column, at, { row, index, flash: flash?.has(column.id) ?? false })),
  );
}
