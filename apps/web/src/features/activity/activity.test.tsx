import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { activity } from '../../testing/activities.ts';
import { automation, dashboardApi } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = 'GET /api/activity-logs';
const all = '/dashboard?section=activity';
const entry = (id: string, name: string) => activity({ id, configurationName: name });

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
  await screen.findByText(/Staff updated its dropdown/);
  expect(queries(api)).toContain('limit=8');
  expect(screen.queryByRole('button', { name: /^Status:/ })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'View all activity logs' }));
  await screen.findByRole('heading', { level: 1, name: 'Activity logs' });
  expect(address()).toBe('/dashboard?section=activity');
});

test('an entry tells what happened, what came and went, and when', async () => {
  const api = fakeApi(dashboardApi([]));
  const details = 'Client in Time sheet 2026: 2 options added, 1 option removed.';
  api.handlers[path] = { body: [activity({ added: 2, removed: 1, details })] };
  renderApp('/dashboard');
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('Success: Clients into Time sheet updated its dropdown');
  expect(within(item).getByText('2 added')).toBeTruthy();
  expect(within(item).getByText('1 removed')).toBeTruthy();
  expect(within(item).getByText(details)).toBeTruthy();
  expect(within(item).getByText('Just now')).toBeTruthy();
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
  await screen.findByText(/Clients updated its dropdown/);
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
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText(/Regions updated its dropdown/);
  expect(screen.getByText(/Clients updated its dropdown/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an older page that cannot be had leaves what is there', async () => {
  const { api } = open();
  api.handlers[path] = ({ path: asked }) =>
    asked.includes('cursor=next')
      ? { status: 500, body: {} }
      : { body: [entry('1', 'Clients')], headers: { 'x-next-cursor': 'next' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Failed to load activity logs');
  expect(screen.getByText(/Clients updated its dropdown/)).toBeTruthy();
});

test('a list that could not be loaded can be asked for again', async () => {
  const api = fakeApi({ ...dashboardApi([]), [path]: { status: 500, body: {} } });
  renderApp(all);
  await screen.findByText('Failed to load activity logs');
  api.handlers[path] = { body: [entry('1', 'Clients')] };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(/Clients updated its dropdown/);
});

test('the list can be asked for again at any time', async () => {
  const { api } = open();
  await screen.findByText(/Staff updated its dropdown/);
  api.handlers[path] = { body: [entry('9', 'Newest')] };
  await userEvent.click(screen.getByRole('button', { name: 'Refresh activity' }));
  await screen.findByText(/Newest updated its dropdown/);
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
  await screen.findByText(/Staff updated its dropdown/);
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
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText(/Regions updated its dropdown/);
  await waitFor(() => expect(address()).toBe(`${all}&pages=2`));
  cleanup();
  renderApp(address());
  await screen.findByText(/Regions updated its dropdown/);
  expect(screen.getByText(/Clients updated its dropdown/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
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
  cleanup();
  open();
  await screen.findByText(/Staff updated its dropdown/);
  expect(screen.queryByText(/Free keeps/)).toBeNull();
});

test('offline is said with the time of what is shown, and taken back when the network is there again', async () => {
  open();
  await screen.findByText(/Staff updated its dropdown/);
  expect(screen.queryByText(/Offline/)).toBeNull();
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const head = screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;
  await within(head).findByText(/^Offline, as of \d+:\d\d\s[AP]M\./);
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(within(head).queryByText(/Offline/)).toBeNull());
});
