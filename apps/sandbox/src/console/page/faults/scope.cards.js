import { field, select } from '../controls.js';
import { h } from '../element.js';
import { card, numberField } from './fault.fields.js';

/** @import { Account, Faults } from '../contract.d.ts' */
/** @import { Save } from './fault.cards.js' */

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
  const sheets = h('input', {
    class: 'input',
    name: 'sheets',
    value: faults.sheets.join(', '),
    placeholder: 'all, or their ids',
  });
  sheets.addEventListener('change', () => save({ sheets: sheets.value.split(/[,\s]+/).filter(Boolean) }));
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
    field('Sheets', sheets),
    numberField({
      label: 'Let so many calls pass first',
      value: faults.skip,
      placeholder: '0',
      save: (skip) => save({ skip: skip ?? 0 }),
    }),
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
