import { field, select, toggle } from '../controls.js';
import { h } from '../element.js';
import { card, numberField } from './fault.fields.js';

/** @import { Account, Faults } from '../contract.d.ts' */
/** @import { Save } from './fault.cards.js' */

/** @param {Faults} faults @param {Save} save @param {Account[]} accounts */
export function scopeCard(faults, save, accounts) {
  const choices = [
    { value: '', label: 'All accounts' },
    ...accounts.map(({ email }) => ({ value: email, label: email })),
  ];
  const operations = h('input', {
    class: 'input',
    name: 'operations',
    value: faults.operations.join(', '),
    placeholder: 'all, or for example columns.update',
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
  const element = card(
    'Affected calls',
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
      label: 'Calls to let pass first',
      value: faults.skip,
      placeholder: '0',
      save: (skip) => save({ skip: skip ?? 0 }),
    }),
    numberField({
      label: 'Turn off after this many calls',
      value: faults.times,
      placeholder: 'never',
      save: (times) => save({ times: times || null }),
    }),
  );
  element.classList.add('wide');
  return element;
}

/**
 * Returns the card that revokes the app, as a person does in Smartsheet's settings.
 * @param {Account[]} accounts
 * @param {(email: string) => void} revoke
 */
export function revokeCard(accounts, revoke) {
  const account = select({
    options: accounts.map(({ email }) => ({ value: email, label: email })),
    value: '',
  });
  return card(
    'Revoked app',
    false,
    field('Account', account),
    h(
      'p',
      { class: 'caption' },
      'Removes the app’s tokens for this account and permanently disables its webhooks.',
    ),
    h(
      'button',
      { type: 'button', class: 'button danger', onclick: () => revoke(account.value) },
      'Revoke the app',
    ),
  );
}

/**
 * Returns the card that gives and takes licenses. Without one, an admin of a sheet may not change its columns.
 * @param {Account[]} accounts
 * @param {(email: string, licensed: boolean) => void} license
 */
export function licenseCard(accounts, license) {
  return card(
    'Licenses',
    accounts.some(({ licensed }) => !licensed),
    h(
      'p',
      { class: 'caption' },
      'An admin of a sheet without a license may not change its columns. Its owner may.',
    ),
    ...accounts.map(({ email, licensed }) =>
      toggle({ title: email, on: licensed, change: (on) => license(email, on) }),
    ),
  );
}
