import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats } from '../testing/automations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { connectedMember } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const refused = { status: 500, body: {} };
const dataPaths = ['GET /api/stats', 'GET /api/configurations', 'GET /api/activity-logs/lines'];

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test('each panel waits for its own data only', async () => {
  fakeApi({ ...dashboardApi([automation()]), 'GET /api/activity-logs/lines': 'silent' });
  renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await screen.findByText('0 logged in the last 7 days');
  expect((await panel('Recent Activity')).getByText('Loading activity logs')).toBeTruthy();
});

test('a panel that fails leaves the others as they are', async () => {
  fakeApi({ ...dashboardApi([automation()]), 'GET /api/activity-logs/lines': refused });
  renderApp('/dashboard');
  await (await panel('Recent Activity')).findByText('Failed to load activity logs');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await screen.findByText('All lists are in sync.');
});

test('Retry loads again what failed, for every panel that shows it, and nothing that is there', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), 'GET /api/stats': refused });
  api.handlers['GET /api/activity-logs/lines'] = refused;
  renderApp('/dashboard');
  await (await panel('Recent Activity')).findByText('Failed to load activity logs');
  await screen.findByText('How your automations stand is not known right now.');
  api.handlers['GET /api/stats'] = { body: stats() };
  api.handlers['GET /api/activity-logs/lines'] = { body: [] };
  await userEvent.click((await panel('Recent Activity')).getByRole('button', { name: 'Retry' }));
  await screen.findByText('All lists are in sync.');
  await screen.findByText('0 logged in the last 7 days');
  await (await panel('Recent Activity')).findByText('No activity logs found');
  expect(api.received('GET /api/configurations')).toHaveLength(1);
});

test('a query that fails again can be tried again', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), 'GET /api/activity-logs/lines': refused });
  renderApp('/dashboard');
  const activity = await panel('Recent Activity');
  for (const calls of [1, 2, 3]) {
    await waitFor(() => expect(api.received('GET /api/activity-logs/lines')).toHaveLength(calls));
    await userEvent.click(await activity.findByRole('button', { name: 'Retry' }));
  }
});

test('the data of the dashboard is asked for while its code is still on the way', async () => {
  const api = fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  for (const path of dataPaths) await waitFor(() => expect(api.received(path)).toHaveLength(1));
  await screen.findByRole('heading', { name: 'Dashboard' });
  for (const path of dataPaths) expect(api.received(path)).toHaveLength(1);
});

test('asks for nothing that is not shown while there is no connection', async () => {
  const api = fakeApi({
    ...dashboardApi([], stats({ configurationCount: 0 })),
    'GET /api/auth/status': {
      body: { ...connectedMember, smartsheetConnected: false, smartsheetState: 'not_connected' },
    },
  });
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Connect your Smartsheet account' });
  expect(api.received('GET /api/configurations')).toHaveLength(0);
  expect(api.received('GET /api/activity-logs/lines')).toHaveLength(0);
});
