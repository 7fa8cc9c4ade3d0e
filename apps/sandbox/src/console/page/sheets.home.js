import { fill, h } from './element.js';
import { pluralize } from './format.js';
import { linkTo } from './router.js';
import { groupSheets } from './sheet.groups.js';

/** @import { Overview, SheetSummary, View } from './contract.d.ts' */

/** @param {SheetSummary} sheet */
function card(sheet) {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'sheet-card', href: linkTo('sheets', sheet.id) },
      h('b', { class: 'clip' }, sheet.name),
      h('span', { class: 'caption clip' }, sheet.owner),
      h('span', { class: 'caption' }, pluralize(sheet.rows, 'row')),
    ),
  );
}

/**
 * Shows the start page with the sheets to open first.
 * @param {HTMLElement} container
 * @param {{ overview: () => Overview }} options
 * @returns {View}
 */
export function sheetsHome(container, { overview }) {
  const facts = h('p', { class: 'muted' });
  const list = h('ul', { class: 'sheet-cards', 'aria-label': 'Sheets to start with' });
  const more = h('p', { class: 'caption sheets-more' });
  const draw = () => {
    const { sheets, accounts } = overview();
    const { single, series } = groupSheets(sheets);
    facts.textContent = `A local Smartsheet with ${pluralize(accounts.length, 'account')} and ${pluralize(sheets.length, 'sheet')}. Edit a cell, and watch a dropdown follow.`;
    fill(list, single.map(card));
    more.textContent = series
      .map(
        ({ name, sheets: members }) =>
          `${pluralize(members.length, 'more sheet')}, “${name}”, are in the list.`,
      )
      .join(' ');
  };
  fill(
    container,
    h('header', { class: 'page-head' }, h('div', {}, h('h1', {}, 'Sheets'), facts)),
    h('div', { class: 'page-body' }, list, more),
  );
  draw();
  return { changed: (event) => event.list && draw() };
}
