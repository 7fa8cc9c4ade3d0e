import { h } from './element.js';

/**
 * Opens a modal dialog with a form. `submit` runs on its primary button; the dialog closes when it returns true.
 * @param {{
 *   title: string,
 *   content: HTMLElement | HTMLElement[],
 *   action: string,
 *   danger?: boolean,
 *   submit: (form: HTMLFormElement) => Promise<boolean>,
 * }} options
 */
export function openDialog({ title, content, action, danger = false, submit }) {
  const form = h(
    'form',
    {
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (await submit(form)) dialog.close();
      },
    },
    h('h2', { id: 'dialog-title' }, title),
    content,
    h(
      'div',
      { class: 'actions' },
      h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      h('button', { class: `button primary${danger ? ' danger' : ''}` }, action),
    ),
  );
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' }, form);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Asks for confirmation of an action that cannot be undone.
 * @param {{ title: string, text: string, action: string, submit: () => Promise<boolean> }} options
 */
export function confirmDialog({ title, text, action, submit }) {
  openDialog({ title, content: h('p', { class: 'muted' }, text), action, danger: true, submit });
}
