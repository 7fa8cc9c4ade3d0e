import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi, type ReceivedCall } from '../../../testing/fake-api.ts';
import { nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  booked,
  effects,
  onFree,
  onPlan,
  onTrial,
  quote,
  somePlans,
  subscriptionApi,
} from '../../../testing/subscriptions.ts';

const { basic, premium } = somePlans;
const paypalPath = 'POST /api/subscription/paypal/create';
const razorpayPath = 'POST /api/subscription/razorpay/create';

const upgrade = quote({
  kind: 'upgrade',
  planId: 3,
  lines: [
    { kind: 'plan', label: 'Premium', amount: 19.99 },
    { kind: 'credit', label: 'Unused days of Basic', amount: -2.8 },
  ],
  total: 17.19,
  afterwards: { amount: 19.99, from: '2026-12-21T12:00:00.000Z', isAutomatic: true },
  replaces: { planName: 'Basic', payment_provider: 'paypal' },
});

const dialog = async (name = 'Complete Your Subscription') =>
  within(await screen.findByRole('dialog', { name }));
const button = (name: string) => screen.findByRole('button', { name });

/** Where the browser would go; jsdom goes nowhere. */
function watchLeaving() {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  return assign;
}

test('the plan card opens the checkout in the address, and closing it leads back to the plans', async () => {
  fakeApi(subscriptionApi(onTrial()));
  const app = renderApp('/subscription');
  await userEvent.click(await button('Subscribe, Basic'));
  const checkout = await dialog();
  expect(app.address()).toBe('/subscription?checkout=2');
  await checkout.findByText('$6.99 today.', { exact: false });
  await userEvent.click(checkout.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(app.address()).toBe('/subscription'));
});

test.each([
  ['a first plan', onTrial(), quote(), 'Complete Your Subscription', 'Subscribe with PayPal'],
  ['a higher plan', onPlan(basic), upgrade, 'Upgrade Your Subscription', 'Upgrade with PayPal'],
  [
    'a lower plan',
    onPlan(premium),
    quote({ kind: 'change', startsAt: '2026-12-21T12:00:00.000Z' }),
    'Change Your Subscription',
    'Change on Dec 21',
  ],
  [
    'one more period',
    onPlan(basic, { payment_provider: 'razorpay', canRenew: true }),
    quote({ kind: 'renewal', afterwards: { ...quote().afterwards, isAutomatic: false } }),
    'Change Your Subscription',
    'Renew with Razorpay',
  ],
])('the checkout of %s has its title and its button', async (_what, current, price, title, label) => {
  fakeApi(subscriptionApi(current, price));
  renderApp(`/subscription?checkout=${price.planId}`);
  await (await dialog(title)).findByRole('button', { name: label });
});

test.each([
  ['in a trial', onTrial(), true],
  ['after the trial', onFree(), false],
])('the checkout %s has a place for each part before the price arrives', async (_when, current, isByDays) => {
  fakeApi({ ...subscriptionApi(current), 'POST /api/subscription/quote': 'silent' });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  for (const part of ['Order summary', 'Payment method', 'Billed to', 'Subscription Summary'])
    expect(checkout.getByText(part)).toBeTruthy();
  expect(checkout.queryByText('Your plan starts') !== null).toBe(isByDays);
});

test('a payment method that does not take the amount is shown with its reason, and cannot be chosen', async () => {
  const small = quote({
    total: 0.69,
    paymentMethods: ['paypal'],
    refusedMethods: [{ method: 'razorpay', reason: 'Razorpay takes no payment below $1.00.' }],
  });
  fakeApi(subscriptionApi(onTrial(), small));
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  const refused = await checkout.findByRole<HTMLInputElement>('radio', {
    name: /takes no payment below \$1/,
  });
  expect(refused.disabled).toBe(true);
  expect(checkout.getByRole<HTMLInputElement>('radio', { name: /PayPal/ }).checked).toBe(true);
  const buy = await checkout.findByRole<HTMLButtonElement>('button', { name: 'Subscribe with PayPal' });
  expect(buy.disabled).toBe(false);
});

test('the button says why no payment method takes the amount', async () => {
  const small = quote({
    total: 0.69,
    paymentMethods: [],
    refusedMethods: [{ method: 'razorpay', reason: 'Razorpay takes no payment below $1.00.' }],
  });
  fakeApi(subscriptionApi(onTrial(), small));
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  await checkout.findByText('No payment method here takes this amount.');
  const buy = checkout.getByRole<HTMLButtonElement>('button', { name: /^Subscribe with/ });
  expect(buy.disabled).toBe(true);
});

