import { call } from '../api.js';
import { fill, h } from '../element.js';
import { keepFocus } from '../focus.js';
import { pluralize } from '../format.js';
import { attempt } from '../toast.js';
import { agreementCard } from './agreement.card.js';
import { agreementsOf } from './agreement.js';
import { otherEvents } from './event.list.js';
import { formatBalance } from './money.js';
import { isAnyPaymentFaultOn, paymentFaultCards } from './payment-fault.cards.js';

/** @import { Books, Faults, PaymentFaults, View } from '../contract.d.ts' */

/** More agreements than this are not drawn at once. */
const pageSize = 50;

function emptyState() {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No payments yet'),
    h('p', {}, 'Choose a plan in the product. What it asks PayPal and Razorpay for appears here at once.'),
  );
}

/**
 * Shows subscriptions and payment links with their money and events, and the faults of both providers.
 * @param {HTMLElement} container
 * @returns {Promise<View>}
 */
export async function paymentsView(container) {
  /** @type {Books} */
  let books = await call('GET', '/api/payments');
  /** @type {Faults} */
  let faults = await call('GET', '/api/faults');
  /** The agreements whose events are open. @type {Set<string>} */
  const opened = new Set();
  let shown = pageSize;
  const facts = h('p', { class: 'muted' });
  const list = h('div', { class: 'agreements' });
  const others = h('div', { class: 'board-card agreement' });
  const board = h('div', { class: 'board' });
  const off = h(
    'button',
    { type: 'button', class: 'button', onclick: () => save({}, {}) },
    'Turn faults off',
  );

  /** @type {import('./agreement.card.js').Act} */
  const act = (path, body, done) =>
    attempt(async () => {
      await call('POST', `/api/payments/${path}`, body);
      await read();
    }, done);
  /** @param {Partial<PaymentFaults>} change @param {Partial<PaymentFaults>} [from] */
  const save = (change, from = faults.payments) =>
    void attempt(async () => {
      faults = await call('PUT', '/api/faults', { ...faults, payments: { ...from, ...change } });
      drawFaults();
    });

  async function read() {
    books = await call('GET', '/api/payments');
    draw();
  }
  function draw() {
    const agreements = agreementsOf(books);
    facts.textContent = `${pluralize(books.subscriptions.length, 'subscription')} at PayPal, ${pluralize(books.links.length, 'link')} at Razorpay. ${formatBalance(books.movements)} received.`;
    const cards = agreements.slice(0, shown).map((agreement) =>
      agreementCard(agreement, {
        movements: books.movements.filter(({ reference }) => reference === agreement.id),
        disputes: books.disputes.filter(({ reference }) => reference === agreement.id),
        deliveries: books.deliveries.filter(({ reference }) => reference === agreement.id),
        act,
        isOpen: opened.has(agreement.id),
        onToggle: (isOpen) => void (isOpen ? opened.add(agreement.id) : opened.delete(agreement.id)),
      }),
    );
    const ids = new Set(agreements.map(({ id }) => id));
    const rest = books.deliveries.filter(({ reference }) => !ids.has(reference));
    keepFocus(others, () => fill(others, otherEvents(rest.slice(0, pageSize), act)));
    keepFocus(list, () => fill(list, cards.length === 0 ? emptyState() : cards, more(agreements.length)));
  }
  /** @param {number} count */
  function more(count) {
    if (count <= shown) return null;
    const showMore = () => {
      shown += pageSize;
      draw();
    };
    return h('button', { type: 'button', class: 'button', onclick: showMore }, 'Show more');
  }
  function drawFaults() {
    off.disabled = !isAnyPaymentFaultOn(faults.payments);
    keepFocus(board, () => fill(board, paymentFaultCards(faults.payments, save)));
  }
  fill(
    container,
    h(
      'header',
      { class: 'page-head' },
      h('div', {}, h('h1', {}, 'Payments'), facts),
      h('div', { class: 'actions' }, off),
    ),
    h(
      'div',
      { class: 'page-body' },
      list,
      h('h2', { class: 'section-title' }, 'Other events'),
      others,
      h('h2', { class: 'section-title' }, 'Faults of the providers'),
      board,
    ),
  );
  draw();
  drawFaults();
  return {
    changed: async (event) => {
      if (event.payments || event.list) await read();
      if (!event.faults) return;
      faults = await call('GET', '/api/faults');
      drawFaults();
    },
  };
}
