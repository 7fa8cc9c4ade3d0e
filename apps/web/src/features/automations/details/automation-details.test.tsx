import type { Automation, Run } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats, stopped } from '../../../testing/automations.ts';
import { fakeEventStreams } from '../../../testing/event-streams.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { connectedMember } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { nextLook } from './trouble.tsx';

const { id } = automation();
const runsPath = `GET /api/configurations/${id}/runs`;
const address = `/dashboard?dialog=details&automation=${id}`;

function run(given: Partial<Run> = {}): Run {
  return {
    id: '0198f5a0-0000-7000-8000-000000000031',
    at: '2026-11-21T10:42:00.000Z',
    outcome: 'unchanged',
    trigger: 'automatic',
    added: 0,
    removed: 0,
    optionCount: 32,
    durationMs: 920,
    calls: 2,
    passId: null,
    details: null,
    ...given,
  };
}

const open = (automations: readonly Automation[] = [automation()], runs: readonly Run[] = [run()]) => {
  const api = fakeApi({ ...dashboardApi(automations), [runsPath]: { body: runs } });
  return { api, ...renderApp(address) };
};

const panel = () => screen.findByRole('dialog', { name: 'Clients into Time sheet' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const entries = async () => {
  const section = await screen.findByRole('region', { name: 'Last runs' });
  await within(section).findAllByText(/Automatic|Asked for by you|Paused itself/);
  const lists = within(section).getAllByRole('list');
  return within(lists.at(-1) as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

test('a click on a row opens its panel, Back closes it, and so does Close, with the focus back at the name', async () => {
  const api = fakeApi({
    ...dashboardApi([automation({ lastRun: null, recentRuns: [] })]),
    [runsPath]: { body: [] },
  });
  const app = renderApp('/dashboard');
  await userEvent.click(await screen.findByText('Time sheet 2026'));
  await panel();
  expect(app.address()).toBe(address);
  app.back();
  await gone();
  expect(app.address()).toBe('/dashboard');

  const name = screen.getByRole('link', { name: 'Clients into Time sheet' });
  name.focus();
  await userEvent.keyboard('[Enter]');
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close' }));
  await gone();
  expect(document.activeElement).toBe(name);
  expect(api.received(runsPath)).toHaveLength(1);
});

test('a press on a button of the row does not open its panel', async () => {
  fakeApi(dashboardApi([automation({ isActive: false })]));
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Sync Now: Clients into Time sheet' }));
  await screen.findByText('This automation is paused');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a link opens the panel with both ends, how changes are found, and each run with what came of it', async () => {
  open(
    [automation()],
    [
      run({ id: '3', outcome: 'changed', added: 2, removed: 1, trigger: 'user', details: 'Said elsewhere.' }),
      run({ id: '2', outcome: 'failed', optionCount: null, details: 'The column is locked.' }),
      run({ id: '1' }),
    ],
  );
  const dialog = await panel();
  for (const text of ['Clients', 'Client name', 'Time sheet 2026', 'Client', /Checked for changes every 15/])
    expect(within(dialog).getAllByText(text).length).toBeGreaterThan(0);
  const [changed, failed, unchanged] = await entries();
  expect(changed).toMatch(/^Changed the dropdown .*2 added.*1 removedAsked for by you, 32 options, 0\.9 s/);
  expect(changed).not.toContain('Said elsewhere.');
  expect(failed).toMatch(/^Failed Automatic, 0\.9 sThe column is locked\.Nov 21, \d\d:42$/);
  expect(unchanged).toMatch(/^Nothing to change Automatic, 32 options, 0\.9 s/);
});

test('a run in which the automation paused itself says so', async () => {
  open(
    [automation({ isActive: false, pausedBy: 'system' })],
    [run({ outcome: 'failed', trigger: 'pause', details: 'Something else keeps changing it.' })],
  );
  await panel();
  expect((await entries())[0]).toMatch(/^Failed Paused itself, .*Something else keeps changing it\./);
});

test('the strip and the list beside it never disagree, and a run that ended while they were loaded is loaded', async () => {
  const newer = run({ id: 'newer', at: '2026-11-21T10:43:00.000Z', outcome: 'changed', added: 2 });
  const { at, outcome, added, removed } = newer;
  const lastRun = { at, outcome, added, removed, optionCount: 34, warnings: [] };
  const answers = [[run()], [newer, run()]];
  const api = fakeApi({
    ...dashboardApi([automation({ lastRun, recentRuns: ['unchanged', 'changed'] })]),
    [runsPath]: () => ({ body: answers[Math.min(api.received(runsPath).length, 2) - 1] ?? [] }),
  });
  renderApp(address);
  const section = await screen.findByRole('region', { name: 'Last runs' });
  const seen: [string | null, number][] = [];
  const look = () => {
    const listed = within(section).queryAllByText('Automatic', { exact: false }).length;
    const strip = within(section).queryByRole('img')?.getAttribute('aria-label') ?? null;
    if (listed > 0) seen.push([strip, listed]);
  };
  const observer = new MutationObserver(look);
  observer.observe(section, { childList: true, subtree: true, attributes: true, characterData: true });
  await within(section).findByRole('img', {
    name: 'Last 2 runs: 1 changed the dropdown, 1 found nothing to change',
  });
  await waitFor(() => expect(within(section).getAllByText('Automatic', { exact: false })).toHaveLength(2));
  observer.disconnect();
  look();
  expect(seen.map(([strip, listed]) => [strip?.match(/^Last (run|2 runs):/)?.[1], listed])).toEqual(
    seen.map(([, listed]) => [listed === 1 ? 'run' : '2 runs', listed]),
  );
  expect(seen.map(([, listed]) => listed)).toContain(1);
  expect(api.received(runsPath)).toHaveLength(2);
});

test('the strip of runs has a legend', async () => {
  open();
  const legend = await screen.findByRole('list', { name: 'Legend' });
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Changed the dropdown', 'Nothing to change', 'Waits for your review', 'Failed']);
});

test.each([
  [true, 'No run yet. The first one follows by itself.'],
  [false, 'No run yet. The first one starts when you activate this automation.'],
])('before the first run the panel says when it comes, isActive being %s', async (isActive, text) => {
  open([automation({ isActive, lastRun: null, lastUpdated: null, recentRuns: [] })], []);
  await screen.findByText(text);
  expect(screen.queryByRole('list', { name: 'Legend' })).toBeNull();
});

test('while the runs are loading their place is kept, and when they fail they can be asked for again', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), [runsPath]: 'silent' });
  const { queryClient } = renderApp(address);
  await screen.findByText('Loading the last runs');
  api.handlers[runsPath] = { status: 500, body: {} };
  await queryClient.cancelQueries();
  await queryClient.resetQueries({ queryKey: ['/api/configurations/:id/runs'] });
  await screen.findByText('Failed to load the last runs');
  api.handlers[runsPath] = { body: [run()] };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await entries()).toHaveLength(1);
});

