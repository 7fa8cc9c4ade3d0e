import type { Automation, BulkResult, Column } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useToast } from '../../../stores/toast.ts';
import { automation, dashboardApi, sheets, stats, stopped } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { connectedMember, nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { useBulkWork } from './bulk-work.ts';

const getId = (index: number) => `0198f5a0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`;
const into = (index: number, given: Partial<Automation> = {}) =>
  automation({ id: getId(index), name: `Clients into ${index}`, sheetName: `Sheet ${index}`, ...given });
const gone = {
  sheetName: 'Plant D',
  sheetId: '900',
  lastFailure: 'target_sheet_gone',
  lastError: 'The destination sheet was deleted or is no longer shared with you. Choose another destination.',
} as const;

const open = (automations: readonly Automation[]) => {
  const api = fakeApi(dashboardApi(automations, stats()));
  renderApp('/configurations');
  return api;
};
const box = (index: number) => screen.findByRole('checkbox', { name: `Choose Clients into ${index}` });
const bar = (name: string | RegExp) => screen.findByRole('toolbar', { name });
const inBar = async (label: string | RegExp, button: string) =>
  userEvent.click(within(await bar(label)).getByRole('button', { name: button }));
const done = (ids: readonly string[]): BulkResult[] =>
  ids.map((id) => ({ id, outcome: 'done', error: null }));
const sent = (body: unknown) => (body as { ids: string[] }).ids;

test('rows are chosen one by one, in a range, and all that is shown at once; Escape chooses none', async () => {
  const user = userEvent.setup();
  open([1, 2, 3, 4, 5, 6, 7].map((index) => into(index)));
  await user.click(await box(2));
  await bar('1 chosen');
  await user.keyboard('{Shift>}');
  await user.click(await box(5));
  await user.keyboard('{/Shift}');
  await bar('4 chosen');
  await expectAccessible();
  await user.type(screen.getByRole('searchbox', { name: 'Search name, sheet or column' }), 'sheet 3');
  await bar('1 chosen');
  await user.clear(screen.getByRole('searchbox', { name: 'Search name, sheet or column' }));
  await user.click(screen.getByRole('checkbox', { name: 'Choose all of Clients · Client name' }));
  await bar('7 chosen');
  (await screen.findByRole('button', { name: 'Choose none' })).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.querySelector('[data-bulk-bar]')).toBeNull());
  expect(document.activeElement).toBe(await box(5));
});

test('pausing many can be undone, for those that were paused', async () => {
  const api = open([into(1), into(2), into(3, { isActive: false, pausedBy: 'user' })]);
  api.handlers['POST /api/configurations/bulk/toggle'] = ({ body }) => ({
    body: { message: 'Done', done: 2, results: done(sent(body)) },
  });
  const all = await screen.findByRole('checkbox', { name: 'Choose all 3' });
  await userEvent.click(all);
  await bar('3 chosen');
  expect(screen.getByText('3 chosen. F8 leads to what can be done with them.').role).toBe('status');
  await userEvent.keyboard('{F8}');
  expect(document.activeElement?.textContent).toBe('Sync Now');
  await inBar('3 chosen', 'Pause');
  await screen.findByText('2 paused', { selector: '[role=status]' });
  // By keyboard, Undo is the next stop.
  expect(document.activeElement).toBe(await bar('Result'));
  await inBar('Result', 'Undo');
  await screen.findByText('2 activated', { selector: 'b' });
  expect(api.received('POST /api/configurations/bulk/toggle').map(({ body }) => body)).toEqual([
    { ids: [getId(1), getId(2)], isActive: false },
    { ids: [getId(1), getId(2)], isActive: true },
  ]);
  await inBar('Result', 'Close');
  expect(document.activeElement).toBe(all);
});

test.each([
  ['a result', { body: { message: 'Done', done: 2, results: done([getId(1), getId(2)]) } }],
  ['a failure', { status: 503, body: { code: 'unavailable', message: 'Please try again.' } }],
])('%s that comes after a logout is told to nobody', async (_what, answer) => {
  let status = connectedMember;
  const { promise, resolve } = Promise.withResolvers<typeof answer>();
  const api = fakeApi({
    ...dashboardApi([into(1), into(2)], stats()),
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/auth/logout': () => {
      status = nobody;
      return { body: { message: 'Bye' } };
    },
    'POST /api/configurations/bulk/toggle': () => promise,
  });
  const { queryClient, address } = renderApp('/configurations');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 2' }));
  await inBar('2 chosen', 'Pause');
  await waitFor(() => expect(api.received('POST /api/configurations/bulk/toggle')).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() =>
    expect([address(), useBulkWork.getState().work, queryClient.isMutating()]).toEqual(['/', null, 1]),
  );
  resolve(answer);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(useBulkWork.getState().work).toBeNull();
  expect(useToast.getState().toast).toBeNull();
});

