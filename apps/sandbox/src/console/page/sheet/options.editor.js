import { field } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h, icon } from '../element.js';
import { pluralize } from '../format.js';

/** @import { Column } from '../contract.d.ts' */
/** @typedef {{ added: string[], removed: string[] }} Change */

/** @param {string} text */
function lines(text) {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

/**
 * @param {Column} column
 * @param {(options: string[]) => Promise<boolean>} save
 */
function openAsText(column, save) {
  const area = h('textarea', { class: 'input', rows: 12, value: (column.options ?? []).join('\n') });
  openDialog({
    title: `Options of ${column.title}`,
    content: field('One option per line', area),
    action: 'Save options',
    submit: () => save(lines(area.value)),
  });
}

/**
 * @param {string} option
 * @param {{ fresh: boolean, remove: () => void }} options
 */
function optionLine(option, { fresh, remove }) {
  return h(
    'li',
    { class: `option-line${fresh ? ' fresh' : ''}`, 'aria-label': option },
    h('span', { class: 'clip' }, option),
    fresh ? h('span', { class: 'badge good' }, 'New') : null,
    h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': `Remove option ${option}`, onclick: remove },
      icon('close'),
    ),
  );
}

/**
 * Returns the editor of a dropdown's options: adds one, removes one, or edits all as text. Options that a sync added
 * are marked.
 * @param {{ column: Column, change: Change | undefined, save: (options: string[]) => Promise<boolean> }} options
 */
export function optionsEditor({ column, change, save }) {
  const options = column.options ?? [];
  const fresh = new Set(change?.added ?? []);
  const input = h('input', {
    class: 'input',
    placeholder: 'Add an option',
    'aria-label': `New option for ${column.title}`,
  });
  const add = async () => {
    const option = input.value.trim();
    // Cleared first, because the list is redrawn before the response arrives and keeps the field's text.
    input.value = '';
    if (option && !(await save([...options, option]))) input.value = option;
  };
  return h(
    'section',
    { class: 'options', 'aria-label': `Options of ${column.title}` },
    h(
      'header',
      {},
      h('h3', {}, pluralize(options.length, 'option')),
      change && change.removed.length > 0
        ? h(
            'span',
            { class: 'badge bad', title: change.removed.join(', ') },
            `${change.removed.length} removed`,
          )
        : null,
      h(
        'button',
        { type: 'button', class: 'button small', onclick: () => openAsText(column, save) },
        'Edit as text',
      ),
    ),
    options.length === 0 ? h('p', { class: 'caption' }, 'This dropdown has no options yet.') : null,
    h(
      'ul',
      { class: 'option-list', 'aria-label': 'Options' },
      options.map((option) =>
        optionLine(option, {
          fresh: fresh.has(option),
          remove: () => save(options.filter((one) => one !== option)),
        }),
      ),
    ),
    h(
      'form',
      {
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          void add();
        },
      },
      input,
      h('button', { class: 'button' }, 'Add option'),
    ),
  );
}
