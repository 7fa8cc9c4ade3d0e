import { liveBeatMs } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dashboardApi } from '../testing/automations.ts';
import { fakeEventStreams } from '../testing/event-streams.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { connectedMember, member, nobody, user } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const landing = { level: 1, name: /^Type it once\./ };

test('a visitor sees the start page without waiting for the server', async () => {
  const api = fakeApi({ 'GET /api/auth/status': 'silent' });
  renderApp('/');
  await screen.findByRole('heading', landing);
  expect(api.received('GET /api/auth/status')).toHaveLength(1);
});

test('the start page names the three plans with their prices', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/');
  const pricing = within(await screen.findByRole('region', { name: 'Pricing' }));
  expect(pricing.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Free',
    'Basic',
    'Premium',
  ]);
  for (const price of ['$0', '$6.99', '$19.99']) expect(pricing.getByText(price)).toBeTruthy();
});

test('a member with a session but without the stored token is shown the dashboard as soon as it is known', async () => {
  fakeApi({ 'GET /api/auth/status': { body: member } });
  renderApp('/');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(localStorage.getItem('authToken')).toBe('token-1');
});

test('asks for the code while the address is not verified', async () => {
  fakeApi({ 'GET /api/auth/status': { body: { ...member, emailVerificationRequired: true } } });
  renderApp('/dashboard');
  await screen.findByLabelText('Verification code');
  expect(screen.getByText('office@northwind.example')).toBeTruthy();
});

test('the dashboard of a visitor is the login', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/dashboard');
  await screen.findByRole('tab', { name: 'Login' });
  expect(screen.getByText('Please log in to access dashboard features.')).toBeTruthy();
});

test('a stored token that is worth nothing any more is forgotten', async () => {
  localStorage.setItem('authToken', 'old');
  localStorage.setItem('userInfo', '{}');
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/');
  await screen.findByRole('heading', landing);
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(localStorage.getItem('userInfo')).toBeNull();
});

test('an unknown address says so, and where a visitor may go', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/dashbord');
  await screen.findByRole('heading', { name: '404 Page Not Found' });
  screen.getByText('Did you forget to add the page to the router?');
  screen.getByText('/dashbord');
  screen.getByRole('link', { name: 'Login' });
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});

test('an unknown address offers a visitor the page to register', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  const { address } = renderApp('/signup');
  await userEvent.click(await screen.findByRole('link', { name: 'Register' }));
  await waitFor(() => expect(address()).toBe('/login?mode=register'));
});

test('an unknown address offers the page that was probably meant, to those who are signed in', async () => {
  fakeApi({ 'GET /api/auth/status': { body: connectedMember } });
  const { address } = renderApp('/activity');
  await screen.findByRole('link', { name: 'Go to Dashboard' });
  await userEvent.click(screen.getByRole('link', { name: 'Activity logs' }));
  await waitFor(() => expect(address()).toBe('/dashboard?section=activity'));
});

test('the sidebar tells plan, trial end, connection and who is signed in', async () => {
  fakeApi({ 'GET /api/auth/status': { body: connectedMember } });
  renderApp('/');
  const sidebar = within(await screen.findByRole('complementary'));
  expect(
    within(sidebar.getByRole('region', { name: 'Subscription Status' })).getByText('Trial'),
  ).toBeTruthy();
  expect(sidebar.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(document.title).toBe('Dashboard · Picksync'));
  expect(sidebar.getByText('Trial ends on Dec 5, 2126')).toBeTruthy();
  expect(sidebar.getByRole('region', { name: 'Connected to Smartsheet' }).textContent).toContain(
    'sheets@northwind.example',
  );
  expect(sidebar.getByText('office@northwind.example')).toBeTruthy();
});

test('the open page says Free once the trial ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2126-12-05T09:00:00Z') });
  let status = connectedMember;
  const api = fakeApi({ ...dashboardApi([]), 'GET /api/auth/status': () => ({ body: status }) });
  renderApp('/');
  await screen.findByText('0 logged in the last 7 days');
  const block = within(await screen.findByRole('region', { name: 'Subscription Status' }));
  expect(block.getByText('Basic features')).toBeTruthy();
  const figures = api.received('GET /api/stats').length;

  status = { ...connectedMember, user: { ...user, subscriptionStatus: 'free' } };
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  await block.findByText('Free plan');
  expect(block.getByText('Free')).toBeTruthy();
  expect(block.queryByText(/Trial/)).toBeNull();
  await waitFor(() => expect(api.received('GET /api/stats').length).toBeGreaterThan(figures));
});

test('a browser whose clock runs ahead reads the session again now and then, and nothing else', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2126-12-06T09:00:00Z') });
  const streams = fakeEventStreams();
  const api = fakeApi(dashboardApi([]));
  renderApp('/');
  await waitFor(() => expect(streams.open()).toBe(1));
  streams.beat();
  const beats = setInterval(streams.beat, liveBeatMs);
  onTestFinished(() => clearInterval(beats));
  await screen.findByText('Basic features');
  await screen.findByText('0 logged in the last 7 days');
  const figures = api.received('GET /api/stats').length;
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  const reads = api.received('GET /api/auth/status').length;
  expect(reads).toBeGreaterThanOrEqual(3);
  expect(reads).toBeLessThanOrEqual(6);
  expect(api.received('GET /api/stats')).toHaveLength(figures);
});

test('Configurations cannot be opened without a connection, and says why', async () => {
  fakeApi({ 'GET /api/auth/status': { body: member } });
  const { address } = renderApp('/dashboard');
  const entry = await screen.findByRole('button', { name: 'Configurations' });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  await userEvent.hover(entry);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Connect Smartsheet first.');
  await userEvent.click(entry);
  expect(address()).toBe('/dashboard');
});

test('Configurations leads to the list of all once connected', async () => {
  fakeApi({ 'GET /api/auth/status': { body: connectedMember } });
  const { address } = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Configurations' }));
  await screen.findByRole('heading', { name: 'Configurations' });
  expect(address()).toBe('/configurations');
});

test('logging out forgets the session and leads to the start page', async () => {
  let status = member;
  fakeApi({
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/auth/logout': () => {
      status = nobody;
      return { body: { message: 'Bye' } };
    },
  });
  const { address } = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', landing);
  expect(address()).toBe('/');
  expect(localStorage.getItem('authToken')).toBeNull();
});

test('a failure that nobody else shows is shown in a dialog with its code', async () => {
  fakeApi({
    'GET /api/auth/status': { body: member },
    'POST /api/auth/logout': { status: 503, body: { code: 'unavailable', message: 'Back in a minute.' } },
  });
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Service Unavailable' }));
  expect(dialog.getByText('Back in a minute.')).toBeTruthy();
  expect(dialog.getByText('503 · unavailable')).toBeTruthy();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});
