import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  adminApi,
  administrator,
  adminUser,
  adminUserDetail,
  coupon,
  figures,
  message,
} from '../../testing/admin.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { member, nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { allPlans, onFree, onPlan, onTrial, somePlans } from '../../testing/subscriptions.ts';
import { axisStep } from './figures/revenue-figure.tsx';
import { describeThen, describeToday, monthAfter } from './give-plan/plan-texts.ts';

const usersPath = 'GET /api/admin/users';
const given = 'POST /api/admin/subscription/activate';

test('a visitor is asked to log in, and somebody who is no administrator is led to the start', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/admin/subscriptions');
  await screen.findByRole('button', { name: 'Login' });
  const api = fakeApi({ 'GET /api/auth/status': { body: member } });
  const app = renderApp('/admin/subscriptions');
  await waitFor(() => expect(app.address()).toBe('/'));
  expect(api.received('GET /api/admin/attention')).toEqual([]);
});

test('the menu says what waits where, and the figures what comes in', async () => {
  fakeApi({ ...adminApi, 'GET /api/admin/figures': { body: figures() } });
  renderApp('/admin/figures');
  const menu = within(await screen.findByRole('navigation', { name: 'Admin' }));
  await waitFor(() =>
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Now 4 to look at',
      'People 2 unread',
      'Money',
      // Without the automations that fail, which their owners mend.
      'System 3 to look at',
      'Audit log',
    ]),
  );
  await screen.findByText('31 subscriptions, 1 more than at the end of October.');
  const revenue = within(screen.getByRole('group', { name: 'Revenue per month' }));
  revenue.getByText('$161.00');
  revenue.getByText(/^November so far; October closed at \$160\.00\./);
  expect(revenue.getByRole('img').getAttribute('aria-label')).toContain('Dec 2025 $150.00');
  within(screen.getByRole('group', { name: 'Trials, this month' })).getByText('48 of 120, or 40 %');
  within(screen.getByRole('group', { name: 'Churn' })).getByText('2.5 %');
});

test('a tab leads to its first section, and its menu to the others', async () => {
  fakeApi({ ...adminApi, [usersPath]: { body: [adminUser()] } });
  const app = renderApp('/admin');
  const tabs = async () => within(await screen.findByRole('navigation', { name: 'Admin' }));
  await userEvent.click((await tabs()).getByRole('link', { name: /^People/ }));
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  expect(app.address()).toBe('/admin/users');
  (await tabs()).getByRole('link', { name: /^People/, current: 'page' });
  const sections = within(screen.getByRole('navigation', { name: 'People' }));
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Users',
    'Inbox 2 unread',
  ]);
  expect(sections.getByRole('link', { current: 'page' }).textContent).toBe('Users');
});

test('a user is searched for a moment after typing, and nobody found can be taken back', async () => {
  const api = fakeApi({
    ...adminApi,
    [usersPath]: ({ path }) => ({ body: path.includes('nort4') ? [] : [adminUser()] }),
  });
  const app = renderApp('/admin/users');
  await screen.findByRole('link', { name: 'olivia.park@northwind.example' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by email' }), 'Nort4');
  await screen.findByText('No user has “nort4” in the email');
  expect(app.address()).toBe('/admin/users?search=nort4');
  // Once for all, once for what was typed: not for each letter.
  expect(api.received(usersPath)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('link', { name: 'olivia.park@northwind.example' });
});

/** One user is in the list, and can be opened. */
function withOneUser() {
  const user = adminUserDetail();
  fakeApi({
    ...adminApi,
    [usersPath]: { body: [adminUser()] },
    [`GET /api/admin/users/${user.id}`]: { body: user },
  });
  return user;
}

test('Back closes a user who was opened before the search was in the address, once a question above is closed', async () => {
  const user = withOneUser();
  const app = renderApp('/admin/users');
  const link = await screen.findByRole('link', { name: user.email });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search by email' }), {
    target: { value: 'olivia' },
  });
  fireEvent.click(link);
  fireEvent.click(await screen.findByRole('button', { name: 'Disable user' }));
  await screen.findByRole('dialog', { name: `Disable ${user.email}?` });
  await waitFor(() => expect(app.address()).toContain('search=olivia'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Disable/ })).toBeNull());
  await waitFor(() => expect(app.router.history.location.state.above).toBeUndefined());
  app.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.address()).toContain('/admin/users');
});

