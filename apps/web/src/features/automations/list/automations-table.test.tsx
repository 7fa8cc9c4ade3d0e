import type { Automation } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi } from '../../../testing/automations.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const clients = automation();
const path = `/api/configurations/${clients.id}`;

/** The list of these automations; `handlers` can be changed while it is shown. */
const open = (automations: readonly Automation[] = [clients]) => {
  const api = fakeApi(dashboardApi(automations));
  renderApp('/configurations');
  return api;
};

const row = () => screen.findByRole('row', { name: /Clients into Time sheet/ });
const button = async (name: string) =>
  (await within(await row()).findByRole('button', { name })) as HTMLElement;
const inMessage = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const press = async (name: string) => userEvent.click(await button(name));
const fromMenu = async (name: string) => {
  await press('More: Clients into Time sheet');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const reply = (configuration: Automation) => ({ body: { message: 'Done', configuration } });

test('a row tells name, both ends, last update, how changes are noticed, and status', async () => {
  open([automation({ webhookId: '7', webhookEnabled: true })]);
  const cells = within(await row())
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(1, -1)).toEqual([
    'Clients into Time sheetTime sheet 2026, 3\u00a0min ago',
    'from Clients · Client name',
    'to Time sheet 2026 · Client',
    '3\u00a0min agoReal-time',
    'Active',
  ]);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'Source',
    'Destination',
    'Last Update',
    'Status',
    'Actions',
  ]);
});

