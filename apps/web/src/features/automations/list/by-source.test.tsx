import type { Automation, Candidate, Candidates, Pass } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats, stopped } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member, nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { useListView } from './list-view.ts';

const getId = (index: number) => `0198f5a0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`;
const into = (index: number, given: Partial<Automation> = {}) =>
  automation({ id: getId(index), name: `Clients into ${index}`, sheetName: `Sheet ${index}`, ...given });

const open = (automations: readonly Automation[], handlers: object = {}, figures = stats()) => {
  const api = fakeApi({ ...dashboardApi(automations, figures), ...handlers });
  return Object.assign(api, renderApp('/configurations'));
};
const head = () => screen.findByRole('button', { name: /^Clients · Client name feeds \d+ columns$/ });
const rows = () => screen.queryAllByRole('row', { name: /^Clients into/ });

test('automations of one source stand together, and one by one when somebody wants it so, also the next time', async () => {
  open([into(1), into(2), into(3)]);
  expect((await head()).getAttribute('aria-expanded')).toBe('true');
  expect(rows()).toHaveLength(3);
  await userEvent.click(await head());
  expect(rows()).toHaveLength(0);
  await screen.findByText(/^In sync as of/);
  await userEvent.click(await screen.findByRole('radio', { name: 'One by one' }));
  expect(rows()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /feeds/ })).toBeNull();
  expect(localStorage.getItem('automationsLayout')).toBe('one-by-one');
});

test('a long list has what needs somebody first, and is searched and filtered, also from its address', async () => {
  const automations = [1, 2, 3, 4, 5].map((index) => into(index));
  const { address } = open([
    ...automations,
    { ...stopped(), id: getId(6), name: 'Clients into 6' },
    into(7, { isActive: false, pausedBy: 'user' }),
  ]);
  await screen.findByRole('button', { name: 'Review 31 removals: Clients into 6' });
  expect(rows()[0]?.textContent).toContain('Review 31 removals');
  expect(within(rows()[0] as HTMLElement).getByRole('link', { name: 'Clients into 6' }).textContent).toBe(
    '6',
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'Paused 1' }));
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'All 7' }));
  const search = screen.getByRole('searchbox', { name: 'Search name, sheet or column' });
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(search);
  await userEvent.keyboard('sheet 4');
  expect(rows()).toHaveLength(1);
  await screen.findByText('1 of 7 shown', { selector: 'p' });
  await screen.findByText('1 of 7 shown', { selector: 'b' });
  await waitFor(() => expect(address()).toContain('q=sheet+4'));
  await userEvent.clear(search);
  await userEvent.type(search, 'cleints');
  await screen.findByText('Nothing matches “cleints”');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
  await head();
});

test('forgets a search with the session of its user', async () => {
  let status = member;
  open(
    [1, 2, 3, 4, 5, 6, 7].map((index) => into(index)),
    {
      'GET /api/auth/status': () => ({ body: status }),
      'POST /api/auth/logout': () => {
        status = nobody;
        return { body: { message: 'Bye' } };
      },
    },
  );
  await head();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search name, sheet or column' }), 'sheet 4');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(useListView.getState()).toEqual(useListView.getInitialState()));
});