test('a user who is closed twice at once leaves the list where it is', async () => {
  const user = withOneUser();
  const app = renderApp('/help');
  await act(() => app.router.navigate({ to: '/admin/$section', params: { section: 'users' } }));
  fireEvent.click(await screen.findByRole('link', { name: user.email }));
  const close = await screen.findByRole('button', { name: 'Close' });
  // A browser goes back a moment later.
  const { history } = app.router;
  const back = history.back.bind(history);
  history.back = () => queueMicrotask(back);
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull());
  expect(app.address()).toBe('/admin/users');
});

test('a list that could not be loaded can be tried again, and a longer one shows more', async () => {
  let isDown = true;
  fakeApi({
    ...adminApi,
    [usersPath]: ({ path }) => {
      if (isDown) return { status: 500, body: { code: 'internal', message: 'Down' } };
      return path.includes('cursor=next')
        ? { body: [adminUser({ id: '0198f5a0-0000-7000-8000-000000000032', email: 'second@x.example' })] }
        : { body: [adminUser()], headers: { 'x-next-cursor': 'next' } };
    },
  });
  renderApp('/admin/users');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isDown = false;
  await userEvent.click(retry);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'second@x.example' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a plan by hand needs an address, a plan and a reason, and is said back before it is given', async () => {
  const detail = adminUserDetail();
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/subscriptions': { body: [] },
    [usersPath]: ({ path }) => ({ body: path.includes('olivia') ? [adminUser()] : [] }),
    [`GET /api/admin/users/${detail.id}`]: { body: detail },
    [given]: { body: { message: `Premium is active for ${detail.email}.` } },
  });
  renderApp('/admin/subscriptions');
  const form = within(await screen.findByRole('form', { name: 'Admin Subscription Manager' }));
  const send = () => userEvent.click(form.getByRole('button', { name: 'Activate subscription' }));
  await send();
  await form.findByText('Please enter a user email address');
  form.getByText('Please select a subscription plan');
  form.getByText('Please say why');

  await form.findByRole('option', { name: 'Premium' });
  await userEvent.selectOptions(form.getByLabelText('Plan'), 'Premium');
  await userEvent.type(form.getByLabelText('Reason'), 'Agreed by mail');
  await userEvent.type(form.getByLabelText('User email'), 'nobody@northwind.example');
  await send();
  await form.findByText('No user has this email address');

  await userEvent.clear(form.getByLabelText('User email'));
  await userEvent.type(form.getByLabelText('User email'), detail.email);
  await send();
  const confirm = within(await screen.findByRole('dialog', { name: `Give Premium to ${detail.email}?` }));
  confirm.getByText('Trial until Dec 5, 2026');
  confirm.getByText(/^Premium, until /);
  expect(api.received(given)).toEqual([]);
  await userEvent.click(confirm.getByRole('button', { name: 'Activate subscription' }));
  await screen.findByText(`Premium is active for ${detail.email}.`);
  expect(api.received(given).map(({ body }) => body)).toEqual([
    { userEmail: detail.email, planId: 3, reason: 'Agreed by mail' },
  ]);
});

