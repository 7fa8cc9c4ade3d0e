import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { fakeEventStreams } from '../../testing/event-streams.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, user } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { formatTime } from '../../ui/dates.ts';

/** A time as the library reads it from a page, without the space that does not break. */
function timeText(iso: string): string {
  return formatTime(iso).replace(/\s/g, ' ');
}

const card = async (name: string) => {
  await screen.findByRole('progressbar');
  return within(screen.getByRole('group', { name }));
};
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('each figure stands in its card with its reason', async () => {
  const figures = stats({
    updates: 1284,
    errors: 2,
    errorsLast7Days: 3,
    needsReview: 1,
    updatesThisWeek: 23,
    updatesLastWeek: 20,
  });
  const trialing = { ...user, trialEndDate: minutesFromNow(14 * 24 * 60), timeZone: 'UTC' };
  fakeApi({
    ...dashboardApi([automation()], figures),
    'GET /api/auth/status': { body: { ...connectedMember, user: trialing } },
  });
  renderApp('/dashboard');
  expect((await card('Active Automations')).getByText('1')).toBeTruthy();
  expect((await card('Active Automations')).getByText('3 need attention')).toBeTruthy();
  expect((await card('Sheet Updates')).getByText('1,284')).toBeTruthy();
  expect((await card('Sheet Updates')).getByText('+15% this week')).toBeTruthy();
  expect((await card('Error Count')).getByText('3 logged in the last 7 days')).toBeTruthy();
  const usage = await card('Subscription Usage');
  expect(usage.getByText('Trial ends in 14 days')).toBeTruthy();
  expect(usage.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 2');
});

test('the usage bar is full at most', async () => {
  fakeApi(dashboardApi([automation()], stats({ configsUsed: 3, configsAvailable: 1 })));
  renderApp('/dashboard');
  const bar = (await card('Subscription Usage')).getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
});

test('View Plans leads to the plans', async () => {
  fakeApi(dashboardApi([automation()]));
  const { address } = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'View Plans' }));
  await waitFor(() => expect(address()).toBe('/subscription'));
});

test('the line under the title does not call all lists in sync while one is being synced', async () => {
  const api = fakeApi(dashboardApi([automation({ syncState: 'running' })]));
  renderApp('/dashboard');
  await screen.findByText('1 list is being synced.');
  api.handlers['GET /api/configurations'] = { body: [automation()] };
  await screen.findByText('All lists are in sync.');
});

test('a list that waits for Smartsheet is not called being synced, and says when it is tried next until that moment', async () => {
  vi.useFakeTimers();
  const nextTryAt = minutesFromNow(0.75);
  const waiting = { reason: 'provider_outage', message: 'Smartsheet cannot be reached.', nextTryAt } as const;
  fakeApi(dashboardApi([automation({ syncState: 'queued', waiting })]));
  renderApp('/dashboard');
  const next = new RegExp(`next try at ${timeText(nextTryAt)}`, 'i');
  await arrives(() => screen.queryAllByText(next).length === 2);
  expect(screen.getByText(/^1 list waits for Smartsheet, next try at /)).toBeTruthy();
  // In steps, each with its drawing: that is what sets the next timer.
  const left = () => Date.parse(nextTryAt) - Date.now();
  while (left() > 0) await pass(Math.min(left(), 10_000));
  expect(screen.queryAllByText(next)).toEqual([]);
  expect(screen.getByText('1 list waits for Smartsheet.')).toBeTruthy();
});

test('the figures are asked for again after the next sweep', async () => {
  vi.useFakeTimers();
  const figures = stats({ lastSweepAt: minutesFromNow(-14), nextSweepAt: minutesFromNow(1) });
  const api = fakeApi(dashboardApi([automation()], figures));
  renderApp('/dashboard');
  const isSaid = (text: string) => screen.queryByText(text) !== null;
  await arrives(() => isSaid('All lists are in sync. Checked 14 min ago, next check in 1 min.'));
  const swept = stats({ lastSweepAt: minutesFromNow(1), nextSweepAt: minutesFromNow(16) });
  api.handlers['GET /api/stats'] = { body: swept };
  await pass(120_000);
  await arrives(() => isSaid('All lists are in sync. Checked 1 min ago, next check in 14 min.'));
});

test('figures that could not be loaded can be asked for again', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), 'GET /api/stats': { status: 500, body: {} } });
  renderApp('/dashboard');
  await screen.findByText('The overview could not be loaded. Please try again.');
  expect(screen.getByText('How your automations stand is not known right now.')).toBeTruthy();
  api.handlers['GET /api/stats'] = { body: stats() };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('All lists are in sync.');
});

test('the Retry of one panel stays where it is while others are drawn', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), 'GET /api/stats': { status: 500, body: {} } });
  const list = Promise.withResolvers<void>();
  api.handlers['GET /api/automations'] = () => list.promise.then(() => ({ body: [automation()] }));
  renderApp('/dashboard');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  list.resolve();
  await screen.findByText('Recent Activity');
  expect(retry.isConnected).toBe(true);
});

test('asks only once for the data of the page', async () => {
  const api = fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await screen.findByText('No activity logs found');
  for (const path of ['GET /api/stats', 'GET /api/configurations', 'GET /api/activity-logs/lines']) {
    expect(api.received(path)).toHaveLength(1);
  }
});

test('the dashboard says that a sync has waited for long as soon as it has', async () => {
  vi.useFakeTimers();
  const queuedSince = new Date(Date.now() - 45_000).toISOString();
  fakeApi(dashboardApi([automation({ syncState: 'queued', queuedSince })]));
  renderApp('/dashboard');
  await arrives(() => screen.queryByText('1 list waits to be synced.') !== null);
  await pass(14_000);
  expect(screen.getByText('1 list waits to be synced.')).toBeTruthy();
  await pass(2000);
  expect(
    screen.getByText(/^1 list has been waiting to be synced since (\w+ \d+, )?\d+:\d\d\s[AP]M\.$/),
  ).toBeTruthy();
});

test('offline is said at once with the time of what is shown, and taken back when the network is there again', async () => {
  fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await screen.findByText(/^Offline, as of (\w+ \d+, )?\d+:\d\d\s[AP]M$/);
  expect(screen.getAllByText('Offline').length).toBeGreaterThan(0);
  expect(screen.queryByText('Healthy')).toBeNull();
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await screen.findByText('All lists are in sync.');
});

test('a server that does not answer is offline too, until it does', async () => {
  const streams = fakeEventStreams();
  const api = fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await waitFor(() => expect(streams.open()).toBe(1));
  streams.beat();
  api.handlers['GET /api/stats'] = 'unreachable';
  streams.lose();
  await screen.findByText(/^Offline, as of (\w+ \d+, )?\d+:\d\d\s[AP]M$/);
  api.handlers['GET /api/stats'] = { body: stats() };
  streams.beat();
  await screen.findByText('All lists are in sync.');
});

test('a limit of Smartsheet is said with the time of the next try', async () => {
  const nextTryAt = minutesFromNow(60);
  const waiting = { reason: 'rate_limited', nextTryAt, since: null } as const;
  const connection = { state: 'connected', message: null, waiting } as const;
  fakeApi(dashboardApi([automation()], stats({ connection })));
  renderApp('/dashboard');
  await screen.findByText(`Smartsheet is limiting requests, next try at ${timeText(nextTryAt)}`);
});
