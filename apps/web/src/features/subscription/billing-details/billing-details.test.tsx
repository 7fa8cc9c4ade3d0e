import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { billed, onTrial, quote, subscriptionApi } from '../../../testing/subscriptions.ts';

const path = '/api/subscription/billing-details';

const northwind = {
  name: 'Olivia Park',
  company: 'Northwind Trading GmbH',
  address: 'Lange Straße 12',
  postalCode: '10243',
  city: 'Berlin',
  region: '',
  country: 'DE',
  taxId: 'DE812345678',
};

const saving = ({ body }: { body: unknown }) => ({ body: billed(body as object) });

const panel = async () => within(await screen.findByRole('region', { name: 'Billing details' }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Billing details' }));

async function choose(form: Awaited<ReturnType<typeof dialog>>, label: string, option: string) {
  await userEvent.click(form.getByRole('combobox', { name: label }));
  await userEvent.keyboard(option.slice(0, 4));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

test('without billing details the panel says what receipts name instead', async () => {
  fakeApi(subscriptionApi(onTrial()));
  renderApp('/subscription');
  await (await panel()).findByText(/your email address/);
});

test('billing details are given on the page, with what is wrong at its field', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [`PATCH ${path}`]: saving,
  });
  renderApp('/subscription');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Add' }));
  const form = await dialog();
  for (const [label, text] of [
    ['Name', 'Olivia Park'],
    ['Company', 'Northwind Trading GmbH'],
    ['Address', 'Lange Straße 12'],
    ['Postal code', '10243'],
    ['City', 'Berlin'],
    ['Tax ID', 'DE 812 345'],
  ] as const) {
    await userEvent.click(form.getByLabelText(label));
    await userEvent.paste(text);
  }
  await choose(form, 'Country', 'Germany');
  expect(form.queryByLabelText('State or region')).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('A German VAT ID has 9 digits after DE.');
  expect(api.received(`PATCH ${path}`)).toHaveLength(0);
  await userEvent.type(form.getByLabelText('Tax ID'), ' 678');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.received(`PATCH ${path}`)[0]?.body).toEqual(northwind);
  (await panel()).getByText('Olivia Park, Lange Straße 12, 10243 Berlin, Germany');
  (await panel()).getByText('Tax ID DE812345678');
});

test('a state is chosen from a list for India, and typed where addresses have one', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [`GET ${path}`]: { body: billed({ country: 'US', region: 'MA' }) },
    [`PATCH ${path}`]: saving,
  });
  renderApp('/subscription');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Edit' }));
  const form = await dialog();
  expect(form.getByLabelText('State or region')).toHaveProperty('value', 'MA');
  await choose(form, 'Country', 'India');
  await choose(form, 'State', 'Karnataka');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(`PATCH ${path}`)).toHaveLength(1));
  expect(api.received(`PATCH ${path}`)[0]?.body).toMatchObject({ country: 'IN', region: 'Karnataka' });
});

test('the checkout says who is billed, and changes it without being left', async () => {
  fakeApi({
    ...subscriptionApi(onTrial()),
    [`GET ${path}`]: { body: billed(northwind) },
    [`PATCH ${path}`]: ({ body }: { body: unknown }) => ({
      body: billed({ ...northwind, ...(body as object) }),
    }),
  });
  renderApp('/subscription?checkout=2');
  const section = within(await screen.findByRole('region', { name: 'Billed to' }));
  await section.findByText('Northwind Trading GmbH, Olivia Park, Lange Straße 12, 10243 Berlin, Germany');
  await userEvent.click(section.getByRole('button', { name: 'Edit' }));
  const form = await dialog();
  await userEvent.clear(form.getByLabelText('Company'));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await section.findByText('Olivia Park, Lange Straße 12, 10243 Berlin, Germany');
  await screen.findByRole('dialog', { name: 'Complete Your Subscription' });
});

test('saving does not put back what another window has saved since the form was opened', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [`GET ${path}`]: { body: billed(northwind) },
    [`PATCH ${path}`]: saving,
  });
  const { queryClient } = renderApp('/subscription');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Edit' }));
  const form = await dialog();
  api.handlers[`GET ${path}`] = { body: billed({ ...northwind, address: 'Neue Straße 1' }) };
  await queryClient.invalidateQueries();
  await screen.findByText(/Neue Straße 1/);
  await userEvent.type(form.getByLabelText('City'), ' Mitte');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(`PATCH ${path}`)[0]?.body).toEqual({ city: 'Berlin Mitte' }));
});

test('a tax ID is sent with the country that the form shows, whatever another window has chosen', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [`GET ${path}`]: { body: billed(northwind) },
    [`PATCH ${path}`]: saving,
  });
  renderApp('/subscription');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Edit' }));
  const form = await dialog();
  const taxId = form.getByLabelText('Tax ID');
  await userEvent.clear(taxId);
  await userEvent.type(taxId, 'DE111222333');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.received(`PATCH ${path}`)[0]?.body).toEqual({
      country: 'DE',
      region: '',
      taxId: 'DE111222333',
    }),
  );
});

test('a failure of the server is told in the form, and nothing typed is lost', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), [`PATCH ${path}`]: { status: 500, body: { code: 'internal' } } });
  renderApp('/subscription');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Add' }));
  const form = await dialog();
  await userEvent.type(form.getByLabelText('City'), 'Ulm');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Not saved');
  expect(form.getByLabelText('City')).toHaveProperty('value', 'Ulm');
});

test('asks before paying for the details that the tax needs, with the reason', async () => {
  const needs = { country: true, state: true };
  const api = fakeApi({
    ...subscriptionApi(onTrial(), quote({ missing: 'country' })),
    [`GET ${path}`]: { body: billed({}, needs) },
    [`PATCH ${path}`]: ({ body }: { body: unknown }) => {
      api.handlers['POST /api/subscription/quote'] = { body: quote({ total: 8.25 }) };
      return { body: billed(body as object, needs) };
    },
  });
  renderApp('/subscription?checkout=2');
  const section = within(await screen.findByRole('region', { name: 'Billed to' }));
  await section.findByText('The tax depends on your country, so it is needed before you pay.');
  const pay = () => screen.findByRole('button', { name: 'Subscribe with PayPal' });
  expect(await pay()).toHaveProperty('disabled', true);
  await userEvent.click(section.getByRole('button', { name: 'Add billing details' }));
  const form = await dialog();
  form.getByText('Your country decides on the tax.');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('The tax depends on your country, so it is needed before you pay.');
  await choose(form, 'Country', 'India');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('GST depends on your state, so it is needed before you pay.');
  await choose(form, 'State', 'Goa');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('$8.25');
  await waitFor(async () => expect(await pay()).toHaveProperty('disabled', false));
});
