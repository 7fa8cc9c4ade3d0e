import { call } from '../api.js';
import { fill, h } from '../element.js';
import { formatTime, number, pluralize } from '../format.js';
import { attempt } from '../toast.js';

/** @import { CallReport, Tally, View } from '../contract.d.ts' */

const readEveryMs = 1000;

/** @param {string} name @param {number} value */
function figure(name, value) {
  return h('div', {}, h('dt', { class: 'caption' }, name), h('dd', {}, number(value)));
}

/** @param {CallReport} report */
function figures(report) {
  return h(
    'dl',
    { class: 'figures' },
    figure('Calls', report.calls),
    figure('Writes', report.writes),
    figure('Most calls of one account at once', report.largestOverlap),
    figure('Most writes to one sheet at once', report.largestWriteOverlap),
  );
}

/**
 * Returns an address that can break after its @ in narrow columns.
 * @param {string} address
 */
function breakable(address) {
  return address.split(/(?<=@)/).flatMap((part, n) => (n === 0 ? part : [h('wbr'), part]));
}

/**
 * Returns the rows of one account's operations, most called first, each with a bar relative to the busiest.
 * @param {string} account
 * @param {{ tally: Tally, busiest: number }} options
 */
function accountRows(account, { tally, busiest }) {
  const operations = Object.entries(tally.operations).sort(([, a], [, b]) => b - a);
  return operations.map(([operation, count], n) =>
    h(
      'tr',
      {},
      n === 0
        ? h(
            'th',
            { scope: 'rowgroup', rowspan: operations.length },
            breakable(account),
            h('span', { class: 'caption' }, pluralize(tally.calls, 'call')),
          )
        : null,
      h('td', {}, h('code', {}, operation)),
      h('td', { class: 'figure' }, number(count)),
      h('td', { class: 'bar-cell' }, h('i', { style: `width: ${(100 * count) / busiest}%` })),
    ),
  );
}

/** @param {CallReport} report */
function callTable({ accounts }) {
  const busiest = Math.max(
    1,
    ...Object.values(accounts).flatMap(({ operations }) => Object.values(operations)),
  );
  const head = [
    h('th', { scope: 'col' }, 'Account'),
    h('th', { scope: 'col' }, 'Operation'),
    h('th', { scope: 'col', class: 'figure' }, 'Calls'),
    h(
      'th',
      { scope: 'col', class: 'bar' },
      h('span', { class: 'visually-hidden' }, 'Share of the busiest operation'),
    ),
  ];
  return h(
    'div',
    { class: 'table' },
    h(
      'table',
      { 'aria-label': 'Calls by account and operation' },
      h('thead', {}, h('tr', {}, head)),
      Object.entries(accounts).map(([account, tally]) =>
        h('tbody', {}, accountRows(account, { tally, busiest })),
      ),
    ),
  );
}

/** @param {CallReport} report */
function sourceLine({ sources }) {
  const parts = Object.entries(sources).map(([source, count]) => [
    h('code', {}, source),
    ` ${pluralize(count, 'call')} `,
  ]);
  return h('p', { class: 'caption' }, 'Integration source: ', parts.flat());
}

function emptyState() {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No calls yet'),
    h('p', {}, 'Connect the product to this Smartsheet, and its calls are counted here.'),
  );
}

/**
 * Shows how often the product called, by account and operation. It updates every second while open.
 * @param {HTMLElement} container
 * @returns {Promise<View>}
 */
export async function callsView(container) {
  const facts = h('p', { class: 'muted' });
  const body = h('div', { class: 'page-body' });
  let shown = '';
  const read = async () => {
    const report = /** @type {CallReport} */ (await call('GET', '/api/calls'));
    const text = JSON.stringify(report);
    if (text === shown) return;
    shown = text;
    facts.textContent = `To the Smartsheet API since ${formatTime(report.since)}`;
    fill(body, figures(report), report.calls === 0 ? emptyState() : [callTable(report), sourceLine(report)]);
  };
  const clear = () => attempt(() => call('DELETE', '/api/calls')).then(read);
  fill(
    container,
    h(
      'header',
      { class: 'page-head' },
      h('div', {}, h('h1', {}, 'Calls'), facts),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'button', onclick: clear }, 'Reset counts'),
      ),
    ),
    body,
  );
  await read();
  const timer = setInterval(() => void read().catch(() => {}), readEveryMs);
  return { changed: () => {}, leave: () => clearInterval(timer) };
}