test('an automation that rests after a restore is not activated with others, and asks in a dialog of its page', async () => {
  const api = open([
    into(1, { isActive: false, pausedBy: 'user' }),
    into(2, { isActive: false, pausedBy: 'restore' }),
  ]);
  api.handlers['POST /api/configurations/bulk/toggle'] = ({ body }) => ({
    body: { message: 'Done', done: 1, results: done(sent(body)) },
  });
  api.handlers[`GET /api/configurations/${getId(2)}`] = {
    body: into(2, { isActive: false, pausedBy: 'restore' }),
  };
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 2' }));
  await inBar('2 chosen', 'Activate');
  await screen.findByText('1 activated', { selector: 'b' });
  expect(sent(api.received('POST /api/configurations/bulk/toggle')[0]?.body)).toEqual([getId(1)]);
  await userEvent.click(screen.getByRole('button', { name: 'Activate: Clients into 2' }));
  await screen.findByRole('dialog', { name: 'Activate' });
});

test('a sync of many tells how far it is, can be stopped, and points to what needs somebody', async () => {
  const api = open([into(1), into(2), into(3)]);
  const requestedAt = '2026-11-27T10:00:00.000Z';
  api.handlers['POST /api/configurations/bulk/sync'] = ({ body }) => {
    api.handlers['GET /api/configurations'] = {
      body: [into(1), into(2, { syncState: 'running' }), into(3, { syncState: 'queued' })],
    };
    return { body: { message: 'Done', requestedAt, done: 3, results: done(sent(body)) } };
  };
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 3' }));
  await inBar('3 chosen', 'Sync Now');
  await screen.findByText('1 done, 2 to go');
  api.handlers['POST /api/configurations/bulk/stop-syncs'] = ({ body }) => ({
    body: {
      message: 'Done',
      done: 1,
      results: sent(body).map((id) => ({ id, outcome: id === getId(3) ? 'done' : 'unchanged', error: null })),
    },
  });
  await inBar('Sync of many', 'Stop');
  await screen.findByText('1 not synced, 2 had begun', { selector: 'b' });
  expect(api.received('POST /api/configurations/bulk/stop-syncs')[0]?.body).toMatchObject({ requestedAt });

  await inBar('Result', 'Close');
  const review = { ...stopped(), id: getId(2), name: 'Clients into 2', sheetName: 'Sheet 2' };
  api.handlers['POST /api/configurations/bulk/sync'] = ({ body }) => {
    api.handlers['GET /api/configurations'] = { body: [into(1), review, into(3)] };
    return { body: { message: 'Done', requestedAt, done: 3, results: done(sent(body)) } };
  };
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 3' }));
  await inBar('3 chosen', 'Sync Now');
  await screen.findByText('2 synced, 1 waits for your review', { selector: 'b' });
  await inBar('Result', 'Show the 1');
  await waitFor(() => expect(screen.getAllByRole('row', { name: /^Clients into/ })).toHaveLength(1));
  await screen.findByText('1 of 3 shown', { selector: 'p' });
});

test('choosing more rows puts a result away, so that their acts can be reached', async () => {
  const api = open([into(1), into(2), into(3)]);
  api.handlers['POST /api/configurations/bulk/toggle'] = ({ body }) => ({
    body: { message: 'Done', done: 1, results: done(sent(body)) },
  });
  await userEvent.click(await box(1));
  await inBar('1 chosen', 'Pause');
  await bar('Result');
  await userEvent.click(await box(2));
  expect(within(await bar('1 chosen')).getByRole('button', { name: 'Pause' })).toBeTruthy();
  expect(screen.queryByRole('toolbar', { name: 'Result' })).toBeNull();
});

test('many are deleted after a question with their number', async () => {
  const api = open([into(1), into(2), into(3)]);
  api.handlers['POST /api/configurations/bulk/delete'] = ({ body }) => {
    api.handlers['GET /api/configurations'] = { body: [into(3)] };
    return { body: { message: 'Done', done: 2, results: done(sent(body)) } };
  };
  await userEvent.click(await box(1));
  await userEvent.click(await box(2));
  await inBar('2 chosen', 'Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 automations?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(api.received('POST /api/configurations/bulk/delete')).toHaveLength(0);
  await inBar('2 chosen', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 automations' }));
  await screen.findByText('2 deleted', { selector: 'b' });
  await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Choose Clients/ })).toHaveLength(1));
});

const column = (id: string, title: string): Column => ({
  ...{ id, title, type: 'PICKLIST', options: [], selectable: true, reason: null },
});

