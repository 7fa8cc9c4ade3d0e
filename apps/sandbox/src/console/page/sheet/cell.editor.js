import { symbolView } from './cell.view.js';
import { isDropdown, symbolValues } from './column.kind.js';
import { optionPicker } from './option.picker.js';
import { textEditor, typedValue } from './text.editor.js';

/** @import { Cell, CellValue, Column, Contact } from '../contract.d.ts' */
/** @import { Then } from './text.editor.js' */

/** @param {Contact} contact */
function contactText({ name, email }) {
  return name && email && name !== email ? `${name} <${email}>` : (email ?? name ?? '');
}

/** @param {Cell | undefined} cell */
function contactsText(cell) {
  const value = cell?.value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'string' ? one : contactText(one))).join(', ');
  return value !== null && typeof value === 'object' ? contactText(value) : (cell?.text ?? '');
}

/** @param {Cell | undefined} cell */
function chosenIn(cell) {
  return Array.isArray(cell?.value) ? cell.value.map(String) : cell?.text ? [cell.text] : [];
}

/**
 * Returns the editor for a column's type. `commit` receives the value to write.
 * @param {{
 *   column: Column,
 *   cell: Cell | undefined,
 *   label: string,
 *   initial: string | undefined,
 *   commit: (value: CellValue, then: Then) => void,
 *   cancel: () => void,
 * }} options
 */
export function cellEditor({ column, cell, label, initial, commit, cancel }) {
  const symbols = symbolValues(column);
  if (symbols || isDropdown(column)) {
    const several = column.type === 'MULTI_PICKLIST';
    return optionPicker({
      label,
      options: symbols ?? column.options ?? [],
      chosen: chosenIn(cell),
      several,
      free: !symbols && !column.validation,
      initial: initial ?? '',
      ...(symbols ? { view: symbolView } : {}),
      commit: (chosen, then) => commit(several ? chosen : (chosen[0] ?? null), then),
      cancel,
    });
  }
  const isContact = column.type === 'CONTACT_LIST' || column.type === 'MULTI_CONTACT_LIST';
  const isDate = column.type === 'DATE';
  const shown = isContact ? contactsText(cell) : (cell?.text ?? '');
  return textEditor({
    type: isDate ? 'date' : 'text',
    label,
    value: (isDate ? undefined : initial) ?? shown,
    suggestions: column.type === 'CONTACT_LIST' ? column.contactOptions.map(contactText) : [],
    commit: (typed, then) => {
      if (typed === shown) commit(cell?.value ?? null, then);
      else if (typed === '') commit(null, then);
      else commit(column.type === 'TEXT_NUMBER' ? typedValue(typed) : typed, then);
    },
    cancel,
  });
}
