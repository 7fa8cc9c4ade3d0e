import { call } from '../api.js';
import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { attempt } from '../toast.js';
import { answerCards, connectionCards, contentCards } from './fault.cards.js';
import { reachCard, revokeCard } from './scope.cards.js';

/** @import { Account, Faults, View } from '../contract.d.ts' */

/** @param {Faults} faults */
function anyOn(faults) {
  return (
    faults.storm ||
    faults.errorRate > 0 ||
    faults.hang ||
    faults.hold !== 'off' ||
    faults.lagMs > 0 ||
    faults.answerLagMs > 0 ||
    faults.rows !== 'whole' ||
    faults.rowsPerAnswer !== null ||
    faults.body !== 'whole' ||
    faults.createLagMs > 0 ||
    faults.reset !== 'off' ||
    faults.webhookLoss > 0
  );
}

/**
 * Switches for what goes wrong on purpose. Each change counts from the next call on.
 * @param {HTMLElement} container
 * @param {{ accounts: () => Account[] }} parts
 * @returns {Promise<View>}
 */
export async function faultsView(container, { accounts }) {
  /** @type {Faults} */
  let faults = await call('GET', '/api/faults');
  const facts = h('p', { class: 'muted' });
  const board = h('div', { class: 'board' });
  const off = h('button', { type: 'button', class: 'button', onclick: () => put({}) }, 'Switch all off');

  /** @param {Partial<Faults>} next */
  const put = (next) =>
    attempt(async () => {
      faults = await call('PUT', '/api/faults', next);
      draw();
    });
  /** @param {Partial<Faults>} change */
  const save = (change) => void put({ ...faults, ...change });
  /** @param {string} email */
  const revoke = (email) =>
    attempt(
      () => call('PUT', '/api/faults', { ...faults, revoke: [email] }),
      `The app is revoked for ${email}.`,
    );
  const release = () => attempt(() => call('DELETE', '/api/held'), 'Held calls go on.');
  function draw() {
    const on = anyOn(faults);
    facts.textContent = on
      ? 'Something goes wrong on purpose. It counts from the next call on.'
      : 'Everything works. Switch on what shall go wrong.';
    off.disabled = !on;
    keepFocus(board, () =>
      fill(
        board,
        answerCards(faults, save),
        contentCards(faults, save),
        connectionCards(faults, save, release),
        revokeCard(accounts(), revoke),
        reachCard(faults, save, accounts()),
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
      if (!event.faults) return;
      faults = await call('GET', '/api/faults');
      draw();
    },
  };
}
