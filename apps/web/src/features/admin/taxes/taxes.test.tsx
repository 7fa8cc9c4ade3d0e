import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TaxRate } from '../../../api/admin.queries.ts';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const path = '/api/admin/tax-rates';
const german: TaxRate = {
  id: '0193b1f0-0000-7000-8000-000000000001',
  country: 'DE',
  name: 'VAT',
  percent: 19,
  isIncluded: false,
  note: '',
  reverseChargeNote: 'Reverse charge',
  effectiveFrom: '2026-01-01T09:00:00.000Z',
  isInEffect: true,
};
const later: TaxRate = {
  ...german,
  id: '0193b1f0-0000-7000-8000-000000000002',
  percent: 20.5,
  effectiveFrom: '2027-01-01T00:00:00.000Z',
  isInEffect: false,
};
const ireland = { country: 'IE', state: null };

const listed = (rates: TaxRate[], fallbackPercent: number | null = null, seller: object = ireland) => ({
  [`GET ${path}`]: { body: { rates, fallbackPercent, seller } },
});

test('tax rates are listed with when they count, and what counts without one', async () => {
  fakeApi({ ...adminApi, ...listed([german, later], 7.7, { country: 'IN', state: 'Karnataka' }) });
  renderApp('/admin/taxes');
  const table = await screen.findByRole('table', { name: 'Tax rates' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Germany19% VAT, added.*Reverse charge.*Since Jan 1, 2026/),
    expect.stringMatching(/^Germany20\.5% VAT, added.*From Jan 1, 2027/),
  ]);
  screen.getByText('Countries without a rate: 7.7% tax in the price, as the setting TAX_PERCENT says.');
  screen.getByText(/^You sell from Karnataka/);
});

test('the page says what it means to have no rate', async () => {
  fakeApi({ ...adminApi, ...listed([]) });
  renderApp('/admin/taxes');
  await screen.findByText('No tax line stands on receipts, and buyers are not asked for their country.');
});

test('a rate is set for a country from a day on, with what is wrong at its field', async () => {
  const api = fakeApi({
    ...adminApi,
    ...listed([german]),
    [`POST ${path}`]: { body: { message: 'Austria, 20% VAT is set.' } },
  });
  renderApp('/admin/taxes');
  await userEvent.click(await screen.findByRole('button', { name: 'New tax rate' }));
  const form = within(await screen.findByRole('dialog', { name: 'New tax rate' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Please give a percentage');
  await userEvent.click(form.getByRole('combobox', { name: 'Country' }));
  await userEvent.keyboard('Austri');
  await userEvent.click(await screen.findByRole('option', { name: 'Austria' }));
  await userEvent.type(form.getByLabelText('Percent'), '20');
  await userEvent.click(form.getByRole('radio', { name: 'In the price' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'Reverse charge for companies' }));
  await userEvent.clear(form.getByLabelText('Note on their receipts'));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Please give the sentence that their receipts need');
  await userEvent.type(form.getByLabelText('Note on their receipts'), 'Reverse charge');
  await userEvent.type(form.getByLabelText('From'), '2027-01-01');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Austria, 20% VAT is set.');
  expect(api.received(`POST ${path}`)[0]?.body).toEqual({
    country: 'AT',
    name: 'VAT',
    percent: 20,
    isIncluded: true,
    note: '',
    reverseChargeNote: 'Reverse charge',
    from: '2027-01-01',
    seen: [],
  });
});

test('a rate is edited as it is, and removed after a question', async () => {
  const api = fakeApi({
    ...adminApi,
    ...listed([german]),
    [`POST ${path}`]: { body: { message: 'Germany is set.' } },
    [`DELETE ${path}/${german.id}`]: { body: { message: 'Germany is removed.' } },
  });
  renderApp('/admin/taxes');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Germany' }));
  const form = within(await screen.findByRole('dialog', { name: 'Tax rate of Germany' }));
  expect(form.getByRole('combobox', { name: 'Country' })).toHaveProperty('disabled', true);
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(`POST ${path}`)).toHaveLength(1));
  expect(api.received(`POST ${path}`)[0]?.body).toMatchObject({
    country: 'DE',
    percent: 19,
    isIncluded: false,
    reverseChargeNote: 'Reverse charge',
    from: null,
    seen: [german.id],
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Remove Germany' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Remove rate' }));
  await waitFor(() => expect(api.received(`DELETE ${path}/${german.id}`)).toHaveLength(1));
});

test('a rate that somebody else has changed meanwhile is not overwritten, and the form says so', async () => {
  const other = { ...german, id: '0193b1f0-0000-7000-8000-000000000003', percent: 21 };
  const message = 'Somebody else has changed the rates of this country meanwhile.';
  const api = fakeApi({
    ...adminApi,
    ...listed([german]),
    [`POST ${path}`]: { status: 409, body: { code: 'tax_rate_changed', message } },
  });
  renderApp('/admin/taxes');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Germany' }));
  const form = within(await screen.findByRole('dialog', { name: 'Tax rate of Germany' }));
  Object.assign(api.handlers, listed([other]));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(message);
  await screen.findByText('21% VAT, added');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(`POST ${path}`)).toHaveLength(2));
  expect(api.received(`POST ${path}`).map(({ body }) => body)).toEqual(
    Array(2).fill(expect.objectContaining({ seen: [german.id] })),
  );
});
