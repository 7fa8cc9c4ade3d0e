import { call } from '../api.js';
import { fill, h } from '../element.js';
import { counted, number, when } from '../format.js';
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
 * An address that goes on in a new line behind its @ where there is little room.
 * @param {string} address
 */
function breakable(address) {
  return address.split(/(?<=@)/).flatMap((part, n) => (n === 0 ? part : [h('wbr'), part]));
}

/**
 * One account's operations, most called first, each with a bar against the busiest of all.
 * @param {string} account
 * @param {{ tally: Tally, most: number }} parts
 */
function accountRows(account, { tally, most }) {
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
            h('span', { class: 'caption' }, counted(tally.calls, 'call')),
          )
        : null,
      h('td', {}, h('code', {}, operation)),
      h('td', { class: 'figure' }, number(count)),
      h('td', { class: 'bar-cell' }, h('i', { style: `width: ${(100 * count) / most}%` })),
    ),
  );
}

/** @param {CallReport} report */
function callTable({ accounts }) {
  const most = Math.max(1, ...Object.values(accounts).flatMap(({ operations }) => Object.values(operations)));
  const head = [
    h('th', { scope: 'col' }, 'Account'),
    h('th', { scope: 'col' }, 'Operation'),
    h('th', { scope: 'col', class: 'figure' }, 'Calls'),
    h('th', { scope: 'col', class: 'bar' }, h('span', { class: 'visually-hidden' }, 'Beside the busiest')),
  ];
  return h(
    'div',
    { class: 'table' },
    h(
      'table',
      { 'aria-label': 'Calls by account and operation' },
      h('thead', {}, h('tr', {}, head)),
      Object.entries(accounts).map(([account, tally]) =>
        h('tbody', {}, accountRows(account, { tally, most })),
      ),
    ),
  );
}

function nothing() {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No calls yet'),
    h('p', {}, 'Connect the product to this Smartsheet, and its calls are counted here.'),
  );
}

/**
 * How often the product called, by account and operation. Read again every second while it is open.
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
    facts.textContent = `To the Smartsheet API since ${when(report.since)}`;
    fill(body, figures(report), report.calls === 0 ? nothing() : callTable(report));
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
        h('button', { type: 'button', class: 'button', onclick: clear }, 'Count anew'),
      ),
    ),
    body,
  );
  await read();
  const timer = setInterval(() => void read().catch(() => {}), readEveryMs);
  return { changed: () => {}, leave: () => clearInterval(timer) };
}
