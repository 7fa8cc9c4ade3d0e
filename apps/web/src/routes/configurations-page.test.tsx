import type { Automation, SavedView } from '@picksync/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authStatusQuery } from '../api/session.queries.ts';
import { automation, dashboardApi, stats, stopped } from '../testing/automations.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { connectedMember, member } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const getId = (index: number) => `0198f5a0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`;
const into = (index: number, given: Partial<Automation> = {}) =>
  automation({
    id: getId(index),
    name: `Clients into ${index}`,
    sheetName: `Sheet ${index}`,
    lastUpdated: new Date(Date.UTC(2026, 10, 27, 10, 0, 60 - index)).toISOString(),
    ...given,
  });
const many = (count: number) => Array.from({ length: count }, (_, index) => into(index + 1));
const gone = {
  sheetName: 'Plant D',
  sheetId: '900',
  lastFailure: 'target_sheet_gone',
  lastError: 'The destination sheet was deleted or is no longer shared with you. Choose another destination.',
} as const;

const open = (at: string, automations: readonly Automation[], handlers: object = {}) => {
  const api = fakeApi({ ...dashboardApi(automations, stats()), ...handlers });
  return Object.assign(api, renderApp(at));
};
const names = async () =>
  within(await screen.findByRole('table', { name: 'Configurations' }))
    .getAllByRole('row', { name: /^Clients into/ })
    .map((row) => row.getAttribute('aria-label'));

test('the dashboard shows the top of a long list: what needs somebody, then what was updated last', async () => {
  const { address } = open('/dashboard', [
    ...many(10),
    { ...stopped(), id: getId(11), name: 'Clients into 11' },
    into(12, { isActive: false, pausedBy: 'user' }),
  ]);
  await screen.findByText('What needs you, then what was updated last.');
  expect(await names()).toEqual([11, 1, 2, 3, 4, 5, 6, 7].map((index) => `Clients into ${index}`));
  expect(screen.queryByRole('searchbox', { name: 'Search name, sheet or column' })).toBeNull();
  await expectAccessible();
  await userEvent.click(screen.getByRole('link', { name: 'View all 12 configurations' }));
  await screen.findByRole('heading', { name: 'Configurations', level: 1 });
  await screen.findByRole('searchbox', { name: 'Search name, sheet or column' });
  expect(address()).toMatch(/^\/configurations/);
});

test('the dashboard shows a short list whole, without a link to the rest', async () => {
  open('/dashboard', many(5));
  expect(await names()).toHaveLength(5);
  expect(screen.queryByRole('link', { name: /^View all \d/ })).toBeNull();
});

