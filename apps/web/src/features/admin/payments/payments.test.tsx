import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminApi, paymentToSettle, providerEvent } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

test('a payment says why it is here, leads to its provider, and is settled in the way that is chosen, with a reason', async () => {
  const payment = paymentToSettle();
  const path = `POST /api/admin/payments-to-settle/${payment.id}/settle`;
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/payments-to-settle': { body: [payment] },
    [path]: { body: { message: '$5.99 goes back.' } },
  });
  renderApp('/admin/payments');
  await screen.findByText(payment.why);
  expect(screen.getByRole('link', { name: /^Open at PayPal/ }).getAttribute('href')).toBe(
    payment.providerPage,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Settle $5.99, S-1' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Settle $5.99 from olivia.park@northwind.example' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Grant Basic' }));
  await dialog.findByText('Please say why');
  await userEvent.click(dialog.getByRole('radio', { name: 'Give it back' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Paid too little');
  await userEvent.click(dialog.getByRole('button', { name: 'Give it back' }));
  await screen.findByText('$5.99 goes back.');
  expect(api.received(path).map(({ body }) => body)).toEqual([
    { how: 'give_back', reason: 'Paid too little' },
  ]);
});

test('the settle dialog takes the refunded amount, up to what is refundable', async () => {
  const why = 'PayPal says that a part of it was given back, but not how much.';
  const ways = ['record_refund', 'settled'] as const;
  const payment = paymentToSettle({ kind: 'partly_refunded', why, ways: [...ways], mostRefunded: 5.98 });
  const path = `POST /api/admin/payments-to-settle/${payment.id}/settle`;
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/payments-to-settle': { body: [payment] },
    [path]: { body: { message: '$2.00 is on the books as given back.' } },
  });
  renderApp('/admin/payments');
  await userEvent.click(await screen.findByRole('button', { name: 'Settle $5.99, S-1' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Read at PayPal');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter what is back' }));
  await dialog.findByText('Please enter what is back');
  await userEvent.type(dialog.getByLabelText('Given back'), '2.00');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter what is back' }));
  await screen.findByText('$2.00 is on the books as given back.');
  expect(api.received(path).map(({ body }) => body)).toEqual([
    { how: 'record_refund', reason: 'Read at PayPal', refunded: 2 },
  ]);
});

test('an event that waits for somebody is acknowledged with a reason, and only such an event', async () => {
  const waiting = providerEvent();
  const path = `POST /api/admin/provider-events/${waiting.id}/acknowledge`;
  const seen = { id: '0198f5a0-0000-7000-8000-000000000072', type: 'seen.already', isWaiting: false };
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/provider-events': { body: [waiting, providerEvent(seen)] },
    [path]: { body: { message: 'The event is acknowledged.' } },
  });
  renderApp('/admin/provider-events');
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge payment_link.paid' }));
  expect(screen.queryByRole('button', { name: 'Acknowledge seen.already' })).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge payment_link.paid?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Given back by hand');
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('The event is acknowledged.');
  expect(api.received(path).map(({ body }) => body)).toEqual([{ reason: 'Given back by hand' }]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'To look at');
  await expect
    .poll(() => api.received('GET /api/admin/provider-events').at(-1)?.path)
    .toContain('waiting=true');
});
