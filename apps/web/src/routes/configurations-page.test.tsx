import type { Automation } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
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

test('the form of a new automation opens above the page', async () => {
  const { address } = open('/configurations', many(2));
  await screen.findByRole('row', { name: 'Clients into 1' });
  await userEvent.click(screen.getByRole('button', { name: 'New Configuration' }));
  await screen.findByRole('dialog', { name: 'New Configuration' });
  expect(address()).toContain('/configurations?');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toMatch(/^\/configurations(?!.*dialog)/));
});

test('whoever has neither a connection nor automations begins on the dashboard', async () => {
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
