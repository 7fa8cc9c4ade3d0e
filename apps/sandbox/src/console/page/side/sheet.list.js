import { select } from '../controls.js';
import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { number } from '../format.js';
import { linkTo } from '../router.js';
import { groupSheets } from '../sheet.groups.js';

/** @import { Overview, SheetSummary } from '../contract.d.ts' */

/**
 * Returns the access of an account to a sheet, or null.
 * @param {SheetSummary} sheet
 * @param {string} email
 */
function accessOf(sheet, email) {
  if (sheet.owner === email) return 'owner';
  return (
    sheet.shares
      .find((share) => share.email === email)
      ?.access.toLowerCase()
      .replace('_', ', ') ?? null
  );
}

/**
 * @param {SheetSummary} sheet
 * @param {{ account: string, current: boolean }} options
 */
function sheetLink(sheet, { account, current }) {
  const note = account ? accessOf(sheet, account) : sheet.owner;
  return h(
    'li',
    {},
    h(
      'a',
      { href: linkTo('sheets', sheet.id), 'aria-current': current ? 'page' : null },
      h('span', { class: 'name clip' }, sheet.name),
      h('span', { class: 'caption' }, h('span', { class: 'clip' }, note), h('span', {}, number(sheet.rows))),
    ),
  );
}

/**
 * @param {string} name
 * @param {{ links: HTMLElement[], open: boolean, onToggle: (open: boolean) => void }} options
 */
function seriesItem(name, { links, open, onToggle }) {
  return h(
    'li',
    {},
    h(
      'details',
      {
        open,
        ontoggle: (/** @type {Event} */ event) =>
          onToggle(/** @type {HTMLDetailsElement} */ (event.target).open),
      },
      h(
        'summary',
        {},
        h('span', { class: 'name' }, name),
        h('span', { class: 'caption' }, number(links.length)),
      ),
      h('ul', {}, links),
    ),
  );
}

/** Returns the list of sheets, with a search and a filter by account. */
export function sheetList() {
  /** @type {Overview} */
  let overview = { accounts: [], sheets: [] };
  /** @type {string | null} */
  let currentId = null;
  let account = '';
  /** The series that are open. @type {Set<string>} */
  const opened = new Set();
  const search = h('input', {
    class: 'input',
    type: 'search',
    placeholder: 'Search sheets',
    'aria-label': 'Search sheets',
    oninput: () => draw(),
  });
  const filter = h('div');
  const list = h('ul', { 'aria-label': 'Sheets' });

  /** @param {SheetSummary} sheet */
  const link = (sheet) => sheetLink(sheet, { account, current: sheet.id === currentId });
  function draw() {
    const query = search.value.trim().toLowerCase();
    const shown = overview.sheets.filter(
      (sheet) => sheet.name.toLowerCase().includes(query) && (account === '' || accessOf(sheet, account)),
    );
    const { single, series } = query ? { single: shown, series: [] } : groupSheets(shown);
    fill(
      list,
      single.map(link),
      series.map(({ name, sheets }) =>
        seriesItem(name, {
          links: sheets.map(link),
          open: opened.has(name) || sheets.some((sheet) => sheet.id === currentId),
          onToggle: (open) => void (open ? opened.add(name) : opened.delete(name)),
        }),
      ),
      shown.length === 0 && h('li', { class: 'caption none' }, 'No sheet matches.'),
    );
  }
  function drawFilter() {
    const everyone = { value: '', label: 'All accounts' };
    const control = select({
      'aria-label': 'Account',
      options: [everyone, ...overview.accounts.map(({ email }) => ({ value: email, label: email }))],
      value: account,
      change: (chosen) => {
        account = chosen;
        draw();
      },
    });
    keepFocus(filter, () => fill(filter, control));
  }
  return {
    element: h(
      'section',
      { class: 'side-sheets', 'aria-label': 'Sheets' },
      search,
      filter,
      h('div', { class: 'sheet-list' }, list),
    ),
    /** @param {Overview} next */
    show(next) {
      overview = next;
      drawFilter();
      draw();
    },
    /** @param {string | null} id */
    mark(id) {
      currentId = id;
      draw();
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    },
  };
}
