import { fill, h } from '../element.js';
import { attempt } from '../toast.js';
import { cellEditing } from './cell.editing.js';
import { openColumnDialog } from './column.dialog.js';
import { createGrid } from './grid.js';
import { panelView } from './panel.view.js';
import { sheetActions } from './sheet.actions.js';
import { sheetCalls } from './sheet.calls.js';
import { sheetHead } from './sheet.head.js';
import { sheetSession } from './sheet.session.js';

/** @import { Account, View } from '../contract.d.ts' */

/**
 * Shows the page of one sheet: header, grid, and the panel of the open column.
 * @param {HTMLElement} container
 * @param {{ id: string, accounts: Account[] }} options
 * @returns {Promise<View>}
 */
export async function sheetView(container, { id, accounts }) {
  const calls = sheetCalls(id);
  const first = await calls.read();
  /** @type {string | null} */
  let openColumnId = null;

  /** The current write. Changes by others are read after it. @type {Promise<unknown>} */
  let writing = Promise.resolve();
  /** Reads the sheet again after every write, whether it succeeded or not. @param {() => Promise<unknown>} action */
  const write = (action) => {
    const done = attempt(action).then(async (worked) => {
      await session.refresh({ isOwn: true });
      return worked;
    });
    writing = done;
    return done;
  };
  /** @param {string | null} columnId */
  const openColumn = (columnId) => {
    openColumnId = columnId === openColumnId ? null : columnId;
    draw();
    if (openColumnId) grid.revealColumn(openColumnId);
  };
  const grid = createGrid({
    rowAt: (index) => session.rowAt(index),
    edit: (place, box, initial) => editing.edit(place, box, initial),
    clear: (place) => editing.clear(place),
    openColumn,
    addColumn: () => openColumnDialog((column) => write(() => calls.addColumn(column))),
    onSelect: (rowIds) => head.onSelect(rowIds),
  });
  const session = sheetSession({
    first,
    calls,
    range: grid.range,
    show: (flashes) => draw(flashes),
    showRows: () => grid.draw(),
  });
  const editing = cellEditing({
    grid,
    columns: () => session.sheet().columns,
    rowAt: session.rowAt,
    write: (row, column, value) => write(() => calls.setCell(row.id, column.id, value)),
  });
  const head = sheetHead(sheetActions({ grid, session, calls, accounts, write }));
  const panel = panelView({
    save: (columnId, values) => write(() => calls.changeColumn(columnId, values)),
    remove: (columnId) => write(() => calls.deleteColumn(columnId)),
    close: () => openColumn(null),
  });
  function draw(/** @type {Map<string, Set<string>>} */ flashes = new Map()) {
    const { name, columns, rows } = session.sheet();
    const changes = session.highlights;
    head.show(session.sheet());
    grid.show({ label: name, columns, total: rows, openColumnId, changes, flashes });
    panel.show(
      columns.find((one) => one.id === openColumnId),
      openColumnId ? changes.get(openColumnId) : undefined,
    );
  }

  fill(container, head.element, h('div', { class: 'sheet-work' }, grid.element, panel.element));
  draw();
  return {
    changed: (event) =>
      void (
        (event.list || event.sheets.includes(id)) &&
        writing.then(() => session.refresh({ isOwn: false }))
      ),
    leave: session.stop,
  };
}
