import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member, nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  booked,
  effects,
  onPlan,
  onTrial,
  quote,
  somePlans,
  subscriptionApi,
} from '../../../testing/subscriptions.ts';

const { basic, premium } = somePlans;
const afterEnd = { limit: 1, willPause: 0 };
const cancelled = onPlan(basic, { status: 'cancelled', canResume: true }, { afterEnd });
const currentPath = 'GET /api/subscription/current';

const status = () => screen.findByRole('region', { name: 'Current Subscription' });

test('a visitor is asked to log in, and told why', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/subscription');
  await screen.findByText('Please log in to see your subscription.');
});

test('the sidebar leads to the plans, and they back to the dashboard', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), 'GET /api/auth/status': { body: member } });
  const app = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Manage' }));
  await screen.findByRole('heading', { name: 'Subscription' });
  expect(app.address()).toBe('/subscription');
  expect(screen.getByRole('link', { name: 'Subscription', current: 'page' })).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('the page says the state once: the sidebar leaves its block out there', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), 'GET /api/auth/status': { body: member } });
  renderApp('/subscription');
  await within(await status()).findByText('Trial - Expires Dec 5, 2026');
  expect(screen.queryByText('Subscription Status')).toBeNull();
  expect(screen.queryByText(/Trial ends on/)).toBeNull();
});

test('a plan shows what the server says of it: price, room, features, and whether it is popular', async () => {
  fakeApi(subscriptionApi(onTrial()));
  renderApp('/subscription');
  const plans = within(await screen.findByRole('table', { name: 'Plans' }));
  expect(plans.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Trial$0 until Dec 5',
    'Free$0 per month',
    'Basic$6.99 per monthPopular',
    'Premium$19.99 per month',
  ]);
  const row = (name: string) =>
    within(plans.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(row('Configurations')).toEqual(['2', '1', 'More: 10', 'More: 100']);
  expect(row('Real-time sync')).toEqual(['Yes', 'No', 'Yes', 'Yes']);
  expect(row('API access')).toEqual(['No', 'No', 'No', 'More: Yes']);
  plans.getByRole('button', { name: 'Subscribe, Basic' });
});

test('another plan is chosen to compare with where there is room for two', async () => {
  fakeApi(subscriptionApi(onPlan(basic)));
  renderApp('/subscription');
  const choice = within(await screen.findByRole('radiogroup', { name: 'Compare with' }));
  expect(choice.getByRole('radio', { name: 'Premium' })).toHaveProperty('checked', true);
  await userEvent.click(choice.getByRole('radio', { name: 'Free' }));
  expect(choice.getByRole('radio', { name: 'Free' })).toHaveProperty('checked', true);
});

test('a subscription is cancelled after a question, and then it can be resumed', async () => {
  const api = fakeApi({
    ...subscriptionApi(onPlan(basic)),
    'POST /api/subscription/paypal/cancel': () => {
      api.handlers[currentPath] = { body: cancelled };
      return { body: { message: 'You keep Basic until Dec 21, 2026.' } };
    },
    'POST /api/subscription/resume': () => {
      api.handlers[currentPath] = { body: onPlan(basic) };
      return { body: { message: 'Basic renews on Dec 21, 2026.' } };
    },
  });
  renderApp('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel Subscription' }));
  question.getByText(/^You keep Basic until Dec 21, 2026\. Nothing more is charged\./);
  question.getByText(/3 of your 4 automations are paused/);
  await userEvent.click(question.getByRole('button', { name: 'Cancel Subscription' }));
  expect(await within(await status()).findByText('Subscription Canceled')).toBeDefined();
  expect(api.received('POST /api/subscription/paypal/cancel')[0]?.body).toEqual({
    subscription_id: 'I-BW452GLLEP1G',
  });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  await userEvent.click(within(await status()).getByRole('button', { name: 'Resume Subscription' }));
  await within(await status()).findByText('Active Subscription');
  await screen.findByText('Basic renews on Dec 21, 2026.');
});