test('a payment id that is taken is said beside its field', async () => {
  const detail = adminUserDetail();
  fakeApi({
    ...adminApi,
    'GET /api/admin/subscriptions': { body: [] },
    [usersPath]: { body: [adminUser()] },
    [`GET /api/admin/users/${detail.id}`]: { body: detail },
    [given]: {
      status: 400,
      body: {
        code: 'validation_failed',
        message: 'Check it',
        errors: { customPaymentId: 'This payment has been used already' },
      },
    },
  });
  renderApp('/admin/subscriptions');
  const form = within(await screen.findByRole('form', { name: 'Admin Subscription Manager' }));
  await userEvent.type(form.getByLabelText('User email'), detail.email);
  await userEvent.selectOptions(await form.findByLabelText('Plan'), 'Basic');
  await userEvent.type(form.getByLabelText('Payment id'), 'wire-1');
  await userEvent.type(form.getByLabelText('Reason'), 'Paid by wire');
  await userEvent.click(form.getByRole('button', { name: 'Activate subscription' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Activate subscription' }));
  await form.findByText('This payment has been used already');
});

test('says in words what somebody has and will have', () => {
  const now = new Date('2026-11-21T14:33:00.000Z');
  expect(describeToday(onFree())).toBe('Free');
  expect(describeToday(onTrial())).toBe('Trial until Dec 5, 2026');
  expect(describeToday(onPlan(somePlans.basic))).toBe('Basic, PayPal, renews Dec 21, 2026');
  const free = { name: 'Free', isFree: true, now };
  expect(describeThen(onTrial(), free)).toBe('As today: there is no plan to end');
  expect(describeThen(onPlan(somePlans.basic), free)).toBe('Free, from now on');
  expect(describeThen(onFree(), { name: 'Premium', isFree: false, now })).toBe('Premium, until Dec 21, 2026');
  expect(monthAfter(new Date('2027-01-31T08:00:00Z')).toISOString()).toBe('2027-02-28T08:00:00.000Z');
});

test('the scale of a chart is round and reaches the greatest value', () => {
  expect([0, 0.5, 14, 161, 1124, 1200, 1201].map(axisStep)).toEqual([10, 1, 5, 100, 400, 400, 500]);
});

test('a coupon is created with what was typed, and edited without its discount', async () => {
  const created = 'POST /api/admin/coupons';
  const edited = `PATCH /api/admin/coupons/${coupon().id}`;
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/coupons': { body: [coupon()] },
    [created]: { status: 201, body: { message: 'SPRING27 is ready.', coupon: coupon() } },
    [edited]: { body: { message: 'WELCOME20 is changed.', coupon: coupon() } },
  });
  renderApp('/admin/coupons');
  await userEvent.click(await screen.findByRole('button', { name: 'New coupon' }));
  const form = within(await screen.findByRole('dialog', { name: 'New coupon' }));
  await userEvent.click(form.getByRole('button', { name: 'Create coupon' }));
  await form.findByText('Please give a code');
  form.getByText('Please give a percentage');
  await userEvent.type(form.getByLabelText('Code'), 'spring27');
  await userEvent.type(form.getByLabelText('Percent'), '15');
  form.getByText('Takes $1.05 off Basic, $3.00 off Premium, once each.');
  await userEvent.type(form.getByLabelText('Most uses'), '100');
  await userEvent.click(form.getByLabelText('Basic'));
  await userEvent.click(form.getByRole('button', { name: 'Create coupon' }));
  await screen.findByText('SPRING27 is ready.');
  expect(api.received(created).map(({ body }) => body)).toEqual([
    {
      code: 'spring27',
      discountType: 'percent',
      discountPercent: 15,
      validForPlanIds: [2],
      expiryDate: null,
      maxUses: 100,
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit WELCOME20' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit WELCOME20' }));
  await userEvent.clear(edit.getByLabelText('Most uses'));
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  await screen.findByText('WELCOME20 is changed.');
  const seen = { maxUses: coupon().maxUses };
  expect(api.received(edited)[0]?.body).toEqual({ maxUses: null, seen });
});

test('a plan is edited: only what was changed is sent, and what the server refuses is said at its field', async () => {
  const edited = 'PATCH /api/admin/plans/2';
  let plans = allPlans;
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/plans': () => ({
      body: plans.map((plan) => ({ ...plan, isActive: true, canBeOff: plan.id === 3 })),
    }),
    [edited]: ({ body }) => {
      if (body && typeof body === 'object' && 'price' in body && body.price === 0) {
        const errors = { price: 'A paid plan costs something' };
        return { status: 400, body: { code: 'validation_failed', message: 'Check it', errors } };
      }
      plans = [somePlans.free, { ...somePlans.basic, price: 7.49 }, somePlans.premium];
      return { body: { message: 'Basic is changed.' } };
    },
  });
  renderApp('/admin/plans');
  const list = within(await screen.findByRole('table', { name: 'Plans' }));
  const basic = within(list.getByRole('button', { name: 'Edit Basic' }).closest('tr') ?? document.body);
  for (const words of ['Popular', '$6.99 monthly', '10 automations', 'Real-time sync'])
    basic.getByText(words);

  await userEvent.click(list.getByRole('button', { name: 'Edit Free' }));
  const free = within(await screen.findByRole('dialog', { name: 'Edit Free' }));
  expect(free.queryByLabelText('Price')).toBeNull();
  await userEvent.click(free.getByRole('button', { name: 'Cancel' }));

  await userEvent.click(list.getByRole('button', { name: 'Edit Basic' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Basic' }));
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }));
  await userEvent.clear(form.getByLabelText('Price'));
  await userEvent.clear(form.getByLabelText('Features'));
  await userEvent.type(form.getByLabelText('Features'), 'x'.repeat(101));
  await save();
  await form.findByText('Please give a price');
  form.getByText('At most 100 characters each');
  expect(api.received(edited)).toEqual([]);

  await userEvent.type(form.getByLabelText('Price'), '0');
  await userEvent.clear(form.getByLabelText('Features'));
  await userEvent.type(form.getByLabelText('Features'), 'Real-time sync{Enter}{Enter} Priority help ');
  await save();
  await form.findByText('A paid plan costs something');
  await userEvent.clear(form.getByLabelText('Price'));
  await userEvent.type(form.getByLabelText('Price'), '7.49');
  await save();
  await screen.findByText('Basic is changed.');
  await basic.findByText('$7.49 monthly');
  const features = ['Real-time sync', 'Priority help'];
  const seen = { price: somePlans.basic.price, features: somePlans.basic.features };
  expect(api.received(edited).map(({ body }) => body)).toEqual([
    { price: 0, features, seen },
    { price: 7.49, features, seen },
  ]);
});