test('a further period by another provider says that the earlier one charges no more', async () => {
  const move = quote({ kind: 'renewal', replaces: { planName: 'Basic', payment_provider: 'paypal' } });
  fakeApi(subscriptionApi(onPlan(basic), move));
  renderApp('/subscription?checkout=2');
  await (await dialog('Change Your Subscription')).findByText('PayPal charges nothing more.', {
    exact: false,
  });
});

test('every line of the price is shown, and what comes after', async () => {
  const tax = { name: 'VAT', percent: 20, amount: 2.87, isAdded: false, parts: [] };
  fakeApi(subscriptionApi(onPlan(basic), { ...upgrade, tax }));
  renderApp('/subscription?checkout=3');
  const checkout = await dialog('Upgrade Your Subscription');
  await checkout.findByText('Unused days of Basic');
  for (const text of [
    '−$2.80',
    '$17.19',
    'Includes 20% VAT',
    '$2.87',
    'Then, from Dec 21, 2026',
    '$19.99 per month',
  ])
    checkout.getByText(text);
  checkout.getByText(/^\$17\.19 today\. Basic ends once Premium is active and does not renew\./);
});

test('a checkout in a trial says when its plan begins, also while there is no price', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), 'POST /api/subscription/quote': { status: 500, body: 'broken' } });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  await checkout.findByText('The price could not be worked out');
  checkout.getByText('Basic starts on Dec 5, 2026, when your free days end.');
});

test('a coupon is validated, taken into the price, and can be taken off again', async () => {
  const getPrice = ({ body }: ReceivedCall) => {
    const hasCoupon = (body as { coupon_code?: string }).coupon_code === 'WELCOME20';
    const line = { kind: 'coupon', label: 'Coupon WELCOME20', amount: -1.4 } as const;
    return { body: hasCoupon ? quote({ lines: [...quote().lines, line], total: 5.59 }) : quote() };
  };
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    'POST /api/subscription/quote': getPrice,
    'POST /api/subscription/coupon/validate': {
      body: { valid: true, message: 'Applied', code: 'WELCOME20', appliedAmount: 1.4 },
    },
  });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  const apply = await checkout.findByRole<HTMLButtonElement>('button', { name: 'Apply' });
  expect(apply.disabled).toBe(true);
  await userEvent.type(checkout.getByRole('textbox', { name: 'Coupon' }), ' welcome20 {Enter}');
  await checkout.findByText('−$1.40');
  expect(api.received('POST /api/subscription/coupon/validate')[0]?.body).toEqual({
    code: 'welcome20',
    planId: 2,
  });
  expect(checkout.getByText('$5.59')).toBeDefined();
  await userEvent.click(checkout.getByRole('button', { name: 'Remove coupon WELCOME20' }));
  await checkout.findByRole('textbox', { name: 'Coupon' });
  await waitFor(() => expect(checkout.queryByText('−$1.40')).toBeNull());
});

test('a coupon that does not count says why, at its field and in a toast, until another is typed', async () => {
  const refused = {
    valid: false,
    message: 'This coupon expired on Oct 31, 2026.',
    code: 'SUMMER25',
    appliedAmount: 0,
  };
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    'POST /api/subscription/coupon/validate': { body: refused },
  });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  await userEvent.type(await checkout.findByRole('textbox', { name: 'Coupon' }), 'SUMMER25{Enter}');
  await waitFor(() => expect(screen.getAllByText(refused.message).length).toBeGreaterThan(1));
  api.handlers['POST /api/subscription/coupon/validate'] = { status: 500, body: 'broken' };
  await userEvent.click(checkout.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.getAllByText('Failed to validate coupon').length).toBeGreaterThan(1));
  expect(screen.getByText('Coupon not applied')).toBeDefined();
  await userEvent.type(checkout.getByRole('textbox', { name: 'Coupon' }), '6');
  expect(screen.queryByText('Coupon not applied')).toBeNull();
});

test('PayPal is opened with what is bought and where to come back to', async () => {
  const assign = watchLeaving();
  const approvalUrl = 'https://paypal.example/approve';
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [paypalPath]: { body: { approvalUrl, subscriptionId: 'I-1', message: '' } },
  });
  renderApp('/subscription?checkout=2');
  await userEvent.click(await button('Subscribe with PayPal'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(approvalUrl));
  expect(api.received(paypalPath)[0]?.body).toEqual({
    plan_id: 2,
    return_url: '/subscription?status=success&plan_id=2',
    cancel_url: '/subscription?status=cancelled',
  });
  await screen.findByText('Opening PayPal');
});