test('cancels nothing without a reference, and asks the server for nothing', async () => {
  const api = fakeApi(subscriptionApi(onPlan(basic, { payment_provider_subscription_id: null })));
  renderApp('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Cancel Subscription' }));
  await screen.findByText('No active subscription found to cancel');
  expect(api.received('POST /api/subscription/paypal/cancel')).toHaveLength(0);
});

test('the page says when the subscription cannot be loaded, and Retry loads it', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [currentPath]: { status: 500, body: { code: 'internal' } },
  });
  renderApp('/subscription');
  await screen.findByText('Your subscription could not be loaded.');
  api.handlers[currentPath] = { body: onTrial() };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await within(await status()).findByText('Trial - Expires Dec 5, 2026');
});

test('lists receipts with day, period and amount, refunds with a minus, and a page more on demand', async () => {
  const summary = {
    kind: 'payment',
    issuedAt: '2026-11-21T12:00:00.000Z',
    currency: 'USD',
    planName: 'Basic',
    periodStart: '2026-11-21T12:00:00.000Z',
    periodEnd: '2026-12-21T12:00:00.000Z',
    paidWith: 'PayPal',
  };
  fakeApi({
    ...subscriptionApi(onPlan(basic)),
    'GET /api/subscription/receipts': ({ path }) =>
      path.includes('cursor')
        ? { body: [{ ...summary, number: '2026-000002', total: -6.99, kind: 'refund' }] }
        : {
            body: [{ ...summary, number: '2026-000003', total: 5.59 }],
            headers: { 'x-next-cursor': 'next' },
          },
  });
  renderApp('/subscription');
  const table = await screen.findByRole('table', { name: 'Receipts' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  const cells = (place: number) =>
    within(rows()[place] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  const period = 'Basic, Nov 21, 2026 to Dec 21, 2026';
  expect(cells(0)).toEqual(['Nov 21, 2026', period, 'PayPal', '$5.59', '2026-000003']);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(cells(1)).toEqual(['Nov 21, 2026', 'Refund, Basic', 'PayPal', '−$6.99', '2026-000002']);
  expect(screen.getByRole('link', { name: '2026-000002' }).getAttribute('href')).toBe(
    '/subscription/receipts/2026-000002',
  );
});

test.each([
  [0, '$19.99, Receipt'],
  [5, '$19.99, $5.00 of it refunded, Receipt'],
  [19.99, '$19.99 refunded, Receipt'],
])('shows a last payment of which %d dollars were refunded as "%s"', async (refunded, text) => {
  const paid = { amount: 19.99, currency: 'USD', at: '2026-11-21T12:00:00.000Z' };
  const lastPayment = { ...paid, refunded, receiptNumber: '2026-000003' };
  fakeApi(subscriptionApi(onTrial({ lastPayment })));
  renderApp('/subscription');
  expect((await screen.findByText('Last payment')).nextElementSibling?.textContent).toBe(text);
});

const lower = onPlan(premium, { canResume: true }, { next: booked({ willPause: 1, willWait: 1 }) });

test('a lower plan that is booked is shown with its day and the automations it concerns, and is taken back', async () => {
  const automations = [
    { id: '0198f5a0-0000-7000-8000-000000000031', name: 'Clients', effect: 'paused' },
    { id: '0198f5a0-0000-7000-8000-000000000032', name: 'Staff', effect: 'waits' },
  ] as const;
  const api = fakeApi({
    ...subscriptionApi(lower),
    'GET /api/subscription/effects': {
      body: effects({ willPause: 1, willWait: 1, automations: [...automations] }),
    },
    'POST /api/subscription/resume': () => {
      api.handlers[currentPath] = { body: onPlan(premium) };
      return { body: { message: 'Premium goes on.' } };
    },
  });
  renderApp('/subscription');
  const shown = within(await status());
  await shown.findByText('Basic starts on Dec 21, 2026.');
  expect((await shown.findByText('Clients')).closest('div')?.textContent).toBe('Paused then: Clients');
  expect(shown.getByText('Staff').closest('div')?.textContent).toBe(
    'Waiting for settings to be removed: Staff',
  );
  await userEvent.click(shown.getByRole('button', { name: 'Stay on Premium' }));
  await screen.findByText('Premium goes on.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay on Premium' })).toBeNull());
});