test('all active ones of a list are synced with one call, and the bar tells what came of it', async () => {
  const api = open([into(1), into(2), into(3, { isActive: false, pausedBy: 'user' })]);
  api.handlers['POST /api/configurations/bulk/sync'] = ({ body }) => ({
    body: {
      message: 'Manual sync triggered',
      requestedAt: '2026-11-27T10:00:00.000Z',
      done: 2,
      results: (body as { ids: string[] }).ids.map((id) => ({ id, outcome: 'done', error: null })),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sync 2: Clients · Client name' }));
  await screen.findByText('2 synced', { selector: 'b' });
  expect(api.received('POST /api/configurations/bulk/sync')[0]?.body).toEqual({ ids: [getId(1), getId(2)] });
});

const candidate = (index: number, given: Partial<Candidate> = {}): Candidate => ({
  ...{ sheetId: `9${index}`, sheetName: `Place ${index}`, columnId: `8${index}`, columnName: 'Client' },
  ...{ isMultiSelect: false, hasSameName: true, optionCount: 40, matchingCount: 38 },
  ...{ firstSync: { added: 4, removed: 2, needsReview: false }, reason: null },
  ...given,
});
const found = (candidates: Candidate[], given: Partial<Candidates> = {}): { body: Candidates } => ({
  body: {
    ...{ candidates, looked: 48, total: 48, unlisted: 0, unread: 0, next: null, listSize: 42 },
    ...{ waitMs: 0, waitsFor: null },
    lookedAt: '2026-11-22T10:46:00.000Z',
    ...given,
  },
});

test('columns that look like the list are found one after another, and the ticked ones are added in one go', async () => {
  const api = open([into(1), into(2)], {}, stats({ configurationCount: 7, configurationLimit: 10 }));
  const locked = candidate(3, { reason: 'The column is locked', firstSync: null });
  const unlike = candidate(4, {
    matchingCount: 11,
    firstSync: { added: 31, removed: 29, needsReview: true },
  });
  api.handlers['POST /api/configurations/candidates'] = ({ body }) =>
    (body as { from?: number }).from === undefined
      ? found([candidate(1)], { looked: 10, next: 10 })
      : found([candidate(2), locked, unlike]);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add destination: Clients · Client name' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Add another destination' }));
  await dialog.findByText(/^These 4 dropdown columns look like the list\. 48 sheets looked at/);
  await dialog.findByText('2 ticked, then 9 of 10 configurations are used.');
  const box = (name: string) => dialog.getByRole('checkbox', { name });
  expect(box('Place 3').hasAttribute('disabled')).toBe(true);
  expect(dialog.getByText('The column is locked')).toBeTruthy();
  expect(dialog.getByText('asks for your review')).toBeTruthy();
  await userEvent.click(box('Place 4'));
  await dialog.findByText('3 ticked, then 10 of 10 configurations are used.');
  await userEvent.click(box('Place 2'));

  const place = (index: number) => ({ sheetId: `9${index}`, targetColumnId: `8${index}` });
  const taken = { code: 'column_taken', message: 'Another automation fills this column.' };
  api.handlers['POST /api/configurations/destinations'] = {
    body: {
      message: '1 of 2 destinations added',
      results: [
        { ...place(4), configuration: into(9), error: null },
        { ...place(1), configuration: null, error: taken },
      ],
    },
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Add 2 destinations' }));
  await dialog.findByText('Another automation fills this column.');
  expect(dialog.getByText('Added')).toBeTruthy();
  expect(api.received('POST /api/configurations/destinations')[0]?.body).toEqual({
    automationId: getId(1),
    destinations: [place(4), place(1)],
  });

  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('2 more dropdown columns look like this list');
});

test('a search that is stopped looks no further until it goes on, and of what it found a page is shown', async () => {
  const api = open([into(1), into(2)], {}, stats({ configurationCount: 1, configurationLimit: 100 }));
  const path = 'POST /api/configurations/candidates';
  const many = Array.from({ length: 30 }, (_, index) => candidate(index + 1));
  let answer = (_page: ReturnType<typeof found>) => {};
  api.handlers[path] = ({ body }) =>
    (body as { from?: number }).from === undefined
      ? found(many, { looked: 10, next: 10 })
      : new Promise((resolve) => {
          answer = resolve;
        });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add destination: Clients · Client name' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Add another destination' }));
  await dialog.findByText('10 of 48 sheets so far, 30 columns found.');
  await waitFor(() => expect(api.received(path)).toHaveLength(2));
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  answer(found([candidate(31)], { looked: 20, next: 20 }));
  await dialog.findByText('Stopped: 20 of 48 sheets so far, 31 columns found.');
  expect(api.received(path)).toHaveLength(2);

  expect(dialog.getAllByRole('listitem')).toHaveLength(25);
  await dialog.findByText('20 ticked, then 21 of 100 configurations are used.');
  await userEvent.click(dialog.getByRole('button', { name: 'Show 6 more columns' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(31);
  expect(dialog.queryByRole('button', { name: /^Show/ })).toBeNull();
  expect(document.activeElement).toBe(dialog.getAllByRole('listitem')[25]);

  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(api.received(path)).toHaveLength(3));
  answer(found([], { looked: 20, next: 20, waitMs: 0, waitsFor: 'calls' }));
  await dialog.findByText(
    /It goes slowly, because your syncs have the first claim on calls to Smartsheet\.$/,
  );
  await waitFor(() => expect(api.received(path)).toHaveLength(4));
  answer(found([], { looked: 30, next: 30 }));
  await dialog.findByText(/^30 of 48 sheets so far, 31 columns found\. It goes slowly/);
  await waitFor(() => expect(api.received(path)).toHaveLength(5));
  answer(found([], { looked: 30, next: 30, waitMs: 42_000, waitsFor: 'smartsheet' }));
  await dialog.findByText(/Smartsheet asks for a pause of 42 seconds\.$/);
  await expectAccessible();
});