test('older runs are added page by page, and a page that cannot be had leaves what is there', async () => {
  const { api } = open();
  api.handlers[runsPath] = ({ path }) =>
    path.includes('cursor=next')
      ? { status: 500, body: {} }
      : { body: [run()], headers: { 'x-next-cursor': 'next' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Please try again.');
  expect(await entries()).toHaveLength(1);
  api.handlers[runsPath] = { body: [run({ id: '0198f5a0-0000-7000-8000-000000000030' })] };
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(await entries()).toHaveLength(2);
});

test('a run that ends while the panel is open shows when the server tells of it', async () => {
  const streams = fakeEventStreams();
  const { api } = open();
  await entries();
  await waitFor(() => expect(streams.open()).toBe(1));
  api.handlers[runsPath] = { body: [run({ id: '2', trigger: 'user' }), run()] };
  streams.change(['automations']);
  await screen.findByText(/Asked for by you/);
});

test('what is wrong stands in the panel with the next step and the next look', async () => {
  const nextSweepAt = new Date(Date.now() + 60_000).toISOString();
  const failing = automation({
    lastError: 'The target column is locked. Unlock it in Smartsheet.',
    lastFailure: 'target_column_locked',
  });
  const newest = run({ at: failing.lastRun?.at ?? '' });
  const api = fakeApi({ ...dashboardApi([failing], stats({ nextSweepAt })), [runsPath]: { body: [newest] } });
  const app = renderApp(address);
  const trouble = await screen.findByRole('region', { name: 'What needs attention' });
  expect(trouble.textContent).toContain('The target column is locked.');
  await within(trouble).findByText(/^Its sheets are next checked for changes at \d\d:\d\d\. Sync Now tries/);
  await userEvent.click(within(trouble).getByRole('button', { name: 'Choose another column' }));
  await screen.findByRole('dialog', { name: 'Edit Automation' });
  expect(app.address()).toContain('field=targetColumn');
  expect(api.received(runsPath)).toHaveLength(1);
});

test('when it is looked at again is said of failures only, and never as a time that is over', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const failing = automation({ lastError: 'The sheet is gone.', lastFailure: 'source_sheet_gone' });
  expect(nextLook(failing, '2026-11-21T09:59:00Z', now)).toContain('within 15 minutes');
  expect(nextLook(failing, null, now)).toContain('within 15 minutes');
  expect(nextLook({ ...failing, isActive: false }, null, now)).toBeNull();
  expect(nextLook(automation(), null, now)).toBeNull();
  expect(nextLook(stopped(), null, now)).toBeNull();
});

test('from the panel an automation is synced, paused, edited and deleted', async () => {
  const { api, address: at } = open();
  const paused = automation({ isActive: false });
  const reply = { body: { message: 'Done', configuration: automation() } };
  api.handlers[`POST /api/configurations/${id}/sync`] = reply;
  api.handlers[`PATCH /api/configurations/${id}`] = () => {
    api.handlers['GET /api/configurations'] = { body: [paused] };
    return { body: { message: 'Done', configuration: paused } };
  };
  const press = async (name: string) => userEvent.click(within(await panel()).getByRole('button', { name }));
  await press('Sync Now');
  await screen.findByText('Manual sync triggered');
  await press('Pause');
  await within(await panel()).findByRole('button', { name: 'Activate' });
  expect(within(await panel()).queryByRole('button', { name: 'Sync Now' })).toBeNull();
  await press('Delete');
  await screen.findByRole('alertdialog', { name: 'Delete Automation' });
  expect(at()).toContain('dialog=delete');
});

test('while Smartsheet is not connected the panel says what brings its buttons back', async () => {
  const api = fakeApi({ ...dashboardApi([automation()]), [runsPath]: { body: [] } });
  api.handlers['GET /api/auth/status'] = {
    body: { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' },
  };
  renderApp(address);
  const dialog = await panel();
  expect(within(dialog).getByText('Reconnect to go on')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('a link to an automation further down the list finds it, and one to none says so', async () => {
  const other = automation({ id: '0198f5a0-0000-7000-8000-000000000012', name: 'Staff into Assignments' });
  const api = fakeApi({ ...dashboardApi([]), [runsPath]: { body: [] } });
  api.handlers['GET /api/configurations'] = ({ path }) =>
    path.includes('cursor')
      ? { body: [automation()] }
      : { body: [other], headers: { 'x-next-cursor': 'abc' } };
  renderApp(address);
  await panel();
});

test('a link to an automation that is not there says so', async () => {
  fakeApi(dashboardApi([]));
  const app = renderApp(address);
  await screen.findByRole('dialog', { name: 'This automation is not there any more' });
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  await gone();
  expect(app.address()).toBe('/dashboard');
});

test.each(['details', 'review', 'delete'])(
  'that the automation was deleted in another window is said in the dialog %s, and the list drops it',
  async (dialog) => {
    const api = fakeApi({ ...dashboardApi([stopped()]), [runsPath]: { body: [run()] } });
    const { queryClient } = renderApp(`/dashboard?dialog=${dialog}&automation=${id}`);
    await screen.findByRole(dialog === 'delete' ? 'alertdialog' : 'dialog');
    api.handlers['GET /api/configurations'] = { body: [] };
    await queryClient.invalidateQueries();
    await screen.findByText('This automation was deleted in another window');
    expect(screen.queryByRole('button', { name: /^(Sync Now|Approve exactly this|Delete)$/ })).toBeNull();
    await userEvent.keyboard('[Escape]');
    await gone();
    await screen.findByText('No configurations found. Create your first automation above.');
  },
);

test('a deletion here is not called one in another window, even when the list knows of it first', async () => {
  const { api, queryClient } = open();
  api.handlers[`DELETE /api/configurations/${id}`] = 'silent';
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  api.handlers['GET /api/configurations'] = { body: [] };
  await queryClient.invalidateQueries();
  await screen.findByText('No configurations found. Create your first automation above.');
  expect(screen.queryByText('This automation was deleted in another window')).toBeNull();
  expect(screen.getByRole('alertdialog', { name: 'Delete Automation' })).toBeTruthy();
});

test.each([
  ['Sync Now', `POST /api/configurations/${id}/sync`],
  ['Pause', `PATCH /api/configurations/${id}`],
])('%s of an automation that is gone says that it was deleted in another window', async (name, call) => {
  const { api } = open();
  api.handlers[call] = { status: 404, body: { code: 'not_found', message: 'This does not exist.' } };
  await userEvent.click(within(await panel()).getByRole('button', { name }));
  expect(
    (await screen.findAllByText('This automation was deleted in another window')).length,
  ).toBeGreaterThan(0);
});

test.each(['dialog=other&automation=1', 'dialog=details'])(
  'an address with %s, which names no automation, opens nothing',
  async (search) => {
    fakeApi(dashboardApi([automation()]));
    renderApp(`/dashboard?${search}`);
    await screen.findByRole('row', { name: /Clients into Time sheet/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);
