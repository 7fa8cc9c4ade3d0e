import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminApi, dispute } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

test('a dispute says who disputes what and until when, and leads to its provider', async () => {
  const other = '0198f5a0-0000-7000-8000-00000000008';
  fakeApi({
    ...adminApi,
    'GET /api/admin/disputes': {
      body: [
        dispute(),
        dispute({ id: `${other}2`, disputeId: 'disp_2', provider: 'razorpay', respondBy: null }),
        dispute({ id: `${other}3`, disputeId: 'PP-D-3', status: 'under_review', respondBy: null }),
        dispute({ id: `${other}4`, disputeId: 'PP-D-4', status: 'closed', outcome: 'lost', isOurs: false }),
      ],
    },
  });
  renderApp('/admin/disputes');
  const table = within(await screen.findByRole('table', { name: 'Disputes' }));
  const row = (id: string) => within(table.getByText(new RegExp(`, ${id}$`)).closest('tr') ?? document.body);
  row('PP-D-1').getByText('kai@northgate.example');
  row('PP-D-1').getByText(/^Answer by Nov 30, /);
  expect(
    row('PP-D-1')
      .getByRole('link', { name: /^Open at PayPal/ })
      .getAttribute('href'),
  ).toBe('https://www.paypal.com/resolutioncenter/view/PP-D-1');
  row('disp_2').getByText('Razorpay has sent no date');
  expect(row('disp_2').queryByText(/^Answer by/)).toBeNull();
  row('PP-D-3').getByText('Under review');
  row('PP-D-4').getByText('Lost');
  row('PP-D-4').getByText('Not known here');
});

test('the menu says that an open dispute needs somebody', async () => {
  const body = { now: 1, inbox: 0, payments: 0, disputes: 1, events: 0, automations: 0, deadLetters: 0 };
  fakeApi({ ...adminApi, 'GET /api/admin/attention': { body } });
  renderApp('/admin');
  const menu = within(await screen.findByRole('navigation', { name: 'Admin' }));
  await waitFor(() =>
    expect(menu.getByRole('link', { name: /^Money/ }).textContent).toBe('Money 1 to look at'),
  );
});