test('a search ends at once when something is added, and goes on when asked to', async () => {
  const api = open([into(1), into(2)], {}, stats({ configurationCount: 1, configurationLimit: 100 }));
  const path = 'POST /api/configurations/candidates';
  api.handlers[path] = ({ body }) =>
    (body as { from?: number }).from === undefined
      ? found([candidate(1)], { looked: 10, next: 10 })
      : 'silent';
  const isEnded = (call: number) => api.received(path)[call]?.signal?.aborted;
  const refused = { code: 'column_taken' as const, message: 'Another automation fills this column.' };
  const place = { sheetId: '91', targetColumnId: '81' };
  api.handlers['POST /api/configurations/destinations'] = {
    body: {
      message: '0 of 1 destinations added',
      results: [{ ...place, configuration: null, error: refused }],
    },
  };
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add destination: Clients · Client name' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Add another destination' }));
  await waitFor(() => expect(api.received(path)).toHaveLength(2));
  await userEvent.click(await dialog.findByRole('button', { name: 'Add 1 destination' }));
  await dialog.findByText('Another automation fills this column.');
  expect(isEnded(1)).toBe(true);
  await dialog.findByText('Stopped: 10 of 48 sheets so far, 1 column found.');
  expect(api.received(path)).toHaveLength(2);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(api.received(path)).toHaveLength(3));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(isEnded(2)).toBe(true));
});

test('a destination that no search finds is chosen by hand, in the form with the same list and settings', async () => {
  const api = open(
    [{ ...into(1), graceDays: 3 }, into(2)],
    {},
    stats({ configurationCount: 2, configurationLimit: 10 }),
  );
  api.handlers['POST /api/configurations/candidates'] = found([]);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add destination: Clients · Client name' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Or choose a sheet yourself' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Configuration' }));
  const field = (name: string) => form.getByRole<HTMLInputElement>('combobox', { name });
  expect(field('Source Sheet').value).toBe('Clients');
  expect(field('Source Column').value).toBe('Client name');
  expect(field('Destination Sheet').value).toBe('');
  expect(document.activeElement).toBe(field('Destination Sheet'));
  expect(form.getByRole('button', { name: /^Options/ }).textContent).toMatch(/3 days/);
});

