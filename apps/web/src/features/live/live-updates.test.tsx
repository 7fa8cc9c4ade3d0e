import type { AuthStatus, Automation, Stats } from '@picksync/contracts';
import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { statsQuery } from '../../api/stats.queries.ts';
import { useLive } from '../../stores/live.ts';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { fakeEventStreams, setHidden } from '../../testing/event-streams.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

async function dashboard(given: Partial<Stats> = {}) {
  const streams = fakeEventStreams();
  const api = fakeApi(dashboardApi([automation()], stats(given)));
  renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await waitFor(() => expect(streams.open()).toBe(1));
  const calls = (path: string) => api.received(`GET ${path}`).length;
  return { streams, api, calls };
}

/** Is asked for while time is held, which `findBy…` would need. */
const isSaid = (text: string | RegExp) => screen.queryByText(text) !== null;
const holdTime = () => vi.setTimerTickMode('manual');

const ran = automation({
  lastRun: {
    at: new Date().toISOString(),
    outcome: 'changed',
    added: 3,
    removed: 0,
    optionCount: 35,
    warnings: [],
  },
});

test('a run shows in its row when the server tells of it, and is announced once', async () => {
  const { streams, api } = await dashboard();
  api.handlers['GET /api/configurations'] = { body: [ran] };
  streams.change(['automations', 'activity']);
  const announcement = await screen.findByText('Clients into Time sheet: 3 added');
  expect(announcement.getAttribute('aria-live')).toBe('polite');
});

test('the changes of a run are announced even if a run without changes follows at once', async () => {
  const { streams, api } = await dashboard();
  const { lastRun } = ran;
  if (!lastRun) throw new Error('it has run');
  const later = (ms: number) => new Date(Date.parse(lastRun.at) + ms).toISOString();
  const show = (at: string, recentRuns: Automation['recentRuns']) => {
    const quiet = { ...lastRun, at, outcome: 'unchanged', added: 0 } as const;
    api.handlers['GET /api/configurations'] = { body: [{ ...ran, recentRuns, lastRun: quiet }] };
    streams.change(['automations']);
  };
  api.handlers['GET /api/configurations'] = {
    body: [{ ...ran, recentRuns: ['changed', 'unchanged', 'changed'] }],
  };
  streams.change(['automations']);
  await screen.findByText('Clients into Time sheet: 3 added');
  show(later(100), ['changed', 'unchanged', 'changed', 'unchanged']);
  await screen.findByText('Clients into Time sheet: 3 added');

  const run = {
    id: 'missed',
    trigger: 'automatic',
    optionCount: 34,
    durationMs: 90,
    calls: 2,
    passId: null,
    details: null,
  };
  const missed = { ...run, at: later(2000), outcome: 'changed', added: 0, removed: 1 };
  api.handlers[`GET /api/configurations/${ran.id}/runs`] = {
    body: [{ ...missed, id: 'seen', at: later(3000), outcome: 'unchanged', removed: 0 }, missed],
  };
  show(later(3000), ['changed', 'unchanged', 'changed', 'unchanged', 'changed', 'unchanged']);
  await screen.findByText('Clients into Time sheet: 1 removed');
});

test('the run of an automation that is new in the list is announced too', async () => {
  const { streams, api } = await dashboard();
  const created = { id: 'new', name: 'Projects into Plan' };
  api.handlers['GET /api/configurations'] = { body: [automation(created), automation()] };
  streams.change(['automations']);
  await screen.findByRole('row', { name: /Projects into Plan/ });
  api.handlers['GET /api/configurations'] = { body: [{ ...ran, ...created }, automation()] };
  streams.change(['automations']);
  await screen.findByText('Projects into Plan: 3 added');
});

test.each([
  ['activity', ['/api/activity-logs/lines', '/api/stats']],
  ['automations', ['/api/configurations', '/api/stats']],
  ['connection', ['/api/auth/status', '/api/configurations', '/api/stats']],
  ['plan', ['/api/auth/status', '/api/configurations', '/api/stats']],
] as const)('a change of the kind %s asks only for what shows it', async (kind, asked) => {
  const { streams, calls } = await dashboard();
  const paths = ['/api/activity-logs/lines', '/api/auth/status', '/api/configurations', '/api/stats'];
  await screen.findByText('No activity logs found');
  const before = paths.map(calls);
  streams.change([kind]);
  await waitFor(() => {
    const more = paths.filter((path, index) => calls(path) > (before[index] ?? 0));
    expect(more).toEqual(asked);
  });
});

