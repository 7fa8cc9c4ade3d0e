import { fill, h, icon } from '../element.js';

/** @import { Then } from './text.editor.js' */
/** @typedef {{ label: string, options: string[], chosen: string[], several: boolean, free: boolean, initial: string, view?: (option: string) => Node | string }} Question */

const maxShown = 200;

/**
 * Returns the options that contain the typed text. Where the column allows free text, the text itself comes last.
 * @param {Question} question
 * @param {string} typed
 */
export function choices({ options, free }, typed) {
  const query = typed.trim().toLowerCase();
  const matching = options.filter((option) => option.toLowerCase().includes(query)).slice(0, maxShown);
  if (free && typed.trim() && !options.includes(typed.trim())) matching.push(typed.trim());
  return matching;
}

/**
 * Returns a field with the column's options below it. A single choice closes it; with several, each can be toggled.
 * @param {Question & { commit: (chosen: string[], then: Then) => void, cancel: () => void }} options
 */
export function optionPicker({ commit, cancel, ...question }) {
  const chosen = new Set(question.chosen);
  let activeIndex = Math.max(
    0,
    choices(question, question.initial).findIndex((option) => chosen.has(option)),
  );
  let open = true;
  const input = h('input', {
    class: 'cell-input',
    role: 'combobox',
    'aria-label': question.label,
    'aria-expanded': 'true',
    'aria-controls': 'picker-list',
    autocomplete: 'off',
    placeholder: question.options.length > 0 ? 'Search options' : 'No options yet',
    value: question.initial,
  });
  const list = h('ul', {
    role: 'listbox',
    id: 'picker-list',
    'aria-label': 'Options',
    'aria-multiselectable': String(question.several),
  });
  const element = h('div', { class: 'cell-editor picker' }, input, list);

  /** @param {Then | null} then */
  const closePicker = (then) => {
    if (!open) return;
    open = false;
    const ordered = [
      ...question.options.filter((option) => chosen.has(option)),
      ...[...chosen].filter((one) => !question.options.includes(one)),
    ];
    if (then) commit(ordered, then);
    else cancel();
  };
  /** @param {string | undefined} option */
  const choose = (option) => {
    if (option === undefined) return closePicker('stay');
    if (question.several) {
      if (!chosen.delete(option)) chosen.add(option);
      input.value = '';
      draw();
    } else {
      chosen.clear();
      chosen.add(option);
      closePicker('down');
    }
  };
  const draw = () => {
    const matching = choices(question, input.value);
    activeIndex = Math.max(0, Math.min(activeIndex, matching.length - 1));
    fill(
      list,
      matching.map((option, n) =>
        optionItem({ option, n, current: n === activeIndex, on: chosen.has(option), choose, question }),
      ),
    );
    if (matching.length > 0) input.setAttribute('aria-activedescendant', `picker-${activeIndex}`);
    else input.removeAttribute('aria-activedescendant');
    list.querySelector('.current')?.scrollIntoView({ block: 'nearest' });
  };
  input.addEventListener('input', () => {
    activeIndex = 0;
    draw();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') activeIndex += 1;
    else if (event.key === 'ArrowUp') activeIndex -= 1;
    else if (event.key === 'Enter') choose(choices(question, input.value)[activeIndex]);
    else if (event.key === 'Tab') closePicker('right');
    else if (event.key === 'Escape') closePicker(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (open) draw();
  });
  input.addEventListener('blur', () => closePicker(question.several ? 'stay' : null));
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  draw();
  return { element, focus: () => input.focus() };
}

/**
 * @param {{ option: string, n: number, current: boolean, on: boolean, choose: (option: string) => void, question: Question }} options
 */
function optionItem({ option, n, current, on, choose, question }) {
  const known = question.options.includes(option);
  return h(
    'li',
    {
      role: 'option',
      id: `picker-${n}`,
      class: current ? 'current' : '',
      'aria-selected': String(on),
      'aria-label': option,
      onclick: () => choose(option),
    },
    h('span', { class: 'clip' }, known ? (question.view?.(option) ?? option) : `Use “${option}”`),
    question.several
      ? h('span', { class: `check${on ? ' on' : ''}` }, on ? icon('check') : null)
      : on && icon('check'),
  );
}