test('a plan that is full says so, and a search that fails can go on', async () => {
  const api = open([into(1), into(2)], {}, stats({ configurationCount: 2, configurationLimit: 2 }));
  api.handlers['POST /api/configurations/candidates'] = { status: 503, body: {} };
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add destination: Clients · Client name' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('2 of 2 are used');
  expect(dialog.queryByRole('button', { name: /^Add / })).toBeNull();
  const retry = await dialog.findByRole('button', { name: 'Retry' });
  api.handlers['POST /api/configurations/candidates'] = found([]);
  await userEvent.click(retry);
  await dialog.findByText('No column looks like this list');
});

const passId = '0198f5a0-0000-7000-8000-000000000099';
const pass: Pass = {
  id: passId,
  at: '2026-11-22T10:42:00.000Z',
  trigger: 'change',
  source: { sheetId: '101', sheetName: 'Clients', columnName: 'Client name' },
  targets: (['changed', 'unchanged', 'waiting_review', 'failed'] as const).map((outcome, index) => ({
    ...{
      automationId: getId(index + 1),
      name: `Clients into ${index + 1}`,
      sheetId: '1',
      targetColumnId: '2',
    },
    ...{ sheetName: `Sheet ${index + 1}`, targetColumnName: 'Client', outcome, added: 2, removed: 1 },
    ...{ optionCount: outcome === 'failed' ? null : 42, durationMs: 900, calls: 3, isLatest: true },
    details: outcome === 'failed' ? 'The target column is locked.' : null,
    fillsContacts: outcome === 'unchanged' || outcome === 'waiting_review',
    lastFailure: outcome === 'failed' ? 'target_column_locked' : null,
  })),
  totals: {
    ...{ changed: 1, unchanged: 1, waitingReview: 1, failed: 1 },
    ...{ added: 2, removed: 1, calls: 7, durationMs: 1800 },
  },
};

test('the last read of a list is the one that wrote its columns, and no look at one of them after it', async () => {
  const look = { id: getId(98), trigger: 'change', outcome: 'unchanged', passId: null };
  const read = { ...look, id: passId, outcome: 'changed', passId };
  const withRuns = (index: number, recentRuns: Automation['recentRuns']) => into(index, { recentRuns });
  open([withRuns(1, ['changed', 'unchanged', 'unchanged']), withRuns(2, ['changed', 'unchanged'])], {
    [`GET /api/configurations/${getId(2)}/runs`]: { body: [look, read] },
    [`GET /api/runs/${passId}`]: { body: pass },
  });
  await userEvent.click(
    await screen.findByRole('button', { name: 'More actions for Clients · Client name' }),
  );
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Last run' }));
  await screen.findByText('Change in Smartsheet. 4 columns, 7 calls.');
});

test('the last read of a list shows a result for each column, with what it holds', async () => {
  const run = {
    ...{ id: passId, at: pass.at, outcome: 'changed', trigger: 'change', added: 2, removed: 1 },
    ...{ optionCount: 42, durationMs: 900, calls: 3, passId, details: null },
  };
  open([into(1), into(2), into(3), into(4)], {
    ...Object.fromEntries(
      [1, 2, 3, 4].map((index) => [`GET /api/configurations/${getId(index)}/runs`, { body: [run] }]),
    ),
    [`GET /api/runs/${passId}`]: { body: pass },
  });
  await userEvent.click(
    await screen.findByRole('button', { name: 'More actions for Clients · Client name' }),
  );
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Last run/ }));
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Run of Nov 22.*, Clients · Client name$/ }),
  );
  await dialog.findByText('Change in Smartsheet. 4 columns, 7 calls.');
  const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('Wrote: Sheet 1 · Client42 options');
  expect(lines[1]).toContain('Nothing to do, 42 contacts');
  expect(lines[2]).toContain('Would add 2 and remove 1 of 42 contacts. Nothing was changed.');
  expect(lines[3]).toContain('The target column is locked.');
  await userEvent.click(dialog.getByRole('button', { name: 'Review: Clients into 3' }));
  await waitFor(() => expect(screen.queryByText(/4 columns, 7 calls/)).toBeNull());
});