test('a failed start of PayPal says that nothing was charged, and can be retried', async () => {
  const assign = watchLeaving();
  const message = 'PayPal did not start the payment. You were not charged.';
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [paypalPath]: { status: 502, body: { code: 'payment_failed', message } },
  });
  renderApp('/subscription?checkout=2');
  await userEvent.click(await button('Subscribe with PayPal'));
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Subscription Error');
  within(alert).getByText(message);
  api.handlers[paypalPath] = {
    body: { approvalUrl: 'https://paypal.example/a', subscriptionId: 'I-1', message },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
});

test('a passing failure of Razorpay is retried by itself, with a toast', async () => {
  const assign = watchLeaving();
  const { promise: answered, resolve: answer } = Promise.withResolvers<{ body: object }>();
  let calls = 0;
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [razorpayPath]: () => {
      calls += 1;
      if (calls === 1) return 'unreachable';
      return answered;
    },
  });
  renderApp('/subscription?checkout=2');
  await userEvent.click(await screen.findByRole('radio', { name: /^Razorpay/ }));
  await userEvent.click(await button('Subscribe with Razorpay'));
  // The toast goes with the page that is left.
  await screen.findByText('Retrying Payment');
  await screen.findByText('Razorpay did not answer. Attempt 2 of 4.');
  answer({ body: { checkoutUrl: 'https://razorpay.example/l', paymentPageId: 'plink_1', message: '' } });
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://razorpay.example/l'));
  expect(api.received(razorpayPath)[1]?.body).toMatchObject({
    return_url: '/subscription/success?plan_id=2',
    cancel_url: '/subscription/cancel',
    customer_name: 'Picksync customer',
  });
});

test('a total of 0 asks for no provider and thanks at once', async () => {
  const free = quote({
    total: 0,
    lines: [...quote().lines, { kind: 'coupon', label: 'Coupon FREE', amount: -6.99 }],
    willPause: 2,
  });
  const api = fakeApi({
    ...subscriptionApi(onTrial(), free),
    [paypalPath]: () => {
      api.handlers['GET /api/subscription/current'] = { body: onPlan(basic, { payment_provider: 'none' }) };
      return { body: { approvalUrl: null, subscriptionId: null, message: 'Your plan is active.' } };
    },
  });
  const app = renderApp('/subscription?checkout=2');
  await screen.findByText('2 automations will be paused');
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(await button('Start Basic'));
  await screen.findByText('Subscription Active');
  await screen.findByRole('heading', { name: 'Thank you. Basic is yours.' });
  expect(app.address()).toBe('/subscription/success?plan_id=2');
});

test('a user whose session ended is told so, and returns to the checkout after the login', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    [paypalPath]: {
      status: 403,
      body: { code: 'forbidden', message: 'You do not have the right to do this.' },
    },
  });
  const app = renderApp('/subscription?checkout=2');
  await userEvent.click(await button('Subscribe with PayPal'));
  await screen.findByText('Authentication Error');
  // The login sends whoever is signed in straight back.
  api.handlers['GET /api/auth/status'] = { body: nobody };
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(app.address()).toBe('/login?redirect=%2Fsubscription%3Fcheckout%3D2'));
});

test('a price that is not known says why, and can be asked for again', async () => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    'POST /api/subscription/quote': {
      status: 409,
      body: { code: 'plan_current', message: 'This is your plan already.' },
    },
  });
  renderApp('/subscription?checkout=2');
  await screen.findByText('This is your plan already.');
  api.handlers['POST /api/subscription/quote'] = { body: quote() };
  await userEvent.click((await dialog()).getByRole('button', { name: 'Retry' }));
  await button('Subscribe with PayPal');
});

test.each(['1', '9'])('plan %s cannot be bought, and the plans are one press away', async (plan) => {
  fakeApi(subscriptionApi(onTrial()));
  const app = renderApp(`/subscription?checkout=${plan}`);
  const refusal = await dialog('This plan cannot be bought');
  await userEvent.click(refusal.getByRole('button', { name: 'View Plans' }));
  await waitFor(() => expect(app.address()).toBe('/subscription'));
});

