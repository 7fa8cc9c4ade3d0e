import type { AuthStatus, Stats } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, member } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const open = (status: AuthStatus, path = '/dashboard') => {
  const api = fakeApi({ ...dashboardApi([]), 'GET /api/auth/status': { body: status } });
  renderApp(path);
  return api;
};

const block = async (name: string) => within(await screen.findByRole('region', { name }));

const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'Disconnect Smartsheet?' }));

async function disconnect() {
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Disconnect' }));
}

test('a connected account is named', async () => {
  open(connectedMember);
  expect((await block('Connected to Smartsheet')).getByText('sheets@northwind.example')).toBeTruthy();
});

test('an account whose address is the placeholder is called Smartsheet Account', async () => {
  open({ ...connectedMember, smartsheetEmail: '{email}' });
  expect((await block('Connected to Smartsheet')).getByText('Smartsheet Account')).toBeTruthy();
});

test('an account without an address is not called connected to one', async () => {
  open({ ...connectedMember, smartsheetEmail: null });
  await block('No Smartsheet account available');
});

test('says how to begin while there is no connection', async () => {
  fakeApi({
    ...dashboardApi([], stats({ configurationCount: 0 })),
    'GET /api/auth/status': { body: member },
  });
  renderApp('/dashboard');
  await (await block('Not connected to Smartsheet')).findByText('Connect to get started');
});

test('a connection that Smartsheet refuses is not called connected, and can be made again or managed', async () => {
  open({ ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' });
  const refused = await block('Not connected to Smartsheet');
  expect(refused.getByText('sheets@northwind.example')).toBeTruthy();
  expect(refused.getByRole('link', { name: 'Reconnect' })).toBeTruthy();
  const manage = refused.getByRole('link', { name: 'Manage the connection to Smartsheet' });
  expect(manage.getAttribute('href')).toBe('/settings#smartsheet');
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
  await screen.findByRole('heading', { name: 'Reconnect your Smartsheet account' });
});

test('connecting again begins in the region where the account is', async () => {
  open({
    ...connectedMember,
    smartsheetConnected: false,
    smartsheetState: 'needs_reconnect',
    smartsheetRegion: 'eu',
  });
  await screen.findByText('Europe');
  await userEvent.click(screen.getByRole('button', { name: 'Change where your Smartsheet account is' }));
  const region = await screen.findByRole<HTMLInputElement>('radio', { name: 'Europe' });
  expect(region.checked).toBe(true);
  expect(document.activeElement).toBe(region);
});

test('the button says so while it disconnects', async () => {
  const api = open(connectedMember, '/settings#smartsheet');
  api.handlers['POST /api/smartsheet/disconnect'] = 'silent';
  await disconnect();
  await screen.findByRole('button', { name: 'Disconnecting...' });
});

test('a failed disconnect shows an error', async () => {
  const api = open(connectedMember, '/settings#smartsheet');
  api.handlers['POST /api/smartsheet/disconnect'] = { status: 500, body: {} };
  await disconnect();
  await screen.findByText('Failed to disconnect from Smartsheet');
});

test('a connection that Smartsheet refuses while the dashboard is open is shown as such', async () => {
  const swept = stats({ nextSweepAt: new Date(Date.now() + 600_000).toISOString() });
  const api = fakeApi(dashboardApi([automation({ syncState: 'running' })], swept));
  renderApp('/dashboard');
  await block('Connected to Smartsheet');
  api.handlers['GET /api/auth/status'] = {
    body: { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' },
  };
  const message =
    'Your Smartsheet plan does not include API access. Ask your Smartsheet administrator to enable it.';
  const connection = { state: 'needs_reconnect', message, waiting: null } as const;
  api.handlers['GET /api/stats'] = { body: stats({ connection }) };
  // The run ended without a result of its own: nothing else of the automation has changed.
  api.handlers['GET /api/configurations'] = { body: [automation()] };
  await screen.findByRole('heading', { name: 'Reconnect your Smartsheet account' });
  await screen.findByText(message);
  await screen.findByText(/^Your Smartsheet plan does not include API access\. Your automations are kept/);
});

test('the page does not promise a first automation after a disconnect', async () => {
  fakeApi({ ...dashboardApi([automation()]), 'GET /api/auth/status': { body: member } });
  renderApp('/dashboard');
  await screen.findByText('Your automations rest until Smartsheet is connected again.');
  const side = await block('Not connected to Smartsheet');
  expect(side.getByText('Reconnect to go on syncing')).toBeTruthy();
  expect(side.getByRole('link', { name: 'Reconnect' })).toBeTruthy();
});

test('a connection is not called the first while the automations are unknown', async () => {
  const figures = Promise.withResolvers<{ body: Stats }>();
  fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': { body: member },
    'GET /api/stats': () => figures.promise,
  });
  renderApp('/dashboard');
  const side = await block('Not connected to Smartsheet');
  expect(side.getByRole('link', { name: 'Connect' })).toBeTruthy();
  expect(side.queryByText(/to get started|to go on/)).toBeNull();
  figures.resolve({ body: stats() });
  expect(await side.findByText('Reconnect to go on syncing')).toBeTruthy();
});

test('a user whose figures cannot be loaded is not told that the first automation is still to come', async () => {
  fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': { body: member },
    'GET /api/stats': { status: 500, body: {} },
  });
  renderApp('/dashboard');
  await screen.findByText('How your automations stand is not known right now.');
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
  expect(screen.queryByText(/first automation/)).toBeNull();
});

