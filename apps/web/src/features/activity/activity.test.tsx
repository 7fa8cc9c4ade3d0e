import type { LineEntry } from '@picksync/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { activity, activityLine } from '../../testing/activities.ts';
import { automation, dashboardApi } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = 'GET /api/activity-logs/lines';
const all = '/dashboard?section=activity';
const idOf = (number: string) => `0193b1f0-0000-7000-8000-${number.padStart(12, '0')}`;
const entry = (number: string, name: string) => activityLine({ id: idOf(number), configurationName: name });
const updated = (name: string) => new RegExp(`${name}\\s+updated its list`);

const open = (at = all) => {
  const api = fakeApi({
    ...dashboardApi([automation()]),
    [path]: { body: [entry('1', 'Clients'), entry('2', 'Staff')] },
  });
  return { api, ...renderApp(at) };
};

const queries = (api: ReturnType<typeof fakeApi>) =>
  api.received(path).map(({ path: asked }) => asked.split('?')[1]);

const choose = async (filter: RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('button', { name: filter }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: option }));
};

test('the dashboard shows the last eight entries and leads to all of them', async () => {
  const { api, address } = open('/dashboard');
  await screen.findByRole('button', { name: updated('Staff') });
  expect(queries(api)).toContain('limit=8');
  expect(screen.queryByRole('button', { name: /^Status:/ })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'View all activity logs' }));
  await screen.findByRole('heading', { level: 1, name: 'Activity logs' });
  expect(address()).toBe('/dashboard?section=activity');
});

test('a line tells what happened, what came and went, and when', async () => {
  const api = fakeApi(dashboardApi([]));
  api.handlers[path] = { body: [activityLine({ added: 2, removed: 1, outcome: 'changed' })] };
  renderApp('/dashboard');
  const line = await screen.findByRole('button', { name: /updated its list/ });
  expect(line.textContent).toContain('Success: Clients into Time sheet updated its list');
  expect(within(line).getByText('2 added')).toBeTruthy();
  expect(within(line).getByText('1 removed')).toBeTruthy();
  expect(within(line).getByText('Just now')).toBeTruthy();
});

test('the day of an entry from weeks ago is as short as its column', async () => {
  const api = fakeApi(dashboardApi([]));
  api.handlers[path] = { body: [activityLine({ timestamp: '2026-03-12T12:00:00.000Z' })] };
  renderApp('/dashboard');
  const line = await screen.findByRole('button', { name: /updated its list/ });
  expect(line.querySelector('time')?.textContent).toBe('Mar 12');
});

test('a run that only renamed has its mark', async () => {
  const api = fakeApi(dashboardApi([]));
  api.handlers[path] = { body: [activityLine({ added: 0, removed: 0, renamed: 3, outcome: 'changed' })] };
  renderApp('/dashboard');
  const line = await screen.findByRole('button', { name: /updated its list/ });
  expect(within(line).getByText('3 renamed')).toBeTruthy();
});

const details = (given: Partial<LineEntry> = {}): LineEntry => ({
  ...activity({
    outcome: 'changed',
    added: 2,
    removed: 1,
    details: 'Client in Time sheet 2026: 2 options added.',
  }),
  target: { sheetName: 'Time sheet 2026', columnName: 'Client' },
  keyName: null,
  ...given,
});

const pass = activityLine(
  { id: idOf('7'), outcome: 'changed' },
  {
    id: idOf('9'),
    entries: 8,
    updated: 7,
    waitingReview: 1,
    added: 14,
    removed: 7,
    isChange: true,
    action: 'update_dropdown',
    details: null,
    source: { sheetName: 'Clients', columnName: 'Client name' },
  },
);

