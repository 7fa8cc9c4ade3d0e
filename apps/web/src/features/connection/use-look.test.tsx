import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { setHidden } from '../../testing/event-streams.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const looks = 'POST /api/smartsheet/look';

test('the dashboard asks once how Smartsheet stands, and again when its tab is shown again', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), [looks]: { body: { hasChanged: false } } });
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await waitFor(() => expect(api.received(looks)).toHaveLength(1));
  setHidden(true);
  setHidden(false);
  await waitFor(() => expect(api.received(looks)).toHaveLength(2));
});

test('the dashboard asks again every 15 minutes while it is shown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const api = fakeApi({ ...dashboardApi([automation()]), [looks]: { body: { hasChanged: false } } });
  const asked = () => api.received(looks).length;
  renderApp('/dashboard');
  await arrives(() => asked() === 1);
  await pass(15 * 60_000);
  expect(asked()).toBe(2);
  setHidden(true);
  await pass(60 * 60_000);
  expect(asked()).toBe(2);
});

test('the dashboard shows at once that the connection is lost', async () => {
  const api = fakeApi(dashboardApi([automation()]));
  api.handlers[looks] = () => {
    const lost = { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' };
    api.handlers['GET /api/auth/status'] = { body: lost };
    const message = 'Smartsheet no longer accepts this connection.';
    const connection = { state: 'needs_reconnect' as const, message, waiting: null };
    api.handlers['GET /api/stats'] = { body: stats({ connection }) };
    return { body: { hasChanged: true } };
  };
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: /Reconnect/ });
  expect(api.received(looks)).toHaveLength(1);
});

test('a look that fails disturbs nobody', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), [looks]: { status: 503, body: {} } });
  renderApp('/dashboard');
  await waitFor(() => expect(api.received(looks)).toHaveLength(1));
  await screen.findByText('All lists are in sync.');
  expect(screen.queryByRole('alert')).toBeNull();
});
