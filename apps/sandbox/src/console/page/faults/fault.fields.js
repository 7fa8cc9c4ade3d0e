import { field } from '../controls.js';
import { h } from '../element.js';

/**
 * Returns a card for one kind of fault, with a badge while it is on.
 * @param {string} title
 * @param {boolean} on
 * @param {...(HTMLElement | null)} content
 */
export function card(title, on, ...content) {
  return h(
    'section',
    { class: 'board-card', 'aria-label': title },
    h('header', {}, h('h2', {}, title), on && h('span', { class: 'badge warn' }, 'On')),
    content,
  );
}

/**
 * Returns a slider from 0 % to 100 %.
 * @param {{ label: string, value: number, save: (value: number) => void }} options
 */
export function shareField({ label, value, save }) {
  const output = h('output', {}, `${Math.round(value * 100)} %`);
  const input = h('input', {
    type: 'range',
    name: label,
    min: 0,
    max: 100,
    step: 5,
    value: Math.round(value * 100),
    'aria-label': label,
  });
  input.addEventListener('input', () => {
    output.textContent = `${input.value} %`;
  });
  input.addEventListener('change', () => save(Number(input.value) / 100));
  return h(
    'div',
    { class: 'field' },
    h('span', { class: 'field-label' }, label),
    h('div', { class: 'range' }, input, output),
  );
}

/**
 * Returns a field for an integer or nothing.
 * @param {{ label: string, value: number | null, placeholder: string, save: (value: number | null) => void }} options
 */
export function numberField({ label, value, placeholder, save }) {
  const input = h('input', {
    class: 'input',
    type: 'number',
    name: label,
    min: 0,
    value: value ?? '',
    placeholder,
  });
  input.addEventListener('change', () =>
    save(input.value === '' ? null : Math.max(0, Math.round(Number(input.value)))),
  );
  return field(label, input);
}
