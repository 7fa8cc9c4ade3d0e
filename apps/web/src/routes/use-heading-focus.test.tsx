import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi } from '../testing/automations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { member, nobody } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';
import { allPlans, onTrial, subscriptionApi } from '../testing/subscriptions.ts';

const expectFocus = (title: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: title })));

test('following a link brings the focus to the heading of the page it leads to', async () => {
  fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'View all activity logs' }));
  await expectFocus('Activity logs');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the dashboard' }));
  await expectFocus('Dashboard');
});

test('the heading of a page that is loading hands the focus on to that of the page', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  fakeApi({
    ...dashboardApi([automation()]),
    ...subscriptionApi(onTrial()),
    'GET /api/subscription/plans': () => answer.promise,
  });
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Subscription' }));
  await expectFocus('Subscription');
  answer.resolve({ body: allPlans });
  await screen.findByRole('button', { name: 'Subscribe, Premium' });
  await expectFocus('Subscription');
});

test('a page whose heading comes with its data gets the focus as soon as it is there', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  const opened = automation();
  fakeApi({
    ...dashboardApi([opened]),
    [`GET /api/configurations/${opened.id}`]: () => answer.promise,
  });
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: opened.name }));
  await screen.findByText('Loading the automation');
  expect(document.activeElement).toBe(document.body);
  answer.resolve({ body: opened });
  await expectFocus(opened.name);
});

test('a page that is opened first leaves the focus at its start', async () => {
  fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  expect(document.activeElement).toBe(document.body);
});

test.each([
  { came: '/login', title: 'Dashboard' },
  { came: '/dashboard?section=activity', title: 'Activity logs' },
])('after a login at $came the heading of the page has the focus', async ({ came, title }) => {
  let status = nobody;
  fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/auth/login': () => {
      status = member;
      return { body: { authToken: 'token-0', requiresVerification: false, email: '', message: '' } };
    },
  });
  renderApp(came);
  await userEvent.type(await screen.findByLabelText('Email'), 'office@northwind.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await expectFocus(title);
});

test('changing between login and registration leaves the focus on the tab', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/login');
  const register = await screen.findByRole('tab', { name: 'Register' });
  await userEvent.click(register);
  await screen.findByLabelText('Confirm Password');
  expect(document.activeElement).toBe(register);
});

test('a dialog that opens by the address keeps the focus', async () => {
  fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'New Configuration' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
});