test('a plan that somebody else has changed meanwhile is not overwritten, and the form says so', async () => {
  const edited = 'PATCH /api/admin/plans/2';
  const refusal = 'Somebody else has changed this plan meanwhile.';
  const listed = (price: number) => ({
    'GET /api/admin/plans': { body: [{ ...somePlans.basic, price, isActive: true, canBeOff: false }] },
  });
  const api = fakeApi({
    ...adminApi,
    ...listed(6.99),
    [edited]: { status: 409, body: { code: 'plan_changed', message: refusal } },
  });
  renderApp('/admin/plans');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Basic' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Basic' }));
  Object.assign(api.handlers, listed(8.99));
  await userEvent.clear(form.getByLabelText('Price'));
  await userEvent.type(form.getByLabelText('Price'), '7.49');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(refusal);
  await screen.findByText('$8.99 monthly');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(edited)).toHaveLength(2));
  expect(api.received(edited).map(({ body }) => body)).toEqual(
    Array(2).fill({ price: 7.49, seen: { price: 6.99 } }),
  );
});

test('a coupon that somebody else has changed meanwhile is not overwritten, and the form says so', async () => {
  const edited = `PATCH /api/admin/coupons/${coupon().id}`;
  const refusal = 'Somebody else has changed this coupon meanwhile.';
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/coupons': { body: [coupon({ maxUses: 100 })] },
    [edited]: { status: 409, body: { code: 'coupon_changed', message: refusal } },
  });
  renderApp('/admin/coupons');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit WELCOME20' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit WELCOME20' }));
  await userEvent.clear(form.getByLabelText('Most uses'));
  await userEvent.type(form.getByLabelText('Most uses'), '200');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(refusal);
  expect(api.received(edited).map(({ body }) => body)).toEqual([{ maxUses: 200, seen: { maxUses: 100 } }]);
});