test('the page polls only while the stream is down', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, calls } = await dashboard();
  holdTime();
  streams.beat();
  await pass(1000);
  const before = calls('/api/configurations');
  for (let beat = 0; beat < 10; beat += 1) {
    await pass(8000);
    streams.beat();
  }
  expect(calls('/api/configurations')).toBe(before);
  streams.lose();
  await pass(25_000);
  expect(calls('/api/configurations')).toBeGreaterThan(before);
});

test('a server that takes calls and answers none is offline after a quarter of a minute, until it speaks again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, api } = await dashboard();
  await screen.findByText('All lists are in sync.');
  const answering = { ...api.handlers };
  holdTime();
  streams.beat();
  for (const name of Object.keys(api.handlers)) api.handlers[name] = 'silent';
  await pass(14_000);
  expect(isSaid('All lists are in sync.')).toBe(true);
  await pass(1000);
  await arrives(() => isSaid(/^Offline, as of/));
  Object.assign(api.handlers, answering);
  streams.beat();
  await arrives(() => isSaid('All lists are in sync.'));
});

test('the page polls three times a minute without a stream, and is not called offline', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api, calls } = await dashboard();
  await screen.findByText('No activity logs found');
  const message =
    'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Reconnect your Smartsheet account.';
  api.handlers['GET /api/stats'] = {
    body: stats({ connection: { state: 'needs_reconnect', message, waiting: null } }),
  };
  const before = calls('/api/activity-logs/lines');
  holdTime();
  await pass(20_000);
  await arrives(() => isSaid(message));
  expect(calls('/api/activity-logs/lines')).toBe(before + 1);
  expect(isSaid(/^Offline/)).toBe(false);

  setHidden(true);
  await pass(300_000);
  const hidden = calls('/api/activity-logs/lines');
  setHidden(false);
  await arrives(() => calls('/api/activity-logs/lines') > hidden);
  expect(calls('/api/activity-logs/lines')).toBe(hidden + 1);
  expect(hidden).toBe(before + 1);
});

test('a page without a stream is not offline after one call without an answer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = await dashboard();
  api.handlers['GET /api/stats'] = 'unreachable';
  await vi.advanceTimersByTimeAsync(20_000);
  await screen.findByText(/^Offline, as of/);
  api.handlers['GET /api/stats'] = { body: stats() };
  await vi.advanceTimersByTimeAsync(20_000);
  await screen.findByText('All lists are in sync.');
});

test('a question that fails after a later one was answered does not make the page offline', async () => {
  const { streams, api, calls } = await dashboard();
  const early = Promise.withResolvers<never>();
  api.handlers['GET /api/stats'] = () => early.promise;
  const before = calls('/api/stats');
  streams.lose();
  await waitFor(() => expect(calls('/api/stats')).toBe(before + 1));
  streams.beat();
  api.handlers['GET /api/stats'] = { body: stats({ updates: 4711 }) };
  streams.lose();
  await screen.findByText('4,711');
  await act(async () => early.reject(new TypeError('fetch failed')));
  expect(useLive.getState().isUnanswered).toBe(false);
});

test('a page stays offline when another one is opened', async () => {
  const { streams, api } = await dashboard();
  streams.beat();
  api.handlers['GET /api/stats'] = 'unreachable';
  streams.lose();
  await screen.findByText(/^Offline, as of/);
  await userEvent.click(screen.getByRole('link', { name: 'Clients into Time sheet' }));
  await waitFor(() => expect(streams.urls()).toHaveLength(2));
  expect(useLive.getState().isUnanswered).toBe(true);
});

test('figures that arrive after a logout are not kept for who logs in next', async () => {
  const streams = fakeEventStreams();
  const reply = Promise.withResolvers<{ body: Stats }>();
  let status: AuthStatus = connectedMember;
  const api = fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/auth/logout': () => {
      status = nobody;
      return { body: { message: 'Bye' } };
    },
  });
  const { queryClient, address } = renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await waitFor(() => expect(streams.open()).toBe(1));
  streams.beat();
  api.handlers['GET /api/stats'] = () => reply.promise;
  const before = api.received('GET /api/stats').length;
  streams.lose();
  await waitFor(() => expect(api.received('GET /api/stats').length).toBe(before + 1));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(address()).toBe('/'));
  await waitFor(() => expect(queryClient.getQueryData(statsQuery.queryKey)).toBeUndefined());
  await act(async () => reply.resolve({ body: stats() }));
  expect(queryClient.getQueryData(statsQuery.queryKey)).toBeUndefined();
});

