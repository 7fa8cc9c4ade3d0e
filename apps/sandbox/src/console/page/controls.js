import { h } from './element.js';

let fields = 0;

/**
 * Returns a control with its label above it.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  if (!control.id) {
    fields += 1;
    control.id = `field-${fields}`;
  }
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control);
}

/**
 * @param {{ title: string, caption?: string, on: boolean, disabled?: boolean, change: (on: boolean) => void }} options
 */
export function toggle({ title, caption, on, disabled = false, change }) {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      'aria-checked': String(on),
      'aria-label': title,
      disabled,
      onclick: () => change(button.getAttribute('aria-checked') !== 'true'),
    },
    h('span', { class: 'title' }, title),
    h('span', { class: 'knob', 'aria-hidden': 'true' }),
    caption ? h('span', { class: 'caption' }, caption) : null,
  );
  return button;
}

/**
 * @param {{ options: { value: string, label: string }[], value: string, change?: (value: string) => void, [attribute: string]: unknown }} options
 */
export function select({ options, value, change, ...attributes }) {
  const element = h(
    'select',
    { class: 'input', ...attributes, onchange: () => change?.(element.value) },
    options.map((option) =>
      h('option', { value: option.value, selected: option.value === value }, option.label),
    ),
  );
  return element;
}
