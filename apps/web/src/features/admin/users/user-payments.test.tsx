import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminApi, adminUser, adminUserDetail, userPayment } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const user = adminUserDetail();
const answers = {
  ...adminApi,
  'GET /api/admin/users': { body: [adminUser()] },
  [`GET /api/admin/users/${user.id}`]: { body: user },
};

test('a payment is refunded in part, with a reason, and no amount that cannot be', async () => {
  const payment = userPayment();
  const path = `POST /api/admin/payments/${payment.id}/refund`;
  const api = fakeApi({
    ...answers,
    [`GET /api/admin/users/${user.id}/payments`]: { body: [payment] },
    [path]: { body: { message: '$2.00 is refunded. The payer is told by mail.' } },
  });
  renderApp(`/admin/users?open=${user.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Refund $6.99, S-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund $6.99' }));
  const amount = dialog.getByLabelText('Amount');
  expect(amount).toHaveProperty('value', '5.99');
  await userEvent.clear(amount);
  await userEvent.type(amount, '0');
  await userEvent.type(dialog.getByLabelText('Reason'), 'They asked');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText('Please enter an amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '2.00');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('$2.00 is refunded. The payer is told by mail.');
  expect(api.received(path).map(({ body }) => body)).toEqual([
    { amount: 2, refunded: 1, reason: 'They asked' },
  ]);
});

test('a payment that is back has no button', async () => {
  fakeApi({
    ...answers,
    [`GET /api/admin/users/${user.id}/payments`]: { body: [userPayment({ refunded: 6.99, refundable: 0 })] },
  });
  renderApp(`/admin/users?open=${user.id}`);
  await screen.findByText('$6.99, refunded');
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
});
