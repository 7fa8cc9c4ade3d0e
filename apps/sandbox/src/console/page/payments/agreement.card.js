import { field } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h } from '../element.js';
import { formatTime, pluralize } from '../format.js';
import { disputeList } from './dispute.list.js';
import { eventList } from './event.list.js';
import { formatMoney } from './money.js';
import { openDisputeDialog, openTakeBackDialog } from './take-back.dialogs.js';

/** @import { Delivery, Dispute, Movement } from '../contract.d.ts' */
/** @import { Agreement } from './agreement.js' */
/** @typedef {(path: string, body: object, done: string) => Promise<boolean>} Act */

const providerLabels = /** @type {Record<string, string>} */ ({ paypal: 'PayPal', razorpay: 'Razorpay' });
const movementLabels = { payment: 'Payment', refund: 'Refund', reversal: 'Chargeback' };

/** @param {string} label @param {() => void} onclick @param {boolean} [danger] */
function button(label, onclick, danger = false) {
  return h('button', { type: 'button', class: `button small${danger ? ' danger' : ''}`, onclick }, label);
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return h('div', {}, h('dt', { class: 'caption' }, name), h('dd', {}, value));
}

/** @param {Agreement} agreement @param {Act} act */
function openDaysDialog({ id, title }, act) {
  const days = h('input', { class: 'input', type: 'number', min: 1, max: 3660, value: 30, required: true });
  openDialog({
    title: `Let days pass for ${title}?`,
    content: [
      h('p', { class: 'muted' }, 'What becomes due in these days happens at once.'),
      field('Days', days),
    ],
    action: 'Let them pass',
    submit: () =>
      act(`${id}/advance`, { days: Number(days.value) }, `${pluralize(Number(days.value), 'day')} passed.`),
  });
}

/** @param {Agreement} agreement @param {boolean} hasPaid @param {Act} act */
function actions(agreement, hasPaid, act) {
  const { id, payUrl, isCharged, hasTime } = agreement;
  /** @param {string} action @param {string} done */
  const run = (action, done) => () => void act(`${id}/${action}`, {}, done);
  return h(
    'div',
    { class: 'actions' },
    payUrl && h('a', { class: 'button small', href: payUrl, target: '_blank' }, 'Open its page'),
    isCharged && button('Renew now', run('renew', 'The next period is paid.')),
    isCharged && button('Fail the renewal', run('fail-renewal', 'The payment failed.')),
    hasTime && button('Let days pass', () => openDaysDialog(agreement, act)),
    hasPaid && button('Refund', () => openTakeBackDialog(agreement, 'refund', act), true),
    hasPaid && button('Dispute', () => openDisputeDialog(agreement, act), true),
    hasPaid && button('Charge back', () => openTakeBackDialog(agreement, 'chargeback', act), true),
  );
}

/** @param {string} id @param {Act} act */
function settleButtons(id, act) {
  /** @param {string} outcome @param {string} done */
  const settle = (outcome, done) => () => void act(`${id}/settle`, { outcome }, done);
  return [
    button('Let it clear', settle('completed', 'The bank paid.')),
    button('Let it fail', settle('denied', 'The bank denied it.')),
  ];
}

/** @param {Movement[]} movements @param {Act} act */
function movementList(movements, act) {
  return h(
    'ul',
    { class: 'ledger', 'aria-label': 'Payments' },
    movements.map(({ kind, status, amountCents, currency, at, id }) =>
      h(
        'li',
        { class: status === 'pending' ? 'line wraps' : 'line' },
        h('span', {}, movementLabels[kind], ' ', h('span', { class: 'caption' }, formatTime(at))),
        h('code', { class: 'caption clip' }, id),
        status === 'failed' && h('span', { class: 'badge bad' }, 'failed'),
        status === 'pending' && h('span', { class: 'badge warn' }, 'pending'),
        status === 'pending' && settleButtons(id, act),
        h('b', {}, `${kind === 'payment' ? '' : '−'}${formatMoney(amountCents, currency)}`),
      ),
    ),
  );
}

/**
 * Returns the card of a subscription or link: its state, what time or a bank may do to it, its money and its events.
 * @param {Agreement} agreement
 * @param {{ movements: Movement[], disputes: Dispute[], deliveries: Delivery[], act: Act, isOpen: boolean, onToggle: (isOpen: boolean) => void }} options
 */
export function agreementCard(agreement, { movements, disputes, deliveries, act, isOpen, onToggle }) {
  const { id, provider, title, price, status, tone, payer, checkoutId, next } = agreement;
  const hasPaid = movements.some((one) => one.kind === 'payment' && one.status === 'paid');
  return h(
    'article',
    { class: 'board-card agreement', 'aria-label': `${title}, ${id}` },
    h(
      'header',
      {},
      h('h2', {}, title, h('span', { class: 'muted' }, ` ${price}`)),
      h('span', { class: `badge ${tone}` }, status),
    ),
    h(
      'dl',
      { class: 'facts' },
      fact(providerLabels[provider] ?? provider, id),
      fact('Checkout', checkoutId ?? 'none'),
      fact('Payer', payer),
      next && fact('Next payment', next),
    ),
    actions(agreement, hasPaid, act),
    movements.length > 0 && movementList(movements, act),
    disputes.length > 0 && disputeList(disputes, act),
    deliveries.length > 0 &&
      h(
        'details',
        {
          open: isOpen,
          ontoggle: (/** @type {Event} */ event) =>
            onToggle(/** @type {HTMLDetailsElement} */ (event.target).open),
        },
        h('summary', {}, pluralize(deliveries.length, 'event')),
        eventList(deliveries, act),
      ),
  );
}
