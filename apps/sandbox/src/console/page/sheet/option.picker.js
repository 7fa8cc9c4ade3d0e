import { fill, h, icon } from '../element.js';

/** @import { Then } from './text.editor.js' */
/** @typedef {{ label: string, options: string[], chosen: string[], several: boolean, free: boolean, initial: string, view?: (option: string) => Node | string }} Question */

const maxShown = 200;

/**
 * The options that fit what was typed; a value that is no option is offered last where the column allows it.
 * @param {Question} question
 * @param {string} typed
 */
export function choices({ options, free }, typed) {
  const wanted = typed.trim().toLowerCase();
  const fitting = options.filter((option) => option.toLowerCase().includes(wanted)).slice(0, maxShown);
  if (free && typed.trim() && !options.includes(typed.trim())) fitting.push(typed.trim());
  return fitting;
}

/**
 * A field with the column's options under it. One choice closes it; with several, each is switched on and off.
 * @param {Question & { commit: (chosen: string[], then: Then) => void, cancel: () => void }} parts
 */
export function optionPicker({ commit, cancel, ...question }) {
  const chosen = new Set(question.chosen);
  let at = Math.max(
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
  const finish = (then) => {
    if (!open) return;
    open = false;
    const kept = [
      ...question.options.filter((option) => chosen.has(option)),
      ...[...chosen].filter((one) => !question.options.includes(one)),
    ];
    if (then) commit(kept, then);
    else cancel();
  };
  /** @param {string | undefined} option */
  const choose = (option) => {
    if (option === undefined) return finish('stay');
    if (question.several) {
      if (!chosen.delete(option)) chosen.add(option);
      input.value = '';
      draw();
    } else {
      chosen.clear();
      chosen.add(option);
      finish('down');
    }
  };
  const draw = () => {
    const fitting = choices(question, input.value);
    at = Math.max(0, Math.min(at, fitting.length - 1));
    fill(
      list,
      fitting.map((option, n) =>
        optionItem({ option, n, current: n === at, on: chosen.has(option), choose, question }),
      ),
    );
    if (fitting.length > 0) input.setAttribute('aria-activedescendant', `picker-${at}`);
    else input.removeAttribute('aria-activedescendant');
    list.querySelector('.current')?.scrollIntoView({ block: 'nearest' });
  };
  input.addEventListener('input', () => {
    at = 0;
    draw();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') at += 1;
    else if (event.key === 'ArrowUp') at -= 1;
    else if (event.key === 'Enter') choose(choices(question, input.value)[at]);
    else if (event.key === 'Tab') finish('right');
    else if (event.key === 'Escape') finish(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (open) draw();
  });
  input.addEventListener('blur', () => finish(question.several ? 'stay' : null));
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  draw();
  return { element, focus: () => input.focus() };
}

/**
 * @param {{ option: string, n: number, current: boolean, on: boolean, choose: (option: string) => void, question: Question }} parts
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