test('connecting is the step that is left without automations', async () => {
  fakeApi({
    ...dashboardApi([], stats({ configurationCount: 0 })),
    'GET /api/auth/status': { body: member },
  });
  renderApp('/dashboard');
  await screen.findByText('One step is left before your first automation.');
});

test.each([
  [0, 'No automation is active. You can connect again at any time.'],
  [1, '1 automation stops. It is kept, and can go on when you reconnect.'],
  [9, '9 automations stop. They are kept, and can go on when you reconnect.'],
])('disconnecting %i automations asks first and says what stops', async (activeAutomations, text) => {
  const api = fakeApi(dashboardApi([automation()], stats({ activeAutomations })));
  renderApp('/settings#smartsheet');
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect((await dialog()).getByText(text)).toBeTruthy();
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(api.received('POST /api/smartsheet/disconnect')).toEqual([]);
});

test('a user without a connection sees the automations and can change none of them', async () => {
  fakeApi({
    ...dashboardApi([
      automation({ lastError: 'The column is locked.', lastFailure: 'target_column_locked' }),
      automation({ id: '0198f5a0-0000-7000-8000-000000000099', name: 'Paused one', isActive: false }),
    ]),
    'GET /api/auth/status': { body: member },
  });
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Reconnect to go on' });
  const row = within(await screen.findByRole('row', { name: /Clients into Time sheet/ }));
  expect(row.getByText('Connection stopped')).toBeTruthy();
  expect(row.getByText('Reconnect to go on')).toBeTruthy();
  const paused = within(screen.getByRole('row', { name: /Paused one/ }));
  expect(paused.getByText('Reconnect to activate it')).toBeTruthy();
  const changes = /^(Sync Now|Pause|Activate|More:|Review|Choose another)/;
  expect(screen.queryAllByRole('button', { name: changes })).toEqual([]);
  const add = screen.getByRole('button', { name: 'New Configuration' });
  expect(add.getAttribute('aria-disabled')).toBe('true');
});

test('Connect in the sidebar leads to the button that connects, also on the dashboard itself', async () => {
  open(member);
  const side = await block('Not connected to Smartsheet');
  const link = await side.findByRole('link', { name: 'Reconnect' });
  const button = await screen.findByRole('button', { name: /^(Rec|C)onnect$/ });
  for (const time of ['first', 'second']) {
    await userEvent.click(link);
    await waitFor(() => expect([time, document.activeElement]).toEqual([time, button]));
    button.blur();
  }
});

test.each([
  ['rate_limited', 'Limited'],
  ['paced', 'Pacing'],
  ['provider_outage', 'Unreachable'],
  ['provider_slow', 'Slow'],
] as const)('a connection that waits because of %s is not called healthy', async (reason, word) => {
  const waiting = { reason, nextTryAt: new Date(Date.now() + 3_600_000).toISOString(), since: null };
  const connection = { state: 'connected', message: null, waiting } as const;
  fakeApi(dashboardApi([automation()], stats({ connection })));
  renderApp('/dashboard');
  await (await block('Connected to Smartsheet')).findByText(word);
});