test('the stream begins at the first status, so nothing is loaded twice', async () => {
  const streams = fakeEventStreams();
  const api = fakeApi(dashboardApi([automation()]));
  const status = (lastEventId: string) => ({ body: { ...connectedMember, lastEventId } });
  api.handlers['GET /api/auth/status'] = status('41');
  renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await waitFor(() => expect(streams.urls()).toEqual(['/api/events?lastEventId=41']));
  streams.beat();
  const paths = ['/api/activity-logs/lines', '/api/auth/status', '/api/configurations', '/api/stats'];
  await screen.findByText('No activity logs found');
  expect(paths.map((path) => api.received(`GET ${path}`).length)).toEqual([1, 1, 1, 1]);

  // What is shown is no newer for another answer.
  api.handlers['GET /api/auth/status'] = status('50');
  streams.change(['connection']);
  await waitFor(() => expect(api.received('GET /api/auth/status')).toHaveLength(2));
  const goTo = (name: string) => userEvent.click(screen.getAllByRole('link', { name })[0] as Element);
  await goTo('Help & Support');
  await waitFor(() => expect(streams.urls().slice(1)).toEqual(['/api/events?lastEventId=41']));
  streams.change(['plan'], '60');
  await goTo('Dashboard');
  await waitFor(() => expect(streams.urls().slice(2)).toEqual(['/api/events?lastEventId=60']));
});

test('a page that is hidden neither listens nor asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, calls } = await dashboard();
  streams.beat();
  setHidden(true);
  await vi.advanceTimersByTimeAsync(1000);
  const before = calls('/api/configurations');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([streams.open(), calls('/api/configurations')]).toEqual([0, before]);
});

test('everything that could not be asked for is asked for again when the server can be reached', async () => {
  const { streams, api } = await dashboard();
  await screen.findByText('No activity logs found');
  const reached = { ...api.handlers };
  const reads = ['GET /api/configurations', 'GET /api/stats', 'GET /api/activity-logs/lines'];
  for (const read of reads) api.handlers[read] = 'unreachable';
  const [refresh] = screen.getAllByRole('button', { name: 'Refresh' });
  if (refresh) await userEvent.click(refresh);
  await screen.findByText(/^Offline, as of/);
  Object.assign(api.handlers, reached);
  streams.beat();
  await waitFor(() => expect(screen.queryByText(/^Offline, as of/)).toBeNull());
});

test('a page that was hidden over a sweep asks when it is shown again, though nothing was changed by it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, api, calls } = await dashboard({
    nextSweepAt: new Date(Date.now() + 60_000).toISOString(),
  });
  holdTime();
  streams.beat();
  setHidden(true);
  await pass(600_000);
  const before = calls('/api/stats');
  const nextSweepAt = new Date(Date.now() + 720_000).toISOString();
  const lastSweepAt = new Date(Date.now() - 180_000).toISOString();
  api.handlers['GET /api/stats'] = { body: stats({ lastSweepAt, nextSweepAt }) };
  setHidden(false);
  streams.beat();
  await arrives(() => isSaid('All lists are in sync. Checked 3 min ago, next check in 12 min.'));
  streams.beat();
  expect(calls('/api/stats')).toBe(before + 1);
});

test('the loss of the connection and its return are announced each time', async () => {
  const { streams, api } = await dashboard();
  const announced = (text: string) => screen.findByText(text, { selector: '[aria-live]' });
  const become = (smartsheetState: 'connected' | 'needs_reconnect') => {
    const status = {
      ...connectedMember,
      smartsheetState,
      smartsheetConnected: smartsheetState === 'connected',
    };
    api.handlers['GET /api/auth/status'] = { body: status };
    streams.change(['connection']);
  };
  become('needs_reconnect');
  await announced('The connection to Smartsheet has stopped.');
  become('connected');
  await announced('Smartsheet is connected again.');
});

test('an announcement disappears after a while, before it is outdated', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, api } = await dashboard();
  api.handlers['GET /api/configurations'] = { body: [ran] };
  streams.change(['automations']);
  await screen.findByText('Clients into Time sheet: 3 added');
  await vi.advanceTimersByTimeAsync(11_000);
  await waitFor(() => expect(screen.queryByText('Clients into Time sheet: 3 added')).toBeNull());
});
