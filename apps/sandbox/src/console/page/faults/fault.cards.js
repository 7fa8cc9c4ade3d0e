import { field, select, toggle } from '../controls.js';
import { h } from '../element.js';
import { card, numberField, shareField } from './fault.fields.js';

/** @import { Account, Faults } from '../contract.d.ts' */
/** @typedef {(change: Partial<Faults>) => void} Save */

const SETBACKS = [
  { value: 'off', label: 'Off' },
  { value: 'before', label: 'Before the call takes effect' },
  { value: 'after', label: 'After the call took effect' },
];
const STATUSES = [500, 502, 503, 504].map((status) => ({ value: String(status), label: String(status) }));

/** @param {Faults} faults @param {Save} save */
export const answerCards = (faults, save) => [
  card(
    'Rate limit storm',
    faults.storm,
    toggle({
      title: 'Refuse every call',
      caption: 'Status 429 with code 4003.',
      on: faults.storm,
      change: (storm) => save({ storm }),
    }),
    numberField({
      label: 'Retry-After, seconds',
      value: faults.retryAfter,
      placeholder: 'not sent',
      save: (retryAfter) => save({ retryAfter }),
    }),
  ),
  card(
    'Server errors',
    faults.errorRate > 0,
    shareField({
      label: 'Share of calls that fail',
      value: faults.errorRate,
      save: (errorRate) => save({ errorRate }),
    }),
    field(
      'Answer',
      select({
        options: STATUSES,
        value: String(faults.errorStatus),
        change: (status) => save({ errorStatus: Number(status) }),
      }),
    ),
  ),
];

/** @param {Faults} faults @param {Save} save */
export const connectionCards = (faults, save) => [
  card(
    'Slow answers',
    faults.hang || faults.lagMs > 0 || faults.createLagMs > 0,
    toggle({
      title: 'Hang',
      caption: 'Calls are taken and never answered.',
      on: faults.hang,
      change: (hang) => save({ hang }),
    }),
    numberField({
      label: 'Lag, milliseconds',
      value: faults.lagMs,
      placeholder: '0',
      save: (lagMs) => save({ lagMs: lagMs ?? 0 }),
    }),
    numberField({
      label: 'New things found late, milliseconds',
      value: faults.createLagMs,
      placeholder: '0',
      save: (createLagMs) => save({ createLagMs: createLagMs ?? 0 }),
    }),
  ),
  card(
    'Connection reset',
    faults.reset !== 'off',
    field(
      'Connection is cut',
      select({ options: SETBACKS, value: faults.reset, change: (reset) => save({ reset }) }),
    ),
    h('p', { class: 'caption' }, 'Cut after a write, the caller cannot know whether it happened.'),
  ),
  card(
    'Lost callbacks',
    faults.webhookLoss > 0,
    shareField({
      label: 'Share of callbacks lost',
      value: faults.webhookLoss,
      save: (webhookLoss) => save({ webhookLoss }),
    }),
    h('p', { class: 'caption' }, 'They vanish without a trace; only the sweep notices.'),
  ),
];

/** @param {Faults} faults @param {Save} save @param {Account[]} accounts */
export function reachCard(faults, save, accounts) {
  const choices = [
    { value: '', label: 'All accounts' },
    ...accounts.map(({ email }) => ({ value: email, label: email })),
  ];
  const operations = h('input', {
    class: 'input',
    name: 'operations',
    value: faults.operations.join(', '),
    placeholder: 'all, or such as columns.update',
  });
  operations.addEventListener('change', () =>
    save({ operations: operations.value.split(/[,\s]+/).filter(Boolean) }),
  );
  const reach = card(
    'Whom it meets',
    false,
    field(
      'Account',
      select({
        options: choices,
        value: faults.accounts[0] ?? '',
        change: (email) => save({ accounts: email ? [email] : [] }),
      }),
    ),
    field('Operations', operations),
    numberField({
      label: 'Stop after so many calls',
      value: faults.times,
      placeholder: 'never',
      save: (times) => save({ times: times || null }),
    }),
  );
  reach.classList.add('wide');
  return reach;
}

/**
 * Takes the app's permission away, once, as a person does in the provider's own settings.
 * @param {Account[]} accounts
 * @param {(email: string) => void} revoke
 */
export function revokeCard(accounts, revoke) {
  const account = select({
    options: accounts.map(({ email }) => ({ value: email, label: email })),
    value: '',
  });
  return card(
    'Permission taken away',
    false,
    field('Account that takes it away', account),
    h(
      'p',
      { class: 'caption' },
      'All tokens of the app for this account end at once, its webhooks for good.',
    ),
    h(
      'button',
      { type: 'button', class: 'button danger', onclick: () => revoke(account.value) },
      'Revoke the app',
    ),
  );
}
