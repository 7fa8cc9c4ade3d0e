import { field } from '../controls.js';
import { confirmDialog, openDialog } from '../dialog.js';
import { h, icon } from '../element.js';
import { pluralize } from '../format.js';

/** @import { Sheet } from '../contract.d.ts' */

/**
 * @param {string} name
 * @param {(name: string) => Promise<boolean>} rename
 */
function openRenameDialog(name, rename) {
  const input = h('input', { class: 'input', required: true, maxlength: 50, value: name, autofocus: true });
  openDialog({
    title: 'Rename the sheet',
    content: field('Sheet name', input),
    action: 'Rename',
    submit: () => rename(input.value),
  });
}

/**
 * @param {string} label
 * @param {'pencil' | 'trash'} shape
 * @param {() => void} onclick
 */
function iconButton(label, shape, onclick) {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick },
    icon(shape),
  );
}

/**
 * Returns the header above the grid: name, owner, size and actions.
 * @param {{
 *   addRow: () => void,
 *   deleteRows: (rowIds: string[]) => Promise<boolean>,
 *   openSharing: () => void,
 *   rename: (name: string) => Promise<boolean>,
 *   remove: () => Promise<boolean>,
 * }} actions
 */
export function sheetHead({ addRow, deleteRows, openSharing, rename, remove }) {
  /** @type {string[]} */
  let selectedIds = [];
  const confirmDeleteRows = () =>
    confirmDialog({
      title: `Delete ${pluralize(selectedIds.length, 'row')}?`,
      text: 'Rows under them are deleted too. This cannot be undone.',
      action: 'Delete',
      submit: () => deleteRows(selectedIds),
    });
  const confirmDeleteSheet = () =>
    confirmDialog({
      title: `Delete ${name.textContent}?`,
      text: 'The sheet is gone for every account. Reset the sandbox to get it back.',
      action: 'Delete sheet',
      submit: remove,
    });
  const name = h('h1', { class: 'clip' });
  const facts = h('p', { class: 'muted sheet-facts' });
  const removeRows = h('button', {
    type: 'button',
    class: 'button danger',
    hidden: true,
    onclick: confirmDeleteRows,
  });
  const share = h(
    'button',
    { type: 'button', class: 'button', onclick: openSharing },
    icon('share'),
    'Sharing',
  );
  const add = h(
    'button',
    { type: 'button', class: 'button primary', onclick: addRow },
    icon('plus'),
    'Add row',
  );
  const renameButton = iconButton('Rename sheet', 'pencil', () =>
    openRenameDialog(name.textContent ?? '', rename),
  );
  const deleteButton = iconButton('Delete sheet', 'trash', confirmDeleteSheet);
  return {
    element: h(
      'header',
      { class: 'page-head' },
      h('div', {}, h('div', { class: 'sheet-name' }, name, renameButton), facts),
      h('div', { class: 'actions' }, removeRows, deleteButton, share, add),
    ),
    /** @param {Sheet} sheet */
    show(sheet) {
      name.textContent = sheet.name;
      const said = [sheet.owner, pluralize(sheet.rows, 'row'), `version ${sheet.version}`, ...sheet.traits];
      facts.textContent = said.join(' · ');
    },
    /** @param {Set<string>} rowIds */
    onSelect(rowIds) {
      selectedIds = [...rowIds];
      removeRows.hidden = selectedIds.length === 0;
      removeRows.textContent = `Delete ${pluralize(selectedIds.length, 'row')}`;
    },
  };
}