test('the paused automations load again after a failure', async () => {
  const api = fakeApi({
    ...subscriptionApi(lower),
    'GET /api/subscription/effects': { status: 500, body: { code: 'internal' } },
  });
  renderApp('/subscription');
  const shown = within(await status());
  await shown.findByText('Which ones could not be loaded.');
  api.handlers['GET /api/subscription/effects'] = {
    body: effects({
      willPause: 1,
      automations: [{ id: '0198f5a0-0000-7000-8000-000000000031', name: 'Clients', effect: 'paused' }],
    }),
  };
  await userEvent.click(shown.getByRole('button', { name: 'Retry' }));
  await shown.findByText('Clients');
});

test('a plan that waits for the end of the trial is cancelled alone', async () => {
  const next = booked({ startsAt: '2026-12-05T12:00:00.000Z' });
  const api = fakeApi({
    ...subscriptionApi(onTrial({ next, afterEnd: null })),
    'POST /api/subscription/paypal/cancel': () => {
      api.handlers[currentPath] = { body: onTrial() };
      return { body: { message: 'Basic does not start. Nothing is charged for it.' } };
    },
  });
  renderApp('/subscription');
  await userEvent.click(within(await status()).getByRole('button', { name: 'Cancel Subscription' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel Subscription' }));
  question.getByText('Basic does not start, and nothing is charged. Your trial goes on until Dec 5, 2026.');
  await userEvent.click(question.getByRole('button', { name: 'Cancel Subscription' }));
  await screen.findByText('Basic does not start. Nothing is charged for it.');
  expect(api.received('POST /api/subscription/paypal/cancel')[0]?.body).toEqual({
    subscription_id: 'I-NEXT',
  });
});

test('a plan that cannot be resumed says what to do instead', async () => {
  fakeApi(subscriptionApi(onPlan(basic, { status: 'cancelled', canResume: false }, { afterEnd })));
  const app = renderApp('/subscription');
  const shown = within(await status());
  shown.getByText(/PayPal has ended this subscription for good, so it cannot be resumed\./);
  expect(screen.queryByRole('button', { name: 'Resume Subscription' })).toBeNull();
  await userEvent.click(shown.getByRole('button', { name: 'Subscribe again' }));
  await waitFor(() => expect(app.address()).toBe('/subscription?checkout=2'));
});

const dueNext = booked({ payment_provider: 'razorpay', canRenew: true, firstAmount: 8.99 });

test.each([
  ['Renew for $8.39', onPlan(basic, { payment_provider: 'razorpay', canRenew: true, renewalAmount: 8.39 })],
  ['Pay $8.99 for Basic', onPlan(premium, {}, { next: dueNext })],
])('the button to pay says "%s"', async (name, current) => {
  fakeApi(subscriptionApi(current));
  renderApp('/subscription');
  await screen.findByRole('button', { name });
});

test('the payments of a running plan move to the other provider', async () => {
  const current = onPlan(basic, { payment_provider: 'paypal', movableTo: 'razorpay' });
  const api = fakeApi(subscriptionApi(current, quote({ kind: 'renewal' })));
  renderApp('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with Razorpay instead' }));
  await screen.findByRole('dialog', { name: 'Change Your Subscription' });
  await waitFor(() =>
    expect(api.received('POST /api/subscription/quote')[0]?.body).toMatchObject({
      plan_id: 2,
      payment_method: 'razorpay',
    }),
  );
});