test('a payment that was begun goes on with its coupon and its way of paying', async () => {
  const pending = {
    planId: 2,
    planName: 'Basic',
    payment_provider: 'razorpay',
    reference: 'plink_1',
    couponCode: 'SPRING20',
    isApproved: false,
    since: '2026-11-21T11:59:00.000Z',
  } as const;
  const lines = [...quote().lines, { kind: 'coupon', label: 'Coupon', amount: -1.4 } as const];
  const api = fakeApi(subscriptionApi(onTrial({ pending }), quote({ lines, total: 5.59 })));
  renderApp('/subscription');
  await userEvent.click(await button('Continue'));
  const checkout = await dialog();
  await checkout.findByRole('button', { name: 'Remove coupon SPRING20' });
  await checkout.findByRole('button', { name: 'Subscribe with Razorpay' });
  const asked = api.received('POST /api/subscription/quote');
  expect(asked.map(({ body }) => body)).toEqual([
    { plan_id: 2, payment_method: 'razorpay', start: 'now', coupon_code: 'SPRING20' },
  ]);
});

const periodEnd = '2026-12-21T12:00:00.000Z';
const lower = quote({ kind: 'change', startsAt: periodEnd });
const clients = '0198f5a0-0000-7000-8000-000000000031';

test('a lower plan is booked for the end of the paid period, after saying on which day and what it affects', async () => {
  const assign = watchLeaving();
  const approvalUrl = 'https://paypal.example/agree';
  const api = fakeApi({
    ...subscriptionApi(onPlan(premium), lower),
    'GET /api/subscription/effects': {
      body: effects({
        active: 12,
        willPause: 2,
        automations: [
          { id: clients, name: 'לקוחות', effect: 'paused' },
          { id: `${clients.slice(0, -1)}2`, name: 'Staff', effect: 'paused' },
        ],
        apiKeys: 1,
      }),
    },
    [paypalPath]: { body: { approvalUrl, subscriptionId: 'I-1', message: '' } },
  });
  renderApp('/subscription');
  await userEvent.click(await button('Change to Basic'));
  const checkout = await dialog('Change Your Subscription');
  await checkout.findByText(
    'You keep Premium until Dec 21, 2026. Then Basic starts for $6.99 per month. Nothing is charged today, and nothing that you have paid is lost.',
  );
  await checkout.findByText(
    'You have 12 active automations, Basic has room for 10: the 2 newest are paused. Nothing is deleted.',
  );
  checkout.getByText('1 API key stops working.');
  expect(checkout.getByText('לקוחות').tagName).toBe('BDI');
  expect(api.received('GET /api/subscription/effects')[0]?.path).toContain('plan_id=2');
  await userEvent.click(await checkout.findByRole('button', { name: 'Change on Dec 21' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(approvalUrl));
});

test('a lower plan after one that is paid by link is booked at once, and its page says when it starts', async () => {
  const bylink = { payment_provider: 'razorpay' } as const;
  const next = booked({ payment_provider: 'razorpay' });
  const api = fakeApi({
    ...subscriptionApi(onPlan(premium, bylink), lower),
    [razorpayPath]: () => {
      api.handlers['GET /api/subscription/current'] = { body: onPlan(premium, bylink, { next }) };
      return {
        body: { checkoutUrl: null, paymentPageId: null, message: 'Basic starts on Dec 21, 2026.' },
      };
    },
  });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog('Change Your Subscription');
  await checkout.findByText(/Before Dec 21, 2026 we mail you a link to pay for Basic\./);
  await userEvent.click(await checkout.findByRole('button', { name: 'Change on Dec 21' }));
  await screen.findByText('Basic starts on Dec 21, 2026.');
  await screen.findByRole('heading', { name: 'Thank you. Basic starts on Dec 21, 2026.' });
});

test('a lower plan that the server starts at once has the checkout with its sums', async () => {
  fakeApi(subscriptionApi(onPlan(premium), quote({ kind: 'change' })));
  renderApp('/subscription?checkout=2');
  await button('Change with PayPal');
  screen.getByText('$6.99 today.', { exact: false });
});

test('the effects of a lower plan load again after a failure', async () => {
  const api = fakeApi({
    ...subscriptionApi(onPlan(premium), lower),
    'GET /api/subscription/effects': { status: 500, body: { code: 'internal' } },
  });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog('Change Your Subscription');
  await checkout.findByText('What it would affect could not be loaded');
  api.handlers['GET /api/subscription/effects'] = { body: effects() };
  await userEvent.click(checkout.getByRole('button', { name: 'Retry' }));
  await checkout.findByText('All your automations go on as they are.');
});

const trialEnd = '2026-12-05T12:00:00.000Z';

/** What the server answers in a trial: with PayPal the plan begins as asked, with a link today. */
function trialQuote({ body }: ReceivedCall) {
  const { start, payment_method: method } = body as { start?: string; payment_method: string };
  const startsAt = method === 'paypal' && start !== 'now' ? trialEnd : null;
  const from = startsAt ? '2027-01-05T12:00:00.000Z' : '2026-12-21T12:00:00.000Z';
  return {
    body: quote({
      startsAt,
      trialEndsAt: trialEnd,
      afterwards: { amount: 6.99, from, isAutomatic: method === 'paypal' },
    }),
  };
}

test('a plan bought in a trial starts when the free days end, or today by choice, and the sums follow', async () => {
  fakeApi({ ...subscriptionApi(onTrial()), 'POST /api/subscription/quote': trialQuote });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  const later = await checkout.findByRole<HTMLInputElement>('radio', {
    name: 'When your free days end, on Dec 5',
  });
  expect(later.checked).toBe(true);
  checkout.getByText('Basic starts on Dec 5, 2026, when your free days end.');
  const days = () =>
    within(checkout.getByRole('list', { name: 'Subscription Summary' }))
      .getAllByRole('listitem')
      .map(({ children }) => [...children].map(({ textContent }) => textContent));
  expect(days()).toEqual([
    ['Today', 'You agree at PayPal.', '$0.00'],
    ['Dec 5', 'Your free days end, Basic starts.', '$6.99'],
    ['Jan 5', 'Renews, and every month until you cancel.', '$6.99'],
  ]);
  checkout.getByText('Cancel before Dec 5, 2026 and you pay nothing.');
  await userEvent.click(checkout.getByRole('radio', { name: 'Start today' }));
  await waitFor(() => expect(days()[0]).toEqual(['Today', 'Basic starts.', '$6.99']));
  checkout.getByText('10 configurations at once. The 14 free days left are given up.');
});

test('a plan bought in a trial with Razorpay starts today, with the reason', async () => {
  const api = fakeApi({ ...subscriptionApi(onTrial()), 'POST /api/subscription/quote': trialQuote });
  renderApp('/subscription?checkout=2');
  const checkout = await dialog();
  await userEvent.click(await checkout.findByRole('radio', { name: /^Razorpay/ }));
  await checkout.findByText(
    'A Razorpay link pays at once, so your plan starts today. To keep your 14 free days, choose PayPal, or come back on Dec 5.',
  );
  expect(checkout.queryByRole('radio', { name: 'Start today' })).toBeNull();
  expect(api.received('POST /api/subscription/quote').at(-1)?.body).toMatchObject({ start: 'now' });
});

test('a plan that waits for the end of the trial can only be bought for today', async () => {
  const next = booked({ startsAt: trialEnd });
  const api = fakeApi({
    ...subscriptionApi(onTrial({ next })),
    'POST /api/subscription/quote': trialQuote,
  });
  renderApp('/subscription');
  await userEvent.click(await button('Start today, Basic'));
  const checkout = await dialog();
  await checkout.findByText('Today: 10 configurations at once. The 14 free days left are given up.');
  expect(api.received('POST /api/subscription/quote')[0]?.body).toMatchObject({ start: 'now' });
});

test('the last free day is one', async () => {
  const trial = { isActive: true, daysRemaining: 1, endsAt: trialEnd };
  fakeApi({
    ...subscriptionApi(onTrial({ trial, next: booked({ startsAt: trialEnd }) })),
    'POST /api/subscription/quote': trialQuote,
  });
  renderApp('/subscription?checkout=2');
  await (await dialog()).findByText('Today: 10 configurations at once. The 1 free day left is given up.');
});

test('the checkout says that the credit a coupon leaves over is kept', async () => {
  const lines = [
    { kind: 'plan', label: 'Premium', amount: 19.99 } as const,
    { kind: 'coupon', label: 'Coupon ALL', amount: -19.99 } as const,
  ];
  const replaces = { planName: 'Basic', payment_provider: 'paypal' } as const;
  const free = quote({ kind: 'upgrade', planId: 3, lines, total: 0, keptCredit: 3.5, replaces });
  fakeApi(subscriptionApi(onPlan(basic), free));
  renderApp('/subscription?checkout=3');
  await (await dialog('Upgrade Your Subscription')).findByText(
    /Your credit of \$3\.50 is not used up: it is taken off the next plan that you choose\./,
  );
});
