import type { AuthStatus } from '@picksync/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, member } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const open = (status: AuthStatus) => {
  const api = fakeApi({ ...dashboardApi([]), 'GET /api/auth/status': { body: status } });
  renderApp('/dashboard');
  return api;
};

const block = async (name: string) => within(await screen.findByRole('region', { name }));

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

test('without a connection it says how to begin', async () => {
  open(member);
  expect((await block('Not connected to Smartsheet')).getByText('Connect to get started')).toBeTruthy();
});

test('a connection that Smartsheet refuses is not called connected, and can be made again or given up', async () => {
  open({ ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' });
  const refused = await block('Not connected to Smartsheet');
  expect(refused.getByText('sheets@northwind.example')).toBeTruthy();
  expect(refused.getByRole('link', { name: 'Reconnect' })).toBeTruthy();
  expect(refused.getByRole('button', { name: 'Disconnect' })).toBeTruthy();
  await screen.findByRole('heading', { name: 'Reconnect your Smartsheet account' });
});

test('while it disconnects, the button says so', async () => {
  const api = open(connectedMember);
  api.handlers['POST /api/smartsheet/disconnect'] = 'silent';
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await screen.findByRole('button', { name: 'Disconnecting...' });
});

test('when disconnecting fails, it says so', async () => {
  const api = open(connectedMember);
  api.handlers['POST /api/smartsheet/disconnect'] = { status: 500, body: {} };
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
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
  api.handlers['GET /api/stats'] = { body: stats() };
  // The run ended without a result of its own: nothing else of the automation has changed.
  api.handlers['GET /api/configurations'] = { body: [automation()] };
  await screen.findByRole('heading', { name: 'Reconnect your Smartsheet account' }, { timeout: 5000 });
});

test('somebody who disconnected is not told that the first automation is still to come', async () => {
  fakeApi({ ...dashboardApi([automation()]), 'GET /api/auth/status': { body: member } });
  renderApp('/dashboard');
  await screen.findByText('Your automations rest until Smartsheet is connected again.');
});

test('without automations, connecting is the step that is left', async () => {
  fakeApi({
    ...dashboardApi([], stats({ configurationCount: 0 })),
    'GET /api/auth/status': { body: member },
  });
  renderApp('/dashboard');
  await screen.findByText('One step is left before your first automation.');
});
