import type { AuthStatus } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choose, openLine, openOptions, select } from '../../../testing/choose.ts';
import { chosenValues, createPath, openForm, previewPath } from '../../../testing/open-form.ts';
import { premiumMember } from '../../../testing/people.ts';
import { preview, toList } from '../../../testing/previews.ts';

const contacts = [
  { id: '1020', title: 'Entry', type: 'TEXT_NUMBER', selectable: false, reason: 'No' },
  {
    id: '1022',
    title: 'Approver',
    type: 'CONTACT_LIST',
    options: ['Olivia Park <olivia@b.example>'],
    selectable: true,
    reason: null,
  },
];
const sources = [
  { id: '1011', title: 'Full name', type: 'TEXT_NUMBER', selectable: false, reason: 'No' },
  { id: '1012', title: 'Email', type: 'TEXT_NUMBER', selectable: false, reason: 'No' },
  { id: '1013', title: 'Person', type: 'CONTACT_LIST', options: [], selectable: true, reason: null },
];
const values = {
  ...chosenValues,
  sourceColumn: { id: '1011', name: 'Full name' },
  targetColumn: { id: '1022', name: 'Approver' },
};

function openContacts(given = values, member?: AuthStatus) {
  return openForm({
    values: given,
    ...(member && { member }),
    handlers: {
      'GET /api/smartsheet/sheets/101/columns': { body: sources },
      'GET /api/smartsheet/sheets/102/columns': { body: contacts },
      [previewPath]: {
        body: preview({
          added: toList('Ana Costa <ana@b.example>'),
          kept: toList('Olivia Park-Stone <olivia@b.example>'),
          newNames: {
            count: 1,
            contacts: [
              { from: 'Olivia Park <olivia@b.example>', to: 'Olivia Park-Stone <olivia@b.example>' },
            ],
          },
          warnings: [{ code: 'no_address', message: '2 contacts without an address are left out.' }],
        }),
      },
    },
  });
}

test('a contact column that is filled from names asks for their addresses, and shows new names', async () => {
  const api = openContacts();
  await screen.findByText(
    'A contact is its address; the name goes along. Names without an address are left out.',
  );
  await screen.findByRole('heading', { name: 'No address column yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose the address column' }));
  const field = await select('Address Column');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await choose('Address Column', 'Email');
  await screen.findByRole('heading', { name: 'Adds 1 contact, removes none' });
  const shown = within(screen.getByRole('region', { name: 'Preview' }));
  await shown.findByText('2 contacts without an address are left out.');
  const renamed = within(shown.getByRole('region', { name: 'New name, same address 1' }));
  expect(renamed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '→Until now Olivia Park Olivia Park-Stoneolivia@b.example',
  ]);
  expect(shown.queryByRole('region', { name: /^Kept/ })).toBeNull();
  await waitFor(() =>
    expect(api.received(previewPath).at(-1)?.body).toMatchObject({
      addressColumn: { columnId: '1012', columnName: 'Email' },
    }),
  );
  await screen.findByText(/1 contact\. Being on the list gives nobody access and sends nobody a mail\.$/);
});

test('a contact column as the source has its addresses, and none are asked for', async () => {
  openContacts({ ...values, sourceColumn: { id: '1013', name: 'Person' } });
  await screen.findByText(/Being on the list gives nobody access/);
  expect(screen.queryByLabelText('Address Column')).toBeNull();
});

test('a refusal of the server for contacts stands at its field', async () => {
  const api = openContacts();
  await screen.findByLabelText('Address Column');
  const message = 'Contacts need addresses, and the source column has names only.';
  api.handlers[createPath] = {
    status: 400,
    body: { code: 'validation_failed', message, errors: { addressColumn: message } },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Create Automation' }));
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
});

test('the form offers no setting that a contact column does not take, and pins say what they need', async () => {
  openContacts({ ...values, sourceColumn: { id: '1013', name: 'Person' } }, premiumMember);
  await screen.findByText(/Being on the list gives nobody access/);
  await openOptions('Mode');
  await screen.findByRole('radio', { name: /^Keep used/ });
  expect(screen.queryByRole('radio', { name: /^Two-way/ })).toBeNull();
  expect(screen.getAllByText('Not available for a contact column')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^Spelling/ })).toBeNull();
  for (const pins of ['Pinned first', 'Pinned last']) {
    await openLine(pins);
    screen.getByPlaceholderText('Name <address>, then Enter');
  }
});
