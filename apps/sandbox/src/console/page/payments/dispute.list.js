import { h } from '../element.js';
import { formatTime } from '../format.js';
import { formatMoney } from './money.js';

/** @import { Dispute } from '../contract.d.ts' */
/** @import { Act } from './agreement.card.js' */

/** How a dispute at PayPal may end. */
const paypalEnds = /** @type {[step: string, label: string, done: string][]} */ ([
  ['lose', 'Lose', 'The payer has the money back.'],
  ['win', 'Win', 'The seller keeps the money.'],
  ['accept', 'Accept', 'The seller gave the money back.'],
  ['cancel', 'Cancel', 'The payer gave up.'],
]);

/** What may happen to a dispute by its state: the step, its button and what is said once it is done. */
const steps = /** @type {Record<string, [step: string, label: string, done: string][]>} */ ({
  open: [
    ['contest', 'Contest', 'The evidence is under review.'],
    ['lose', 'Lose', 'The bank took the money back.'],
    ['win', 'Win', 'The dispute is won.'],
    ['close', 'Close', 'The dispute is closed.'],
  ],
  under_review: [
    ['require-action', 'Ask for more', 'The bank asks for more evidence.'],
    ['win', 'Win', 'The dispute is won.'],
    ['lose', 'Lose', 'The bank took the money back.'],
    ['close', 'Close', 'The dispute is closed.'],
  ],
  OPEN: [
    ['ask-seller', 'Ask the seller', 'PayPal waits for the seller.'],
    ['escalate', 'Make it a claim', 'PayPal decides it now.'],
    ...paypalEnds,
  ],
  WAITING_FOR_SELLER_RESPONSE: [
    ['ask-payer', 'Ask the payer', 'PayPal waits for the payer.'],
    ['review', 'Answer', 'PayPal looks at it.'],
    ...paypalEnds,
  ],
  WAITING_FOR_BUYER_RESPONSE: [
    ['ask-seller', 'Ask the seller', 'PayPal waits for the seller.'],
    ['escalate', 'Make it a claim', 'PayPal decides it now.'],
    ...paypalEnds,
  ],
  UNDER_REVIEW: [['ask-seller', 'Ask the seller', 'PayPal waits for the seller.'], ...paypalEnds],
  RESOLVED_BUYER_FAVOUR: [['appeal', 'Appeal', 'PayPal looks at it again.']],
});

const tones = /** @type {Record<string, string>} */ ({
  open: 'warn',
  under_review: 'warn',
  won: 'good',
  lost: 'bad',
  OPEN: 'warn',
  WAITING_FOR_BUYER_RESPONSE: 'warn',
  WAITING_FOR_SELLER_RESPONSE: 'warn',
  UNDER_REVIEW: 'warn',
  RESOLVED_SELLER_FAVOUR: 'good',
  CANCELED_BY_BUYER: 'good',
  RESOLVED_BUYER_FAVOUR: 'bad',
  ACCEPTED: 'bad',
});

/** @param {string} name */
function words(name) {
  return name.toLowerCase().replaceAll('_', ' ');
}

/**
 * Returns the disputes about an agreement, with what the bank and the seller may do.
 * @param {Dispute[]} disputes
 * @param {Act} act
 */
export function disputeList(disputes, act) {
  return h(
    'ul',
    { class: 'ledger', 'aria-label': 'Disputes' },
    disputes.map(({ id, status, phase, amountCents, currency, respondBy }) =>
      h(
        'li',
        { class: 'line wraps' },
        h(
          'span',
          {},
          `Dispute: ${words(phase)} `,
          respondBy && h('span', { class: 'caption' }, `answer by ${formatTime(respondBy)}`),
        ),
        h('span', { class: `badge ${tones[status] ?? ''}` }, words(status)),
        (steps[status] ?? [])
          .filter(([step]) => step !== 'close' || phase === 'fraud')
          .map(([step, label, done]) =>
            h(
              'button',
              {
                type: 'button',
                class: 'button small',
                'aria-label': `${label}, ${id}`,
                onclick: () => void act(`disputes/${id}/decide`, { step }, done),
              },
              label,
            ),
          ),
        h('b', {}, formatMoney(amountCents, currency)),
      ),
    ),
  );
}