test('one deleted sheet is one card, which moves its automations to another sheet', async () => {
  const api = open([
    ...['Shift lead', 'Vendor'].map((targetColumnName, index) =>
      into(index + 1, { ...gone, targetColumnName, targetColumnId: `90${index}` }),
    ),
    into(3),
  ]);
  const card = within(await screen.findByRole('region', { name: 'Needs you' }));
  expect(card.getByText(/Plant D.* 2 automations filled its columns\.$/)).toBeTruthy();
  // The rows do not say it again.
  expect(screen.queryByText(gone.lastError)).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Show the 2' }));
  await screen.findByText('2 of 3 shown', { selector: 'p' });

  api.handlers['GET /api/smartsheet/sheets/103/columns'] = {
    body: [column('1', 'shift lead'), column('2', 'Supplier')],
  };
  api.handlers['POST /api/configurations/bulk/move-preview'] = ({ body }) => ({
    body: {
      results: (body as { moves: { id: string }[] }).moves.map(({ id }) => ({
        ...{ id, error: null },
        firstSync: { added: 32, removed: 0, needsReview: false },
      })),
    },
  });
  await userEvent.click(card.getByRole('button', { name: 'Choose another sheet' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Choose another destination for 2 automations' }),
  );
  await userEvent.click(dialog.getByRole('combobox', { name: 'Destination Sheet' }));
  await userEvent.click(await screen.findByRole('option', { name: /Projects/ }));
  await dialog.findByText('1 column found by name.');
  await dialog.findByText(/The first sync adds 32 options and removes none\./);
  expect(dialog.getByText('1 is left out until it has a column.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Column for Vendor: Clients into 2' }));
  await userEvent.click(await screen.findByRole('option', { name: /Supplier/ }));
  await dialog.findByText(/The first sync adds 64 options and removes none\./);

  api.handlers['POST /api/configurations/bulk/move'] = ({ body }) => ({
    body: {
      message: 'Done',
      done: 2,
      results: done((body as { moves: { id: string }[] }).moves.map(({ id }) => id)),
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Move 2 automations' }));
  await screen.findByText('2 moved', { selector: 'b' });
  expect(api.received('POST /api/configurations/bulk/move')[0]?.body).toEqual({
    sheetId: '103',
    moves: [
      { id: getId(1), targetColumnId: '1' },
      { id: getId(2), targetColumnId: '2' },
    ],
  });
});

test('the card of a deleted source gives its automations another one', async () => {
  const lost = { sourceSheetId: '900', sourceSheetName: 'Projects 2026', lastError: 'Gone.' } as const;
  const failing = { ...lost, lastFailure: 'source_sheet_gone' } as const;
  const api = open([1, 2, 3].map((index) => into(index, failing)));
  const path = 'POST /api/configurations/bulk/move';
  const refused = { code: 'validation_failed' as const, message: 'A column that a filter needs is missing.' };
  api.handlers['GET /api/smartsheet/sheets/103/columns'] = { body: [column('1', 'Name of client')] };
  api.handlers[`${path}-preview`] = ({ body }) => ({
    body: {
      results: (body as { moves: { id: string }[] }).moves.map(({ id }) =>
        id === getId(3)
          ? { id, firstSync: null, error: refused }
          : {
              ...{ id, error: null },
              firstSync: { added: 2, removed: 0, needsReview: false, fillsContacts: id === getId(2) },
            },
      ),
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Needs you' }));
  await userEvent.click(card.getByRole('button', { name: 'Choose another source' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Choose another source for 3 automations' }),
  );
  await dialog.findByText('No column has the same name.');
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Source Sheet' }).value).toBe('Projects');
  expect(dialog.getByText('3 are left out until they have a column.')).toBeTruthy();
  // One choice for all that read the column.
  await userEvent.click(dialog.getByRole('combobox', { name: 'Column for Client name' }));
  await userEvent.click(await screen.findByRole('option', { name: /Name of client/ }));
  await dialog.findByText(/The first sync adds 2 options and 2 contacts and removes none\./);
  await dialog.findByText(refused.message);
  await dialog.findByText(/Clients into 3.? stays as it is\.$/);
  await expectAccessible();

  api.handlers[path] = {
    body: {
      message: 'Done',
      done: 2,
      results: [...done([getId(1), getId(2)]), { id: getId(3), outcome: 'refused', error: refused }],
    },
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Change 3 automations' }));
  await screen.findByText(`2 changed, 1 not: ${refused.message}`, { selector: 'b' });
  expect(api.received(path)[0]?.body).toEqual({
    side: 'source',
    sourceKind: 'sheet',
    sourceSheetId: '103',
    moves: [1, 2, 3].map((index) => ({ id: getId(index), sourceColumnId: '1' })),
  });
});

test('a new destination for which a license is missing is told before anything is moved', async () => {
  const shared = sheets.map((sheet) => (sheet.id === '103' ? { ...sheet, accessLevel: 'ADMIN' } : sheet));
  fakeApi({
    ...dashboardApi([into(1)], stats()),
    'GET /api/auth/status': { body: { ...connectedMember, smartsheetLicensed: false } },
    'GET /api/smartsheet/sheets': { body: shared },
  });
  renderApp('/configurations');
  await userEvent.click(await box(1));
  await inBar('1 chosen', 'Choose another destination');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Destination Sheet' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Projects/ }));
  await dialog.findByText(/^You are an admin of this sheet without a Smartsheet license\./);
});