test('the last day of a coupon is one of the administrator’s own time zone, in the list as in the form', async () => {
  const created = 'POST /api/admin/coupons';
  const inKolkata = { ...administrator, user: { ...administrator.user, timeZone: 'Asia/Kolkata' } };
  const api = fakeApi({
    ...adminApi,
    'GET /api/auth/status': { body: inKolkata },
    'GET /api/admin/coupons': { body: [coupon({ expiryDate: '2027-05-31T18:29:59.000Z' })] },
    [created]: { status: 201, body: { message: 'SPRING27 is ready.', coupon: coupon() } },
  });
  renderApp('/admin/coupons');
  await within(await screen.findByRole('row', { name: /WELCOME20/ })).findByText('May 31, 2027');
  await userEvent.click(screen.getByRole('button', { name: 'Edit WELCOME20' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit WELCOME20' }));
  expect(edit.getByLabelText('Last day')).toHaveProperty('value', '2027-05-31');
  await userEvent.click(edit.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'New coupon' }));
  const form = within(await screen.findByRole('dialog', { name: 'New coupon' }));
  await userEvent.type(form.getByLabelText('Code'), 'spring27');
  await userEvent.type(form.getByLabelText('Percent'), '15');
  await userEvent.type(form.getByLabelText('Last day'), '2027-05-31');
  await userEvent.click(form.getByRole('button', { name: 'Create coupon' }));
  await screen.findByText('SPRING27 is ready.');
  expect(api.received(created)[0]?.body).toMatchObject({ expiryDate: '2027-05-31T18:29:59.000Z' });
});

test('a plan whose check box alone was changed asks before it is closed', async () => {
  fakeApi({
    ...adminApi,
    'GET /api/admin/plans': { body: allPlans.map((plan) => ({ ...plan, isActive: true, canBeOff: false })) },
  });
  renderApp('/admin/plans');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Premium' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Premium' }));
  await userEvent.click(form.getByRole('checkbox', { name: /Popular/ }));
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Discard your entries?' });
});

test('a message is opened, answered by mail and marked', async () => {
  const replied = `POST /api/admin/contact-messages/${message().id}/replies`;
  const marked = `PATCH /api/admin/contact-messages/${message().id}`;
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/contact-messages': { body: [message()] },
    [replied]: { body: { message: 'The reply is on its way.' } },
    [marked]: { body: { message: 'Marked as read.' } },
  });
  renderApp('/admin/inbox');
  await userEvent.click(await screen.findByRole('link', { name: 'lena@harborline.example, unread' }));
  const panel = within(await screen.findByRole('dialog', { name: 'lena@harborline.example' }));
  await userEvent.click(panel.getByRole('button', { name: 'Send reply' }));
  await panel.findByText('Please write a reply');
  await userEvent.type(panel.getByLabelText('Reply by mail'), 'It works until Friday.');
  await userEvent.click(panel.getByRole('button', { name: 'Send reply' }));
  await screen.findByText('The reply is on its way.');
  await userEvent.click(panel.getByRole('button', { name: 'Mark as read' }));
  await screen.findByText('Marked as read.');
  expect(api.received(replied)[0]?.body).toEqual({ message: 'It works until Friday.' });
  expect(api.received(marked)[0]?.body).toEqual({ isRead: true });
});

test('a reply that is not sent yet is kept with its message', async () => {
  const other = message({ id: '0198f5a0-0000-7000-8000-000000000052', email: 'ines@harborline.example' });
  fakeApi({ ...adminApi, 'GET /api/admin/contact-messages': { body: [message(), other] } });
  renderApp('/admin/inbox');
  const open = async (email: string) => {
    await userEvent.click(await screen.findByRole('link', { name: `${email}, unread` }));
    return within(await screen.findByRole('dialog', { name: email }));
  };
  const first = await open('lena@harborline.example');
  await userEvent.type(first.getByLabelText('Reply by mail'), 'It works until Friday.');
  await userEvent.click(first.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const second = await open('ines@harborline.example');
  expect(second.getByLabelText('Reply by mail')).toHaveProperty('value', '');
  await userEvent.click(second.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open('lena@harborline.example');
  expect(again.getByLabelText('Reply by mail')).toHaveProperty('value', 'It works until Friday.');
});

test('dead letters are redriven after a question', async () => {
  const redriven = 'POST /api/admin/queues/send-mail/redrive';
  const queue = { waiting: 4, running: 0, doneLastHour: 20, oldestSeconds: 6, limitSeconds: 60 };
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/queues': {
      body: {
        queues: [{ ...queue, name: 'send-mail', dead: 3 }],
        workers: { alive: 2, lastHeardAt: new Date().toISOString() },
        at: new Date().toISOString(),
      },
    },
    [redriven]: { body: { message: '3 dead letters are tried again.' } },
  });
  renderApp('/admin/queues');
  await screen.findByText('2 workers are alive, last heard just now.');
  await userEvent.click(await screen.findByRole('button', { name: 'Redrive 3 of send-mail' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(api.received(redriven)).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Redrive 3' }));
  await screen.findByText('3 dead letters are tried again.');
});
