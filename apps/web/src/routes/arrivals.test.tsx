import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { dashboardApi } from '../testing/automations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { connectedMember, member } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

test.each([
  ['connection=connected', 'Connected to Smartsheet', 'lucide-circle-check'],
  ['connection=denied', 'Not connected. You chose Deny', 'lucide-info'],
  ['verification=success&message=Anything', 'Email verified', 'lucide-circle-check'],
  ['verification=error', 'The verification link may have expired or is invalid.', 'lucide-circle-alert'],
])(
  'coming back with %s says so once, with its sign, and leaves the address clean',
  async (query, said, sign) => {
    fakeApi({ 'GET /api/auth/status': { body: member } });
    const { address } = renderApp(`/dashboard?${query}`);
    const toast = (await screen.findByText(said)).closest('li');
    expect(toast?.querySelector('svg')?.classList).toContain(sign);
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(screen.queryByText('Anything')).toBeNull();
  },
);

test('coming back connected puts the focus on what comes next', async () => {
  fakeApi(dashboardApi([]));
  renderApp('/dashboard?connection=connected');
  const next = await screen.findByRole('button', { name: 'New Configuration' });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('an unknown code in the address shows no message', async () => {
  fakeApi({ 'GET /api/auth/status': { body: member } });
  renderApp('/dashboard?connection=toString');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(screen.queryByText('Connection failed')).toBeNull();
});

test('a member without a connection sees how to connect, with the exact redirect address', async () => {
  fakeApi({ 'GET /api/auth/status': { body: member } });
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Connect your Smartsheet account' });
  expect(screen.getByText('OAuth setup help').closest('details')?.open).toBe(false);
  await userEvent.click(screen.getByText('OAuth setup help'));
  expect(screen.getByText(`${window.location.origin}/api/auth/callback`)).toBeTruthy();
  for (const scope of ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS']) {
    expect(screen.getByText(scope)).toBeTruthy();
  }
  expect(screen.getByRole('link', { name: 'Connection help' }).getAttribute('href')).toBe('/api/debug/oauth');
});

test('connecting asks for the chosen region; a refusal can be tried again', async () => {
  const api = fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/smartsheet/auth': { status: 503, body: {} },
  });
  renderApp('/dashboard');
  await screen.findByText('United States');
  await userEvent.click(screen.getByRole('button', { name: 'Change where your Smartsheet account is' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Europe' }));
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await screen.findByText('Could not connect to Smartsheet. Please try again.');
  expect(api.received('GET /api/smartsheet/auth')[0]?.path).toBe('/api/smartsheet/auth?region=eu');
  expect(screen.getByRole('button', { name: 'Connect' }).getAttribute('aria-disabled')).toBeNull();
});

test('disconnecting says so and shows how to connect again', async () => {
  let status = connectedMember;
  fakeApi({
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/smartsheet/disconnect': () => {
      status = member;
      return { body: { message: 'Done' } };
    },
  });
  renderApp('/settings#smartsheet');
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  const question = await screen.findByRole('alertdialog', { name: 'Disconnect Smartsheet?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Disconnect' }));
  await screen.findByText('You have been disconnected from Smartsheet');
  const section = within(screen.getByRole('region', { name: 'Smartsheet' }));
  await userEvent.click(await section.findByRole('link', { name: 'Connect' }));
  await screen.findByRole('heading', { name: 'Connect your Smartsheet account' });
});

/** On a slow machine the page says that it loads, and says so for a moment of held time at least. */
const shownMs = 50;

test('the page says after three tries that the session cannot be read, and offers a retry', async () => {
  // React and the router write down what they caught.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.setItem('authToken', 'token-0');
  const api = fakeApi({ 'GET /api/auth/status': 'unreachable' });
  const asked = () => api.received('GET /api/auth/status').length;
  renderApp('/dashboard');
  await arrives(() => asked() === 1);
  await pass(999);
  expect(asked()).toBe(1);
  await pass(1);
  expect(asked()).toBe(2);
  await pass(1999);
  expect(asked()).toBe(2);
  await pass(1);
  expect(asked()).toBe(3);
  // What waits for the held time when it ends is lost.
  await arrives(() => screen.queryByRole('heading', { name: 'Connection Problem' }) !== null, shownMs);
  expect(asked()).toBe(3);
  vi.useRealTimers();
  api.handlers['GET /api/auth/status'] = { body: member };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('a server that fails is told with the code that support will ask for', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.setItem('authToken', 'token-0');
  const api = fakeApi({ 'GET /api/auth/status': { status: 500, body: { code: 'internal_error' } } });
  renderApp('/dashboard');
  await arrives(() => api.received('GET /api/auth/status').length === 1);
  await pass(1000);
  await pass(2000);
  await arrives(() => screen.queryByRole('heading', { name: 'Server Error' }) !== null, shownMs);
  vi.useRealTimers();
  expect((await screen.findByText(/^Error code:/)).textContent).toBe('Error code: 500 · internal_error');
});
