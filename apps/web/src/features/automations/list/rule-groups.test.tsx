import type { Automation } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stopped } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { rule, ruleId } from '../../../testing/rules.ts';

const getId = (index: number) => `0198f5a0-0000-7000-8000-0000000002${String(index).padStart(2, '0')}`;
const ofRule = (index: number, given: Partial<Automation> = {}) => ({
  ...automation(given),
  id: getId(index),
  name: `Clients into Site ${index}`,
  sheetName: `Site ${index}`,
  rule: { id: ruleId, name: rule().name },
});
const alone = (index: number) =>
  automation({ id: getId(50 + index), name: `Own ${index}`, sourceSheetId: `9${index}` });

function open(address: string, automations: readonly Automation[], rules = [rule()]) {
  const api = fakeApi({ ...dashboardApi(automations), 'GET /api/rules': { body: rules } });
  return Object.assign(api, renderApp(address));
}

const head = () =>
  screen.findByRole('button', {
    name: /^Clients into every sheet of Client projects Clients · Client name feeds every Client in Client projects$/,
  });
const rows = () => screen.queryAllByRole('row', { name: /^Clients into/ });

test('a rule is one group of the list, and shows only the sheets that need somebody', async () => {
  open('/configurations', [ofRule(1), ofRule(2), ofRule(3, reviewed()), alone(1)]);
  expect((await head()).getAttribute('aria-expanded')).toBe('true');
  expect(rows()).toHaveLength(1);
  const more = screen.getByRole('link', { name: /^Open the rule and its 3 sheets/ });
  expect(more.getAttribute('href')).toBe(`/rules/${ruleId}`);
  await expectAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'List all 3 here' }));
  expect(rows()).toHaveLength(3);
  await userEvent.click(await head());
  expect(rows()).toHaveLength(0);
  expect(screen.getAllByRole('row', { name: 'Own 1' })).toHaveLength(1);
});

function reviewed(): Partial<Automation> {
  const { lastError, lastFailure, lastRun, review } = stopped();
  return { lastError, lastFailure, lastRun, review };
}

test('a rule that is well is closed, and its sheets are found by a search', async () => {
  open(
    '/configurations',
    [1, 2, 3, 4, 5, 6].map((index) => ofRule(index)),
  );
  expect((await head()).getAttribute('aria-expanded')).toBe('false');
  expect(rows()).toHaveLength(0);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search name, sheet or column' }), 'site 4');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('a rule tells how many of its sheets wait to be synced, as the header does', async () => {
  const queued = { syncState: 'queued', queuedSince: new Date().toISOString() } as const;
  const { counts } = rule();
  const waiting = rule({ counts: { ...counts, follows: 3, inSync: 1, toSync: 2, choose: 0 } });
  open('/dashboard', [ofRule(1), ofRule(2, queued), ofRule(3, queued)], [waiting]);
  await screen.findByText('1 in sync, 2 to sync');
  await screen.findByText(/^2 lists wait to be synced\./);
});

test('a rule without a sheet stands in the list, also where it is all that there is', async () => {
  const { counts } = rule();
  open('/dashboard', [], [rule({ counts: { ...counts, follows: 0, inSync: 0, choose: 0 } })]);
  await screen.findByText('No sheet matches yet');
  expect(screen.queryByText(/^No configurations found/)).toBeNull();
  const link = screen.getByRole('link', { name: /^Open the rule: Clients into every sheet/ });
  expect(link.getAttribute('href')).toBe(`/rules/${ruleId}`);
});

test('on the dashboard the automations of a rule count as one', async () => {
  const followers = Array.from({ length: 12 }, (_, index) => ofRule(index + 1));
  open('/dashboard', [...followers, alone(1), alone(2)]);
  await head();
  expect(rows()).toHaveLength(0);
  expect(screen.queryByRole('link', { name: /^View all .* configurations$/ })).toBeNull();
  const table = screen.getByRole('table', { name: 'Configurations' });
  expect(within(table).getAllByRole('row', { name: /^Own/ })).toHaveLength(2);
});

test('the top of a long list has a rule once', async () => {
  // Updated last, or the others could be above it.
  const lastUpdated = new Date().toISOString();
  const followers = Array.from({ length: 12 }, (_, index) => ofRule(index + 1, { lastUpdated }));
  open('/dashboard', [...followers, ...Array.from({ length: 11 }, (_, index) => alone(index + 1))]);
  await head();
  expect(rows()).toHaveLength(0);
  expect(screen.getAllByRole('row', { name: /^Own/ })).toHaveLength(7);
  await screen.findByRole('link', { name: 'View all 23 configurations' });
});

test('the sheets of a rule stand one by one where somebody wants all automations so', async () => {
  open('/configurations?by=one', [ofRule(1), ofRule(2), alone(1)]);
  await screen.findByRole('row', { name: 'Own 1' });
  expect(rows()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /feeds every/ })).toBeNull();
});
