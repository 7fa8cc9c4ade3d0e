import { field, select, toggle } from '../controls.js';
import { confirmDialog } from '../dialog.js';
import { h, icon } from '../element.js';
import { choosableTypes, describeColumn, isDropdown } from './column.kind.js';
import { optionsEditor } from './options.editor.js';

/** @import { Column } from '../contract.d.ts' */

/** @param {Column} column */
function typeChoices(column) {
  return choosableTypes.some((type) => type.value === column.type)
    ? choosableTypes
    : [{ value: column.type, label: describeColumn(column) }, ...choosableTypes];
}

/**
 * @param {Column} column
 * @param {(change: Partial<Column>) => Promise<boolean>} save
 */
function nameForm(column, save) {
  const input = h('input', {
    class: 'input',
    name: 'title',
    value: column.title,
    maxlength: 50,
    required: true,
  });
  const rename = () => {
    const title = input.value.trim();
    if (title && title !== column.title) void save({ title });
  };
  input.addEventListener('change', rename);
  return field('Column name', input);
}

/**
 * Returns the panel of one column. Each change is written immediately, as the sheet's owner.
 * @param {{
 *   column: Column,
 *   change: { added: string[], removed: string[] } | undefined,
 *   save: (change: Partial<Column>) => Promise<boolean>,
 *   remove: () => Promise<boolean>,
 *   close: () => void,
 * }} options
 */
export function columnPanel({ column, change, save, remove, close }) {
  const typeFixed = column.primary || Boolean(column.systemColumnType) || Boolean(column.symbol);
  const confirmDelete = () =>
    confirmDialog({
      title: `Delete ${column.title}?`,
      text: 'The column and all its cells are deleted. This cannot be undone.',
      action: 'Delete column',
      submit: remove,
    });
  return h(
    'aside',
    { class: 'panel', 'aria-label': `Column ${column.title}` },
    h(
      'header',
      {},
      h('h2', { class: 'clip' }, column.title),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close column', onclick: close },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'panel-body' },
      nameForm(column, save),
      field(
        'Type',
        select({
          options: typeChoices(column),
          value: column.type,
          disabled: typeFixed,
          change: (type) => void save({ type }),
        }),
      ),
      column.formula ? h('p', { class: 'formula' }, column.formula) : null,
      column.symbol
        ? h('p', { class: 'caption' }, 'Symbol columns have fixed values; their options cannot be set.')
        : null,
      isDropdown(column) ? optionsEditor({ column, change, save: (options) => save({ options }) }) : null,
      isDropdown(column)
        ? toggle({
            title: 'Restrict to these options',
            caption: 'Cells take no other values.',
            on: column.validation,
            change: (validation) => void save({ validation }),
          })
        : null,
      toggle({
        title: 'Locked',
        caption: 'Editors cannot change its cells.',
        on: column.locked,
        change: (locked) => void save({ locked }),
      }),
      column.primary
        ? null
        : h(
            'button',
            { type: 'button', class: 'button danger', onclick: confirmDelete },
            icon('trash'),
            'Delete column',
          ),
    ),
  );
}