test('a cause on the dashboard leads to its automations, and Back returns', async () => {
  const { back, address } = open('/dashboard', [...many(10), into(11, gone), into(12, gone)]);
  const card = within(await screen.findByRole('region', { name: 'Needs you' }));
  expect(await names()).not.toContain('Clients into 11');
  await userEvent.click(card.getByRole('button', { name: 'Show the 2' }));
  await screen.findByText('2 of 12 shown', { selector: 'p' });
  expect(address()).toMatch(/^\/configurations\?cause=target_sheet_gone/);
  back();
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('a dashboard whose automations all have one cause shows no empty table below its card', async () => {
  open(
    '/dashboard',
    Array.from({ length: 12 }, (_, index) => into(index + 1, gone)),
  );
  await screen.findByText('What is said above is about all of them.');
  expect(screen.queryByRole('table', { name: 'Configurations' })).toBeNull();
  expect(screen.getByRole('link', { name: 'View all 12 configurations' })).toBeTruthy();
});

test.each([
  ['/dashboard?q=sheet+4&by=one', '/configurations?q=sheet+4&by=one'],
  ['/dashboard?state=paused', '/configurations?state=paused'],
])('an address of the list on the dashboard leads to the page: %s', async (before, after) => {
  const { address } = open(before, many(12));
  await screen.findByRole('heading', { name: 'Configurations', level: 1 });
  expect(address()).toBe(after);
});

test('a window of the list opens above the page and closes back to it with its search', async () => {
  const { address } = open('/configurations?q=sheet+4&by=one', many(12));
  const row = within(await screen.findByRole('row', { name: 'Clients into 4' }));
  await userEvent.click(row.getByRole('button', { name: 'More: Clients into 4' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog');
  expect(address()).toContain('/configurations?q=sheet+4');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/configurations?q=sheet+4&by=one'));
});

test('a search stays in the list and in its address when a window is opened before the address has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { address } = open('/configurations?by=one', many(12));
  const row = within(await screen.findByRole('row', { name: 'Clients into 4' }));
  await userEvent.click(row.getByRole('button', { name: 'More: Clients into 4' }));
  const remove = await screen.findByRole('menuitem', { name: 'Delete' });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search name, sheet or column', hidden: true }), {
    target: { value: 'sheet 4' },
  });
  fireEvent.click(remove);
  await screen.findByRole('alertdialog');
  // The moment after typing passes while the window is open.
  await vi.advanceTimersByTimeAsync(250);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/configurations?q=sheet+4&by=one'));
  expect(await names()).toEqual(['Clients into 4']);
});

async function openDeletion() {
  const row = within(await screen.findByRole('row', { name: 'Clients into 4' }));
  await userEvent.click(row.getByRole('button', { name: 'More: Clients into 4' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return screen.findByRole('alertdialog');
}

test('a window to which Forward leads can be closed again', async () => {
  const { address, router } = open('/configurations?q=sheet+4&by=one', many(12));
  await openDeletion();
  for (const _ of [1, 2]) {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(address()).toBe('/configurations?q=sheet+4&by=one');
    act(() => router.history.forward());
    await screen.findByRole('alertdialog');
  }
});

test('a window that is closed twice at once leaves the list as it is', async () => {
  const { address, router } = open('/configurations?q=sheet+4&by=one', many(12));
  const window = await openDeletion();
  const cancel = within(window).getByRole('button', { name: 'Cancel' });
  fireEvent.click(cancel);
  fireEvent.click(cancel);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(router.state.status).toBe('idle'));
  expect(address()).toBe('/configurations?q=sheet+4&by=one');
});

test('the form of a new automation opens above the page', async () => {
  const { address } = open('/configurations', many(2));
  await screen.findByRole('row', { name: 'Clients into 1' });
  await userEvent.click(screen.getByRole('button', { name: 'New Configuration' }));
  await screen.findByRole('dialog', { name: 'New Configuration' });
  expect(address()).toContain('/configurations?');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toMatch(/^\/configurations(?!.*dialog)/));
});

test('a user with neither a connection nor automations begins on the dashboard', async () => {
  const { address } = open('/configurations', [], {
    'GET /api/auth/status': { body: member },
    'GET /api/stats': { body: stats({ configurationCount: 0 }) },
  });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(address()).toBe('/dashboard');
});

test('a list whose connection was lost is still shown, below what connects it again', async () => {
  const lost = { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' };
  open('/configurations', many(2), { 'GET /api/auth/status': { body: lost } });
  expect(await names()).toHaveLength(2);
  await screen.findByRole('button', { name: /Reconnect/ });
});

const view = (name: string, given: Partial<SavedView> = {}): SavedView => ({
  id: getId(50 + name.length),
  name,
  search: { q: 'sheet 4', by: 'one' },
  isDefault: false,
  createdAt: '2026-11-27T10:00:00.000Z',
  ...given,
});
const viewsPath = 'GET /api/account/views';

test('a view is saved under a name, and replaces one that has it', async () => {
  const saved = view('Month end', { search: { state: 'paused', by: 'source' } });
  const api = open('/configurations?q=sheet+4&by=one', many(12), { [viewsPath]: { body: [saved] } });
  api.handlers['POST /api/account/views'] = { body: { message: 'View saved', view: view('Plant B') } };
  await userEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
  const field = await screen.findByRole('textbox', { name: 'Name of this view' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please give the view a name');
  await userEvent.type(field, 'Plant B');
  await expectAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('View saved');
  const [sent] = api.received('POST /api/account/views');
  expect(sent?.body).toEqual({ name: 'Plant B', search: { q: 'sheet 4', by: 'one' } });

  api.handlers[`PATCH /api/account/views/${saved.id}`] = { body: { message: 'View updated', view: saved } };
  await userEvent.click(screen.getByRole('button', { name: 'Save this view' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of this view' }), 'month END');
  await screen.findByText('“Month end” is replaced by what you see.');
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
  await screen.findByText('View updated');
  expect(api.received(`PATCH /api/account/views/${saved.id}`)[0]?.body).toEqual({
    search: { q: 'sheet 4', by: 'one' },
  });
});

test('a saved view is one press away, is not offered to be saved again, and Back leaves it', async () => {
  const { back, address } = open('/configurations?by=source', many(12), {
    [viewsPath]: { body: [view('Plant B')] },
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Plant B' }));
  await screen.findByText('1 of 12 shown', { selector: 'p' });
  expect(address()).toBe('/configurations?q=sheet+4&by=one');
  expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Plant B' }).getAttribute('aria-current')).toBe('page');
  back();
  await waitFor(() => expect(screen.queryByText('1 of 12 shown', { selector: 'p' })).toBeNull());
});

test('the list opens with the view that is chosen for it, but not where the address says another one', async () => {
  const handlers = { [viewsPath]: { body: [view('Plant B', { isDefault: true })] } };
  const { address } = open('/configurations', many(12), handlers);
  await screen.findByText('1 of 12 shown', { selector: 'p' });
  expect(address()).toBe('/configurations?q=sheet+4&by=one');
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(address()).toBe('/configurations?by=one'));
  expect(await names()).toHaveLength(12);
});

test('a link to the list leads to the view that is chosen for it from another view as well', async () => {
  const handlers = { [viewsPath]: { body: [view('Plant B', { isDefault: true })] } };
  const { address } = open('/configurations?state=paused&by=one', many(12), handlers);
  await screen.findByText('Nothing matches');
  await userEvent.click(screen.getByRole('link', { name: 'Configurations' }));
  await screen.findByText('1 of 12 shown', { selector: 'p' });
  expect(address()).toBe('/configurations?q=sheet+4&by=one');
});

test('a change of the view does not load the page again, which would take away what is open on it', async () => {
  const { handlers, queryClient, router, address } = open('/configurations', many(12));
  const search = await screen.findByRole('searchbox', { name: 'Search name, sheet or column' });
  // A load would wait for the session, and then fail.
  handlers['GET /api/auth/status'] = 'silent';
  queryClient.removeQueries({ queryKey: authStatusQuery.queryKey });
  await userEvent.click(screen.getByRole('radio', { name: 'One by one' }));
  await waitFor(() => expect(address()).toBe('/configurations?by=one'));
  await waitFor(() => expect(router.state.status).toBe('idle'));
  expect(search.isConnected).toBe(true);
});

test('the list opens as usual when its views could not be loaded', async () => {
  open('/configurations', many(7), { [viewsPath]: { status: 500, body: {} } });
  expect(await names()).toHaveLength(7);
});

test('a view is made the default, renamed, deleted, and brought back', async () => {
  const kept = view('Plant B');
  const api = open('/configurations', many(3), { [viewsPath]: { body: [kept] } });
  const path = `/api/account/views/${kept.id}`;
  api.handlers[`PATCH ${path}`] = { body: { message: 'View updated', view: kept } };
  api.handlers[`DELETE ${path}`] = { body: { message: 'View deleted' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Rename or delete views' }));
  await screen.findByText('“sheet 4”, one by one, newest first');
  await expectAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Make default: Plant B' }));
  await waitFor(() => expect(api.received(`PATCH ${path}`)[0]?.body).toEqual({ isDefault: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Rename: Plant B' }));
  const field = await screen.findByRole('textbox', { name: 'Name of this view' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Plant C');
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(api.received(`PATCH ${path}`)[1]?.body).toEqual({ name: 'Plant C' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Plant B' }));
  await waitFor(() => expect(api.received(`DELETE ${path}`)).toHaveLength(1));
  api.handlers['POST /api/account/views'] = { body: { message: 'View saved', view: kept } };
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('The view is back');
  expect(api.received('POST /api/account/views')[0]?.body).toEqual({ name: kept.name, search: kept.search });
});

test('more than five views stand in a menu with how many automations each of them finds', async () => {
  const all = ['One', 'Three', 'Four', 'Eleven', 'Fourteen', 'Twentyone'].map((name) => view(name));
  const { address } = open('/configurations', many(12), { [viewsPath]: { body: all } });
  await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Eleven \(1\)/ }));
  await waitFor(() => expect(address()).toBe('/configurations?q=sheet+4&by=one'));
});