test('names keep their own direction of writing', async () => {
  const names = { sourceSheetName: 'לקוחות 2026', sourceColumnName: 'שם', sheetName: 'دوام 2026' };
  open([automation({ ...names, targetColumnName: 'عميل' })]);
  const isolated = [...(await row()).querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(isolated).toEqual(['Clients into Time sheet', 'לקוחות 2026', 'שם', 'دوام 2026', 'عميل']);
});

test('a new automation says that its first sync is under way, and not how changes are noticed', async () => {
  open([automation({ lastUpdated: null, lastRun: null, recentRuns: [], syncState: 'queued' })]);
  expect(within(await row()).getByText('First sync under way', { selector: 'time' })).toBeTruthy();
  expect(within(await row()).queryByText('Periodic')).toBeNull();
});

test.each([
  ['was paused before it', { isActive: false }],
  ['failed at it', { lastError: 'The column is locked.', lastFailure: 'target_column_locked' }],
] as const)('an automation that %s was never updated', async (_, given) => {
  open([automation({ lastUpdated: null, lastRun: null, recentRuns: [], ...given })]);
  expect(within(await row()).getByText('Never', { selector: 'time' })).toBeTruthy();
});

test('says what to do while there are no automations', async () => {
  open([]);
  await screen.findByText('No configurations found. Create your first automation above.');
});

test('a list that could not be loaded can be asked for again', async () => {
  const api = fakeApi({ ...dashboardApi([clients]), 'GET /api/configurations': { status: 500, body: {} } });
  renderApp('/configurations');
  await screen.findByText('Failed to load configurations. Please try again.');
  api.handlers['GET /api/configurations'] = { body: [clients] };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await row();
});

test('the next pages are added to the list by themselves', async () => {
  const next = automation({ id: '0198f5a0-0000-7000-8000-000000000012', name: 'Staff into Assignments' });
  const api = fakeApi(dashboardApi([clients]));
  api.handlers['GET /api/configurations'] = ({ path: asked }) =>
    asked.includes('cursor') ? { body: [next] } : { body: [clients], headers: { 'x-next-cursor': 'abc' } };
  renderApp('/configurations');
  await screen.findByRole('row', { name: /Staff into Assignments/ });
  await row();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('Sync Now is at work until the run has ended, and the result comes without a reload', async () => {
  const api = open();
  await row();
  const running = automation({ syncState: 'running' });
  api.handlers[`POST ${path}/sync`] = reply(running);
  api.handlers['GET /api/configurations'] = { body: [running] };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Sync Now: Clients into Time sheet');
  await screen.findByText('Manual sync triggered');
  expect(within(await row()).getByText('Syncing')).toBeTruthy();
  expect((await button('Sync Now: Clients into Time sheet')).getAttribute('aria-busy')).toBe('true');
  const figures = api.received('GET /api/stats').length;

  const lastRun = {
    at: new Date().toISOString(),
    outcome: 'changed',
    added: 2,
    removed: 1,
    optionCount: 33,
    warnings: [],
  } as const;
  const done = automation({ lastRun: { ...lastRun, warnings: [] }, lastUpdated: lastRun.at });
  api.handlers['GET /api/configurations'] = { body: [done] };
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(async () => expect(within(await row()).getByText('Active')).toBeTruthy());
  expect(within(await row()).getByText('Just now', { selector: 'time' })).toBeTruthy();
  await waitFor(() => expect(api.received('GET /api/stats').length).toBeGreaterThan(figures));
});

test('a second press while a sync is asked for is ignored, and the button keeps the focus', async () => {
  const api = open();
  api.handlers[`POST ${path}/sync`] = 'silent';
  await press('Sync Now: Clients into Time sheet');
  const sync = await button('Sync Now: Clients into Time sheet');
  expect(document.activeElement).toBe(sync);
  await userEvent.click(sync);
  expect(api.received(`POST ${path}/sync`)).toHaveLength(1);
});

test.each([
  ['what the server says', { status: 409, body: { message: 'Please reconnect.' } }, 'Please reconnect.'],
  ['that it failed', { status: 500, body: {} }, 'Failed to trigger manual sync'],
])('a sync that was refused says %s', async (_what, answer, text) => {
  const api = open();
  api.handlers[`POST ${path}/sync`] = answer;
  await press('Sync Now: Clients into Time sheet');
  await screen.findByText('Sync failed');
  expect(screen.getByText(text)).toBeTruthy();
});

test('a sync that has to wait for Smartsheet says so, in the message and in the row', async () => {
  const api = open();
  const waiting = {
    reason: 'rate_limited',
    message: 'Smartsheet is limiting requests for your account.',
    nextTryAt: new Date(Date.now() + 3_600_000).toISOString(),
  } as const;
  const waits = automation({ syncState: 'queued', waiting });
  api.handlers[`POST ${path}/sync`] = () => {
    api.handlers['GET /api/configurations'] = { body: [waits] };
    return reply(waits);
  };
  await press('Sync Now: Clients into Time sheet');
  await screen.findByText('Manual sync triggered');
  await within(await row()).findByText('Waiting to sync');
  expect(await screen.findAllByText(/^Smartsheet is limiting .* Next try at /)).toHaveLength(2);
  expect((await button('Sync Now: Clients into Time sheet')).getAttribute('aria-busy')).toBeNull();
});

test('a paused automation says why it cannot be synced', async () => {
  const api = open([automation({ isActive: false })]);
  await press('Sync Now: Clients into Time sheet');
  await screen.findByText('Activate it to sync it.');
  expect(api.received(`POST ${path}/sync`)).toHaveLength(0);
});

test.each([
  [true, 'Pause', 'Automation deactivated', 'Paused'],
  [false, 'Activate', 'Automation activated', 'Active'],
])('an automation whose isActive is %s can be told to %s', async (isActive, action, said, status) => {
  const api = open([automation({ isActive })]);
  const after = automation({ isActive: !isActive });
  api.handlers[`PATCH ${path}`] = () => {
    api.handlers['GET /api/configurations'] = { body: [after] };
    return reply(after);
  };
  await press(`${action}: Clients into Time sheet`);
  await screen.findByText(said);
  await within(await row()).findByText(status);
  expect(api.received(`PATCH ${path}`)[0]?.body).toEqual({ isActive: !isActive });
});

test('a failed pause shows an error, and Try again repeats the very request', async () => {
  const api = open();
  api.handlers[`PATCH ${path}`] = { status: 500, body: { code: 'internal', message: 'Something else' } };
  await press('Pause: Clients into Time sheet');
  await screen.findByText('Update failed');
  expect(screen.getByText('Failed to update the automation status. Please try again.')).toBeTruthy();
  api.handlers[`PATCH ${path}`] = reply(automation({ isActive: false }));
  await inMessage('Try again');
  await screen.findByText('Automation deactivated');
  const sent = { isActive: false };
  expect(api.received(`PATCH ${path}`).map(({ body }) => body)).toEqual([sent, sent]);
});

test('a pause is undone from its message', async () => {
  const api = open();
  const answerWith = (after: Automation) => {
    api.handlers[`PATCH ${path}`] = () => {
      api.handlers['GET /api/configurations'] = { body: [after] };
      return reply(after);
    };
  };
  answerWith(automation({ isActive: false }));
  await press('Pause: Clients into Time sheet');
  await screen.findByText('Automation deactivated');
  await within(await row()).findByText('Paused');
  answerWith(automation());
  await inMessage('Undo');
  await screen.findByText('Automation activated');
  await within(await row()).findByText('Active');
  expect(api.received(`PATCH ${path}`).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: true },
  ]);
  // It may have written meanwhile, which a pause does not take back.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a refusal offers no second try, for it stays one', async () => {
  const api = open();
  api.handlers[`POST ${path}/sync`] = { status: 409, body: { message: 'Not now.' } };
  await press('Sync Now: Clients into Time sheet');
  await screen.findByText('Not now.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a deletion that failed is tried again from its message', async () => {
  const api = open();
  api.handlers[`DELETE ${path}`] = { status: 500, body: {} };
  await fromMenu('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Delete failed');
  api.handlers[`DELETE ${path}`] = () => {
    api.handlers['GET /api/configurations'] = { body: [] };
    return { body: { message: 'Deleted' } };
  };
  await inMessage('Try again');
  await screen.findByText('Configuration deleted');
  await screen.findByText('No configurations found. Create your first automation above.');
});

test('activating beyond the limit of the plan shows the limit', async () => {
  const message = 'Your plan does not allow another active automation. Pause one, or upgrade your plan.';
  const api = open([automation({ isActive: false })]);
  api.handlers[`PATCH ${path}`] = { status: 403, body: { code: 'plan_limit_reached', message } };
  await press('Activate: Clients into Time sheet');
  await screen.findByText(message);
});

test('an automation is deleted only after a question', async () => {
  const api = open();
  api.handlers[`DELETE ${path}`] = () => {
    api.handlers['GET /api/configurations'] = { body: [] };
    return { body: { message: 'Deleted' } };
  };
  await fromMenu('Delete');
  const question = await screen.findByRole('alertdialog', { name: 'Delete Automation' });
  expect(question.textContent).toContain('This cannot be undone.');
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(async () =>
    expect(document.activeElement).toBe(await button('More: Clients into Time sheet')),
  );
  expect(api.received(`DELETE ${path}`)).toHaveLength(0);

  await fromMenu('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Configuration deleted');
  await screen.findByText('No configurations found. Create your first automation above.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test.each([
  [
    'what the server says',
    { status: 404, body: { message: 'This does not exist.' } },
    'This does not exist.',
  ],
  ['that it failed', { status: 500, body: {} }, 'The automation could not be deleted. Please try again.'],
])('a deletion that was refused says %s', async (_what, answer, text) => {
  const api = open();
  api.handlers[`DELETE ${path}`] = answer;
  await fromMenu('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Delete failed');
  expect(screen.getByText(text)).toBeTruthy();
});

test('Refresh says when what is shown may be out of date', async () => {
  const api = open();
  await row();
  api.handlers['GET /api/configurations'] = 'unreachable';
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Refresh failed');
  await row();
});

const legacy = (last: string, name: string) =>
  automation({ id: `0198f5a0-0000-7000-8000-0000000000${last}`, name, sourceSheetName: null });

test('names of source sheets that are missing are looked up, past one that cannot be had', async () => {
  const gone = legacy('21', 'Gone');
  const found = legacy('22', 'Found');
  const api = open([gone, found]);
  api.handlers[`POST /api/configurations/${gone.id}/update-source-name`] = { status: 422, body: {} };
  api.handlers[`POST /api/configurations/${found.id}/update-source-name`] = reply(found);
  const lookUp = await screen.findByRole('button', { name: 'Look up the names' });
  expect(screen.getByRole('button', { name: /^Unknown sheet · Client name feeds 2/ })).toBeTruthy();
  await userEvent.click(lookUp);
  await screen.findByText('Failed to update source sheet name');
  expect(api.received(`POST /api/configurations/${found.id}/update-source-name`)).toHaveLength(1);

  const named = { ...found, sourceSheetName: 'Clients' };
  api.handlers[`POST /api/configurations/${gone.id}/update-source-name`] = reply(named);
  api.handlers['GET /api/configurations'] = { body: [named] };
  await userEvent.click(lookUp);
  await screen.findByText('Source sheet name updated');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Look up the names' })).toBeNull());
});

test('an automation that the system paused says why, and can be activated again there', async () => {
  const paused = automation({
    isActive: false,
    pausedBy: 'system',
    lastFailure: 'target_claimed',
    lastError: 'Another automation, perhaps a colleague’s, fills this column, so this one was paused.',
  });
  const api = open([paused]);
  await screen.findByText(paused.lastError ?? '');
  expect(screen.getByRole('button', { name: 'Choose another column' })).toBeTruthy();
  const message = 'Another automation, perhaps a colleague’s, already fills this column.';
  api.handlers[`PATCH ${path}`] = { status: 409, body: { code: 'column_taken', message } };
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }));
  await screen.findByText(message);
  expect(api.received(`PATCH ${path}`)[0]?.body).toEqual({ isActive: true });
});

test('an automation beyond the limit of the plan says so, and leads to the plans', async () => {
  open([automation({ isActive: false, pausedBy: 'plan' })]);
  await screen.findByText(/^It was paused because your plan covered fewer automations than you had\./);
  expect(screen.getByRole('link', { name: 'View Plans' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Activate' })).toBeTruthy();
});

test('an automation that the system paused can be activated where another target was chosen since', async () => {
  open([automation({ isActive: false, pausedBy: 'system' })]);
  await screen.findByText('This automation is still paused. Activate it to go on.');
  expect(screen.getByRole('button', { name: 'Activate' })).toBeTruthy();
});
