import { field, select } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h } from '../element.js';
import { choosableTypes } from './column.kind.js';

/**
 * Opens the dialog for the title and type of a new column.
 * @param {(column: { title: string, type: string }) => Promise<boolean>} add
 */
export function openColumnDialog(add) {
  const title = h('input', { class: 'input', required: true, maxlength: 50, autofocus: true });
  const type = select({ options: choosableTypes, value: 'PICKLIST' });
  openDialog({
    title: 'Add a column',
    content: [field('Column name', title), field('Type', type)],
    action: 'Add column',
    submit: () => add({ title: title.value.trim(), type: type.value }),
  });
}
