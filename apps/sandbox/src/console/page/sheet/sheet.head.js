import { confirmDialog } from '../dialog.js';
import { h, icon } from '../element.js';
import { counted } from '../format.js';

/** @import { Sheet } from '../contract.d.ts' */

/**
 * The line over the grid: whose sheet it is, how large, and what can be done with it.
 * @param {{ addRow: () => void, deleteRows: (rowIds: string[]) => Promise<boolean>, openSharing: () => void }} actions
 */
export function sheetHead({ addRow, deleteRows, openSharing }) {
  /** @type {string[]} */
  let picked = [];
  const askToDelete = () =>
    confirmDialog({
      title: `Delete ${counted(picked.length, 'row')}?`,
      text: 'Rows under them are deleted too. This cannot be undone.',
      action: 'Delete',
      submit: () => deleteRows(picked),
    });
  const name = h('h1', { class: 'clip' });
  const facts = h('p', { class: 'muted sheet-facts' });
  const remove = h('button', { type: 'button', class: 'button danger', hidden: true, onclick: askToDelete });
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
  return {
    element: h(
      'header',
      { class: 'page-head' },
      h('div', {}, name, facts),
      h('div', { class: 'actions' }, remove, share, add),
    ),
    /** @param {Sheet} sheet */
    show(sheet) {
      name.textContent = sheet.name;
      facts.textContent = `${sheet.owner} · ${counted(sheet.rows, 'row')} · version ${sheet.version}`;
    },
    /** @param {Set<string>} rowIds */
    picked(rowIds) {
      picked = [...rowIds];
      remove.hidden = picked.length === 0;
      remove.textContent = `Delete ${counted(picked.length, 'row')}`;
    },
  };
}
