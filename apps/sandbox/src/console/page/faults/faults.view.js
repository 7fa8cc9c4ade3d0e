import { call } from '../api.js';
import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { attempt } from '../toast.js';
import { answerCards, connectionCards, contentCards } from './fault.cards.js';
import { licenseCard, revokeCard, scopeCard } from './scope.cards.js';

/** @import { Account, Faults, View } from '../contract.d.ts' */

/** @param {Faults} faults */
function isAnyOn(faults) {
  return (
    faults.storm ||
    faults.errorRate > 0 ||
    faults.hang ||
    faults.hold !== 'off' ||
    faults.lagMs > 0 ||
    faults.answerLagMs > 0 ||
    faults.rows !== 'whole' ||
    faults.rowsPerAnswer !== null ||
    faults.sheetList !== 'whole' ||
    faults.tokenLifetimeSeconds !== null ||
    faults.body !== 'whole' ||
    faults.createLagMs > 0 ||
    faults.reset !== 'off' ||
    faults.webhookLoss > 0
  );
}

/**
 * Shows the faults. A change applies from the next call on.
 * @param {HTMLElement} container
 * @param {{ accounts: () => Account[] }} options
 * @returns {Promise<View>}
 */
export async function faultsView(container, { accounts }) {
  /** @type {Faults} */
  let faults = await call('GET', '/api/faults');
  const facts = h('p', { class: 'muted' });
  const board = h('div', { class: 'board' });
  const off = h(
    'button',
    { type: 'button', class: 'button', onclick: () => replaceFaults({}) },
    'Turn all off',
  );

  /** @param {Partial<Faults>} next */
  const replaceFaults = (next) =>
    attempt(async () => {
      faults = await call('PUT', '/api/faults', next);
      draw();
    });
  /** @param {Partial<Faults>} change */
  const save = (change) => void replaceFaults({ ...faults, ...change });
  /** @param {string} email */
  const revoke = (email) =>
    attempt(
      () => call('PUT', '/api/faults', { ...faults, revoke: [email] }),
      `The app is revoked for ${email}.`,
    );
  /** @param {string} account @param {boolean} licensed */
  const license = (account, licensed) =>
    attempt(() => call('PUT', '/api/accounts/license', { account, licensed }));
  const release = () => attempt(() => call('DELETE', '/api/held'), 'Held calls are released.');
  function draw() {
    const on = isAnyOn(faults);
    facts.textContent = on
      ? 'Some faults are on. They apply from the next call on.'
      : 'All faults are off. Turn on what should go wrong.';
    off.disabled = !on;
    keepFocus(board, () =>
      fill(
        board,
        answerCards(faults, save),
        contentCards(faults, save),
        connectionCards(faults, save, release),
        revokeCard(accounts(), revoke),
        licenseCard(accounts(), license),
        scopeCard(faults, save, accounts()),
      ),
    );
  }
  fill(
    container,
    h(
      'header',
      { class: 'page-head' },
      h('div', {}, h('h1', {}, 'Faults'), facts),
      h('div', { class: 'actions' }, off),
    ),
    h('div', { class: 'page-body' }, board),
  );
  draw();
  return {
    changed: async (event) => {
      if (!event.faults && !event.list) return;
      if (event.faults) faults = await call('GET', '/api/faults');
      draw();
    },
  };
}
