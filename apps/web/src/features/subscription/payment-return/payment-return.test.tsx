import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { onPlan, onTrial, somePlans, subscriptionApi } from '../../../testing/subscriptions.ts';

const { basic } = somePlans;
const verifyPath = 'POST /api/subscription/paypal/verify';
const active = { body: { success: true, status: 'active', message: 'Your subscription is active.' } };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const readText = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
/** A row stands in its place before what it says is loaded. */
const row = (term: string) =>
  waitFor(() => {
    const text = readText(term);
    if (!text) throw new Error(`${term} is still loading`);
    return text;
  });

test('PayPal’s return address forwards with its parameters, and the plan is thanked for', async () => {
  const lastPayment = {
    amount: 5.59,
    refunded: 0,
    currency: 'USD',
    at: '2026-11-21T12:00:00.000Z',
    receiptNumber: '2026-000412',
  };
  fakeApi({ ...subscriptionApi(onPlan(basic, {}, { lastPayment })), [verifyPath]: active });
  const app = renderApp('/subscription?status=success&plan_id=2&subscription_id=I-1');
  await heading('Thank you. Basic is yours.');
  expect(app.address()).toMatch(/^\/subscription\/success\?.*plan_id=2&subscription_id=I-1/);
  expect(await row('Billing')).toBe('$6.99 per month by PayPal');
  expect(await row('Next billing date')).toBe('Dec 21, 2026');
  expect(await row('Configurations')).toBe('4 of 10');
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    '/subscription/receipts/2026-000412',
  );
  await screen.findByText('Subscription Active');
  screen.getByRole('link', { name: 'View Subscription' });
  await userEvent.click(screen.getByRole('link', { name: 'Go to Dashboard' }));
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
});

test('the card says so and keeps its place while the payment is verified', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), [verifyPath]: 'silent' });
  renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await heading('Verifying your payment');
  const steps = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(steps.map(({ ariaCurrent }) => ariaCurrent)).toEqual(['step', null, null]);
  await screen.findByText('Verifying');
});

test('a payment that could not be looked up is looked up again', async () => {
  const api = fakeApi({ ...subscriptionApi(onTrial()), [verifyPath]: 'unreachable' });
  renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await heading('Verification Error');
  expect(await row('Reference for support')).toBe('I-1');
  expect(await row('Plan')).toBe('Trial until Dec 5, 2026, as before');
  api.handlers[verifyPath] = active;
  api.handlers['GET /api/subscription/current'] = { body: onPlan(basic) };
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await heading('Thank you. Basic is yours.');
});

test('a payment is thanked for although the plan that it bought cannot be loaded', async () => {
  fakeApi({
    ...subscriptionApi(onTrial()),
    'GET /api/subscription/current': { status: 503, body: {} },
    [verifyPath]: active,
  });
  renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await heading('Thank you');
  screen.getByText('PayPal has confirmed it. Your plan could not be loaded just now.');
  expect(readText('Reference for support')).toBe('I-1');
  screen.getByRole('link', { name: 'View Subscription' });
});

test('a plan bought without a payment is loaded again where it could not be loaded', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    'GET /api/subscription/current': { status: 503, body: {} },
  });
  renderApp('/subscription/success?plan_id=2');
  await heading('Your plan could not be loaded');
  expect(screen.queryByText(/^Missing payment information/)).toBeNull();
  api.handlers['GET /api/subscription/current'] = { body: onPlan(basic) };
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await heading('Thank you. Basic is yours.');
});

test('a failed payment keeps the rows of the plan that is still loading', async () => {
  fakeApi({
    ...subscriptionApi(onTrial()),
    'GET /api/subscription/current': 'silent',
    [verifyPath]: { body: { success: false, status: 'cancelled', message: '' } },
  });
  renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await heading('Verification Error');
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Status', 'Plan', 'Reference for support', 'Configurations']);
  expect(readText('Plan')).toBe('');
});

test('a payment that does not fit the order leads to support, and not to another look or payment', async () => {
  const message = 'This payment is not what your order asks for. Write to us.';
  const api = { status: 400, body: { code: 'payment_mismatch', message } };
  fakeApi({ ...subscriptionApi(onTrial()), [verifyPath]: api });
  const app = renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await heading('A payment does not fit your order');
  screen.getByText(message);
  expect(await row('Plan')).toBe('Trial until Dec 5, 2026, as before');
  expect(readText('Reference for support')).toBe('I-1');
  expect(screen.queryByText('Try Again')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Contact Us' }));
  await waitFor(() => expect(app.address()).toMatch(/^\/help/));
});

test('a link that is not paid leads back to its checkout', async () => {
  fakeApi({
    ...subscriptionApi(onTrial()),
    'POST /api/subscription/razorpay/verify': { body: { success: false, status: 'expired', message: '' } },
  });
  const app = renderApp('/subscription/success?plan_id=2&razorpay_payment_link_id=plink_1');
  await screen.findByText('Payment status: expired. Please try again or contact support.');
  await userEvent.click(screen.getByRole('link', { name: 'Try Again' }));
  await waitFor(() => expect(app.address()).toBe('/subscription?checkout=2'));
});

test.each(['/subscription/success', '/subscription/success?plan_id=2'])(
  'at %s there is nothing to thank for, and nothing is asked of a provider',
  async (address) => {
    fakeApi(subscriptionApi(onTrial()));
    renderApp(address);
    await screen.findByText('Missing payment information. Please contact support');
    screen.getByRole('link', { name: 'Contact Us' });
  },
);

test.each(['/subscription/cancel', '/subscription?status=cancelled'])(
  '%s says that nothing was charged',
  async (address) => {
    fakeApi(subscriptionApi(onTrial()));
    const app = renderApp(address);
    await heading('Payment Cancelled');
    expect(await row('Plan')).toBe('Trial until Dec 5, 2026');
    screen.getByRole('link', { name: 'Go to Dashboard' });
    await userEvent.click(screen.getByRole('link', { name: 'View Plans' }));
    await waitFor(() => expect(app.address()).toBe('/subscription'));
  },
);

test('a visitor returns to the same address after the login', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  const app = renderApp('/subscription/success?plan_id=2&subscription_id=I-1');
  await screen.findByRole('tab', { name: 'Login' });
  expect(app.address()).toBe('/subscription/success?plan_id=2&subscription_id=I-1');
});