test('a pass is one line, and a press shows what came of each dropdown and what it cost', async () => {
  const { api } = open();
  api.handlers[path] = { body: [pass] };
  const waits = {
    outcome: 'waiting_review',
    status: 'warning',
    details: '31 of 48 options would be removed.',
  } as const;
  const entries = [...'1234567'].map((id) => details({ id: idOf(id) }));
  api.handlers[`${path}/${pass.id}`] = {
    body: {
      entries: [details({ ...waits, id: idOf('8') }), ...entries],
      pass: { dropdowns: 40, calls: 79, durationMs: 21_400 },
    },
  };
  const line = await screen.findByRole('button', {
    name: /Clients · Client name changed, 7 lists updated, 1 to review/,
  });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(line);
  expect(await screen.findByText('31 of 48 options would be removed.')).toBeTruthy();
  expect(screen.getByText('1 source read, 40 lists looked at, 79 calls, 21 s.')).toBeTruthy();
  expect(screen.getAllByText('Time sheet 2026')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(screen.getAllByText('Time sheet 2026')).toHaveLength(8);
  await userEvent.click(line);
  expect(screen.queryByText('31 of 48 options would be removed.')).toBeNull();
});

test('the results of a line that cannot be loaded can be asked for again', async () => {
  const { api } = open();
  api.handlers[`${path}/${idOf('1')}`] = { status: 500, body: {} };
  await userEvent.click(await screen.findByRole('button', { name: updated('Clients') }));
  await screen.findByText('Failed to load activity logs');
  api.handlers[`${path}/${idOf('1')}`] = { body: { entries: [details()], pass: null } };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Client in Time sheet 2026: 2 options added.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the automation' }).getAttribute('href')).toBe(
    `/automations/${automation().id}`,
  );
});

test('lines stand below their day, and a day that is whole says what it adds up to', async () => {
  const { api } = open();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const older = activityLine({ id: idOf('3'), outcome: 'changed', timestamp: daysAgo(1) });
  api.handlers[path] = { body: [pass, older], headers: { 'x-next-cursor': 'next' } };
  renderApp(all);
  const today = within((await screen.findAllByRole('region', { name: /^Today, / }))[0] as HTMLElement);
  expect(today.getByText('1 sync, 7 updates')).toBeTruthy();
  const yesterday = within(screen.getAllByRole('region', { name: /^Yesterday, / })[0] as HTMLElement);
  expect(yesterday.queryByText(/update$/)).toBeNull();
  expect(screen.getAllByText(/^9 entries in 2 lines, back to /).length).toBeGreaterThan(0);
});

test('the search looks while one types, stands in the address, and is cleared', async () => {
  const { api, address } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('search=') ? { body: [] } : { body: [entry('1', 'Clients')] };
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search activity' }), 'cleints');
  await screen.findByText('Nothing of the last 90 days matches “cleints”.');
  expect(address()).toContain('search=cleints');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('button', { name: updated('Clients') });
  expect(address()).toBe(all);
});

test('the export has what the filters show', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  open(`${all}&status=error&search=time`);
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(assign).toHaveBeenCalledWith('/api/activity-logs/file?status=error&search=time');
});

test('filters narrow the list, go together, and say what they are set to', async () => {
  const { api } = open();
  await choose(/^Status: All statuses/, 'Error');
  await choose(/^Action: All actions/, 'Manual sync');
  await choose(/^Configuration: All configurations/, 'Clients into Time sheet');
  const { id } = automation();
  await waitFor(() =>
    expect(queries(api).at(-1)).toBe(`status=error&action=manual_sync&configId=${id}&limit=25`),
  );
  expect(screen.getByRole('button', { name: 'Status: Error' })).toBeTruthy();
  await choose(/^Status: Error/, 'All statuses');
  await waitFor(() => expect(queries(api).at(-1)).toBe(`action=manual_sync&configId=${id}&limit=25`));
});

test('the activity says when no entry matches the filters, and clears them', async () => {
  const { api } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('status=') ? { body: [] } : { body: [entry('1', 'Clients')] };
  await choose(/^Status:/, 'Warning');
  await screen.findByText('Nothing of the last 90 days matches these filters.');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
  await screen.findByRole('button', { name: updated('Clients') });
});

test('the activity says when it is empty', async () => {
  fakeApi(dashboardApi([]));
  renderApp('/dashboard');
  await screen.findByText('No activity logs found');
});

