import { call } from '../api.js';
import { field, select } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h } from '../element.js';
import { attempt } from '../toast.js';

/** @import { Delivery } from '../contract.d.ts' */
/** @import { Act } from './agreement.card.js' */

const deliveryTones = /** @type {Record<string, string>} */ ({
  delivered: 'good',
  waiting: 'warn',
  failed: 'bad',
});

/**
 * Returns events with what became of them.
 * @param {Delivery[]} deliveries
 * @param {Act} act
 */
export function eventList(deliveries, act) {
  return h(
    'ul',
    { class: 'ledger', 'aria-label': 'Events' },
    deliveries.map(({ id, type, state, lastStatus, failures }) =>
      h(
        'li',
        { class: 'line' },
        h('code', { class: 'clip' }, type),
        h(
          'span',
          { class: `badge ${deliveryTones[state] ?? ''}` },
          state,
          failures > 0 ? ` · ${lastStatus ?? 'no answer'}` : null,
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'button small',
            'aria-label': `Resend ${type}, ${id}`,
            onclick: () => void act(`deliveries/${id}/resend`, {}, 'The event is sent again.'),
          },
          'Resend',
        ),
      ),
    ),
  );
}

/**
 * Returns the events that are about no subscription or link, and a button that sends one.
 * @param {Delivery[]} deliveries
 * @param {Act} act
 */
export function otherEvents(deliveries, act) {
  const choose = () =>
    void attempt(async () => {
      /** @type {{ eventTypes: string[] }} */
      const { eventTypes } = await call('GET', '/api/payments/event-types');
      openSampleDialog(eventTypes, act);
    });
  return [
    deliveries.length === 0 ? h('p', { class: 'muted' }, 'None yet.') : eventList(deliveries, act),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'button small', onclick: choose }, 'Send a sample event'),
    ),
  ];
}

/**
 * Lets a person send an event of PayPal's about things that do not exist.
 * @param {string[]} eventTypes
 * @param {Act} act
 */
function openSampleDialog(eventTypes, act) {
  const type = select({
    options: eventTypes.map((value) => ({ value, label: value })),
    value: 'PAYMENT.SALE.REVERSED',
  });
  openDialog({
    title: 'Send a sample event of PayPal?',
    content: [
      h('p', { class: 'muted' }, 'It goes to every webhook that wants it, and is about nothing that exists.'),
      field('Event', type),
    ],
    action: 'Send it',
    submit: () => act('sample-event', { type: type.value }, 'The event is sent.'),
  });
}
