import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import {
  cellBox,
  gridTemplate,
  gridWidth,
  headHeight,
  reveal,
  rowHeight,
  visibleRange,
} from './grid.geometry.js';
import { headRow } from './grid.head.js';
import { clampToGrid, gridKeys } from './grid.keys.js';
import { markActive, rowPainter } from './grid.rows.js';
import { rowSelection } from './row.selection.js';

/** @import { Column, Row } from '../contract.d.ts' */
/** @typedef {{ row: number, column: number }} CellPosition */
/** @typedef {Map<string, { added: string[], removed: string[] }>} OptionChanges */
/** @typedef {{ columns: Column[], total: number, openColumnId: string | null, changes: OptionChanges, flashes: Map<string, Set<string>> }} Shown */

/**
 * @param {MouseEvent} event
 * @param {'row' | 'column'} what
 */
function indexUnder(event, what) {
  const target = /** @type {HTMLElement} */ (event.target);
  return Number(target.closest(`[data-${what}]`)?.getAttribute(`data-${what}`) ?? Number.NaN);
}

function createElements() {
  const head = h('div', { role: 'rowgroup', class: 'grid-head' });
  const body = h('div', { role: 'rowgroup', class: 'grid-body' });
  const grid = h(
    'div',
    { role: 'grid', class: 'grid', tabindex: 0, 'aria-multiselectable': 'true' },
    head,
    body,
  );
  // An ARIA grid may contain only rows, so editors are beside it and scroll with it.
  const over = h('div', { class: 'grid-over' });
  return { head, body, grid, over, element: h('div', { class: 'grid-scroll' }, grid, over) };
}

/**
 * @param {ReturnType<typeof createElements>} elements
 * @param {Shown & { label?: string | undefined }} shown
 */
function updateAttributes({ body, grid }, { columns, total, label }) {
  if (label) grid.setAttribute('aria-label', label);
  grid.setAttribute('aria-rowcount', String(total + 1));
  grid.setAttribute('aria-colcount', String(columns.length + 2));
  grid.style.setProperty('--columns', gridTemplate(columns));
  grid.style.minWidth = `${gridWidth(columns)}px`;
  body.style.height = `${total * rowHeight}px`;
}

/**
 * @param {ReturnType<typeof createElements>} elements
 * @param {{ toggleRow: (row: number) => void, click: (cell: CellPosition, isAgain: boolean) => void, edit: () => void }} actions
 */
function listenForClicks({ body, grid }, { toggleRow, click, edit }) {
  // Read before the click moves the focus here: only a second click on a cell opens its editor.
  let wasFocused = false;
  body.addEventListener('pointerdown', () => {
    wasFocused = document.activeElement === grid;
  });
  body.addEventListener('click', (event) => {
    const cell = { row: indexUnder(event, 'row'), column: indexUnder(event, 'column') };
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('.row-number')) toggleRow(cell.row);
    if (Number.isNaN(cell.row) || Number.isNaN(cell.column)) return;
    const isCheckbox = target.closest('.check') !== null;
    click(cell, wasFocused && !isCheckbox);
    if (isCheckbox) edit();
  });
}

/**
 * Returns the grid of a sheet. Only visible rows are rendered. The grid element keeps the focus and names the active
 * cell in `aria-activedescendant`, so scrolling may remove rows.
 * @param {{
 *   rowAt: (index: number) => Row | undefined,
 *   edit: (cell: CellPosition, box: ReturnType<typeof cellBox>, initial?: string) => void,
 *   clear: (cell: CellPosition) => void,
 *   openColumn: (id: string) => void,
 *   addColumn: () => void,
 *   onSelect: (rowIds: Set<string>) => void,
 * }} actions
 */
export function createGrid(actions) {
  /** @type {Shown} */
  const shown = { columns: [], total: 0, openColumnId: null, changes: new Map(), flashes: new Map() };
  /** @type {CellPosition} */
  let active = { row: 0, column: 0 };
  const elements = createElements();
  const { head, body, grid, over, element } = elements;
  const painter = rowPainter({
    body,
    rowAt: actions.rowAt,
    current: () => ({ ...shown, selectedIds: selection.selectedIds }),
  });
  const selection = rowSelection({
    rowAt: actions.rowAt,
    element: painter.element,
    changed: actions.onSelect,
  });

  const page = () => Math.max(1, Math.floor(element.clientHeight / rowHeight) - 2);
  const extent = () => ({ rows: shown.total, columns: shown.columns.length, page: page() });
  const range = () =>
    visibleRange({
      scrollTop: element.scrollTop,
      height: element.clientHeight - headHeight,
      total: shown.total,
    });
  const draw = () => {
    painter.paint(range());
    markActive(grid, active);
  };
  /** @param {CellPosition} to */
  const activate = (to) => {
    active = clampToGrid(to, extent());
    reveal(element, cellBox(shown.columns, active));
    draw();
  };
  /** @param {string} [initial] */
  const edit = (initial) => actions.edit(active, cellBox(shown.columns, active), initial);
  const focus = () => grid.focus({ preventScroll: true });

  listenForClicks(elements, {
    toggleRow: selection.toggle,
    click: (cell, isAgain) => {
      const isActive = active.row === cell.row && active.column === cell.column;
      focus();
      activate(cell);
      if (isAgain && isActive) edit();
    },
    edit: () => edit(),
  });
  grid.addEventListener(
    'keydown',
    gridKeys({
      at: () => active,
      extent,
      move: activate,
      edit,
      clear: () => actions.clear(active),
      toggleRow: () => selection.toggle(active.row),
    }),
  );
  element.addEventListener('scroll', () => requestAnimationFrame(draw));
  new ResizeObserver(draw).observe(element);

  return {
    element,
    /** The container of editors, which scrolls with the cells. */
    over,
    range,
    activate,
    focus,
    draw,
    clearSelection: selection.clear,
    /** @param {string} columnId */
    revealColumn(columnId) {
      const column = shown.columns.findIndex(({ id }) => id === columnId);
      const row = Math.ceil(element.scrollTop / rowHeight);
      if (column !== -1) reveal(element, cellBox(shown.columns, { row, column }));
    },
    /**
     * Updates what is shown and renders the visible rows again.
     * @param {Partial<Shown> & { label?: string }} next
     */
    show({ label, ...next }) {
      Object.assign(shown, next);
      updateAttributes(elements, { ...shown, label });
      active = clampToGrid(active, extent());
      const { openColumn, addColumn } = actions;
      keepFocus(head, () => fill(head, headRow({ ...shown, openColumn, addColumn })));
      painter.forget();
      draw();
    },
  };
}