test('older entries are added page by page, to the last', async () => {
  const { api } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('cursor=next')
      ? { body: [entry('3', 'Regions')] }
      : { body: [entry('1', 'Clients')], headers: { 'x-next-cursor': 'next' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByRole('button', { name: updated('Regions') });
  expect(screen.getByRole('button', { name: updated('Clients') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an older page that cannot be had leaves what is there', async () => {
  const { api } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('cursor=next')
      ? { status: 500, body: {} }
      : { body: [entry('1', 'Clients')], headers: { 'x-next-cursor': 'next' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Failed to load activity logs');
  expect(screen.getByRole('button', { name: updated('Clients') })).toBeTruthy();
});

test('a list that could not be loaded can be asked for again', async () => {
  const api = fakeApi({ ...dashboardApi([]), [path]: { status: 500, body: {} } });
  renderApp(all);
  await screen.findByText('Failed to load activity logs');
  api.handlers[path] = { body: [entry('1', 'Clients')] };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('button', { name: updated('Clients') });
});

test('the list can be asked for again at any time', async () => {
  const { api } = open();
  await screen.findByRole('button', { name: updated('Staff') });
  api.handlers[path] = { body: [entry('9', 'Newest')] };
  await userEvent.click(screen.getByRole('button', { name: 'Refresh activity' }));
  await screen.findByRole('button', { name: updated('Newest') });
});

test('the filters stand in the address: a link has them, and Back takes the last one away', async () => {
  const { api, address, back } = open(`${all}&status=error&configId=${automation().id}`);
  await screen.findByRole('button', { name: 'Status: Error' });
  await screen.findByRole('button', { name: 'Configuration: Clients into Time sheet' });
  expect(new Set(queries(api))).toEqual(new Set([`status=error&configId=${automation().id}&limit=25`]));
  await choose(/^Action:/, 'Manual sync');
  await waitFor(() => expect(address()).toContain('action=manual_sync'));
  back();
  await screen.findByRole('button', { name: 'Action: All actions' });
  expect(screen.getByRole('button', { name: 'Status: Error' })).toBeTruthy();
});

test('ignores an unknown filter in the address', async () => {
  const { api, address } = open(`${all}&status=odd&action=toString&configId=7&pages=-3`);
  await screen.findByRole('button', { name: updated('Staff') });
  expect(new Set(queries(api))).toEqual(new Set(['limit=25']));
  await choose(/^Status:/, 'Error');
  await waitFor(() => expect(address()).toBe(`${all}&status=error`));
});

test('a reload shows as many pages as were there', async () => {
  const { api, address } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('cursor=next')
      ? { body: [entry('3', 'Regions')] }
      : { body: [entry('1', 'Clients')], headers: { 'x-next-cursor': 'next' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByRole('button', { name: updated('Regions') });
  await waitFor(() => expect(address()).toBe(`${all}&pages=2`));
  cleanup();
  renderApp(address());
  await screen.findByRole('button', { name: updated('Regions') });
  expect(screen.getByRole('button', { name: updated('Clients') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('the page says on Free that it has the newest entries, and where the whole log is', async () => {
  const user = {
    ...connectedMember.user,
    subscriptionStatus: 'free',
    subscriptionTier: 'free',
    trialEndDate: null,
  } as const;
  fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': { body: { ...connectedMember, user } },
    [path]: { body: [entry('1', 'Clients')] },
  });
  renderApp(all);
  expect(await screen.findByText(/Free keeps the eight newest entries/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Compare the plans' }).getAttribute('href')).toBe('/subscription');
  const exporting = screen.getByRole('button', { name: 'Export CSV' });
  expect(exporting.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(exporting);
  expect((await screen.findAllByText('The whole log and its file come with Basic.')).length).toBeGreaterThan(
    0,
  );
  cleanup();
  open();
  await screen.findByRole('button', { name: updated('Staff') });
  expect(screen.queryByText(/Free keeps/)).toBeNull();
});

test('offline is said with the time of what is shown, and taken back when the network is there again', async () => {
  open();
  await screen.findByRole('button', { name: updated('Staff') });
  expect(screen.queryByText(/Offline/)).toBeNull();
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const head = screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;
  await within(head).findByText(/^Offline, as of (\w+ \d+, )?\d+:\d\d\s[AP]M\./);
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(within(head).queryByText(/Offline/)).toBeNull());
});
