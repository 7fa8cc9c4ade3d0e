import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FailingAutomation } from '../../../api/admin.queries.ts';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const failing: FailingAutomation = {
  id: '0198f5a0-0000-7000-8000-000000000081',
  name: 'Regions into CRM',
  userId: '0198f5a0-0000-7000-8000-000000000082',
  email: 'olivia.park@northwind.example',
  lastError: 'The target column is locked.',
  class: 'configuration',
  isReview: false,
  since: null,
  pausesAt: null,
};

test('an automation that waits for a review is told from one that fails', async () => {
  const review: FailingAutomation = {
    ...failing,
    id: '0198f5a0-0000-7000-8000-000000000083',
    lastError: 'The source column has no values.',
    class: 'needs_user',
    isReview: true,
  };
  fakeApi({ ...adminApi, 'GET /api/admin/failing-automations': { body: [failing, review] } });
  renderApp('/admin/automations');
  const table = await screen.findByRole('table', { name: 'Failing automations' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(2)
        .map(({ textContent }) => textContent),
    );
  expect(rows).toEqual([
    ['Configuration', 'Unknown', 'Tried again'],
    ['Waits for a review', '', 'When answered'],
  ]);
});

test('a long address breaks between its parts, before a word would be cut', async () => {
  fakeApi({ ...adminApi, 'GET /api/admin/failing-automations': { body: [failing] } });
  renderApp('/admin/automations');
  const address = await screen.findByText(failing.email);
  expect(address.innerHTML).toBe('olivia<wbr>.park<wbr>@northwind<wbr>.example');
});
