import { isDeepStrictEqual } from 'node:util';
import { type Automation, automationEndpoints, type Preview } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automationPath, openAutomation } from '../../../testing/automation-page.ts';
import { automation, stopped } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { connectedMember, nobody } from '../../../testing/people.ts';
import { preview, toList } from '../../../testing/previews.ts';

const gone: [string, number][] = Array.from({ length: 31 }, (_, index) => [
  `Old ${index + 1}`,
  index < 12 ? index + 1 : 0,
]);

/** The difference that `stopped()` waits with. */
const wipe = (given: Partial<Preview> = {}) =>
  preview({
    added: toList('Travel policy', 'Stock count'),
    removed: toList(...gone),
    kept: toList('Intranet', 'Archive'),
    used: { options: 12, rows: 78 },
    optionCount: 33,
    optionCountAfter: 4,
    verdict: 'waiting_review',
    reason: 'wipe_guard',
    needsReview: true,
    ...given,
  });

const review = (given: Partial<NonNullable<Automation['review']>> = {}) => ({
  fingerprint: 'first',
  reason: 'wipe_guard' as const,
  added: 2,
  removed: 31,
  optionCount: 33,
  sourceRows: null,
  ...given,
});
const waiting = (given: Partial<Automation> = {}) => stopped({ review: review(), ...given });
const reply = (configuration: Automation) => ({ body: { message: 'Approved', configuration } });
const wrote = (removed: number) =>
  automation({
    lastRun: {
      at: new Date().toISOString(),
      outcome: 'changed',
      added: 2,
      removed,
      optionCount: 4,
      warnings: [],
    },
  });

const open = (given: { automation?: Automation; preview?: Preview } = {}) =>
  openAutomation({ automation: waiting(), preview: wipe(), ...given, at: '/review' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const sent = (api: ReturnType<typeof open>['api'], what: 'approve' | 'keep' = 'approve') =>
  api.received(`POST ${automationPath}/${what}`).map(({ body }) => body);

test('the difference is read live and shown whole: what goes with its rows, what comes, what stays', async () => {
  open();
  await title('31 of 33 options would be removed');
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
  expect(
    await screen.findByRole('img', { name: 'Now 33 options: 31 would be removed, 2 stay' }),
  ).toBeTruthy();
  expect(
    screen.getByText(
      /It would remove 94 % of the list, and asks you before it removes more than 50 % and 5 options\./,
    ),
  ).toBeTruthy();
  expect(
    screen.getByText(
      'Removes 31 options and adds 2. 78 rows keep their text. Nobody can choose these options again.',
    ),
  ).toBeTruthy();
  const table = screen.getByRole('table', { name: 'What would be removed' });
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows().slice(0, 2)).toEqual(['−Old 1212', '−Old 1111']);
  expect(rows()).toHaveLength(8);
  await expectAccessible();
  await press('Still used 12');
  await press('Show 4 more');
  expect(rows()).toHaveLength(12);
  await press('Unused 19');
  expect(rows()).toHaveLength(19);
  expect(screen.getByRole('region', { name: 'What would be added 2' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'What stays 2' })).toBeTruthy();
});

test('the numbers of a review count all removals, also those that are not listed', async () => {
  open({
    preview: wipe({ removed: { ...toList(...gone), count: 240 }, used: { options: 13, rows: 90 } }),
  });
  expect(await screen.findByText('209 others are not listed.')).toBeTruthy();
  await press('Still used 13');
  expect(screen.getByText('1 other is not listed.')).toBeTruthy();
  await press('Unused 227');
  expect(screen.getByText('208 others are not listed.')).toBeTruthy();
});

test('an approval covers exactly what was seen, and the page says when it is written', async () => {
  const { api, show } = open();
  const queued = waiting({ syncState: 'queued' });
  api.handlers[`POST ${automationPath}/approve`] = () => {
    show({ automation: wrote(31) });
    return reply(queued);
  };
  await press('Approve exactly this');
  await title('Checking and writing');
  await title('Approved and written');
  expect(screen.getByText('31 options removed, 2 added.')).toBeTruthy();
  expect(
    screen.getByText(
      /^Approved by office@northwind\.example at \d+:\d\d\s[AP]M, written at \d+:\d\d\s[AP]M\.$/,
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the run', current: false })).toBeTruthy();
  expect(sent(api)).toEqual([{ fingerprint: 'first' }]);
  await expectAccessible();
});

test('a read that began before an approval and answers after it does not take its place', async () => {
  const { api, show, queryClient } = open();
  const approve = await button('Approve exactly this');
  const { promise: late, resolve } = Promise.withResolvers<{ body: Automation }>();
  api.handlers[`GET ${automationPath}`] = () => late;
  void queryClient.invalidateQueries({ queryKey: [automationEndpoints.read.path] });
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  api.handlers[`POST ${automationPath}/approve`] = () => {
    show({ automation: waiting({ syncState: 'queued' }) });
    return reply(waiting({ syncState: 'queued' }));
  };
  await userEvent.click(approve);
  await title('Checking and writing');
  resolve({ body: waiting() });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await title('Checking and writing');
  show({ automation: wrote(31) });
  void queryClient.invalidateQueries({ queryKey: [automationEndpoints.read.path] });
  await title('Approved and written');
});

test('a preview from before the stopped sync is not taken for the answer, and the fresh one can be approved at once', async () => {
  const { api, show, queryClient } = open({ preview: preview({ verdict: 'unchanged', added: toList() }) });
  await screen.findByText(/^Nothing stands in the way any more/);
  const { promise: later, resolve } = Promise.withResolvers<{ body: Preview }>();
  api.handlers[`GET ${automationPath}/preview`] = () => later;
  const { lastRun } = waiting();
  show({ automation: waiting({ lastRun: lastRun && { ...lastRun, at: new Date().toISOString() } }) });
  void queryClient.invalidateQueries({ queryKey: [automationEndpoints.read.path] });
  await waitFor(() => expect(screen.queryByText(/^Nothing stands in the way any more/)).toBeNull());
  resolve({ body: wipe() });
  api.handlers[`POST ${automationPath}/approve`] = reply(wrote(31));
  await press('Approve exactly this');
  await title('Approved and written');
  expect(sent(api)).toEqual([{ fingerprint: 'first' }]);
});

test('Keep them is sent for exactly what was seen', async () => {
  const { api } = open();
  const { lastRun } = wrote(0);
  const kept = automation({ lastRun: lastRun && { ...lastRun, outcome: 'unchanged', added: 0 } });
  api.handlers[`POST ${automationPath}/keep`] = reply(kept);
  await press('Keep them');
  await title('Kept as you decided');
  expect(screen.getByText('The list stays as it is.')).toBeTruthy();
  expect(sent(api, 'keep')).toEqual([{ fingerprint: 'first' }]);
});

test('an approval of what is not true any more is refused: what came back and what else would be removed is said, and the fresh difference can be approved', async () => {
  const { api, show } = open();
  const fresh = wipe({
    removed: toList(...gone.slice(6), ['Archive', 6]),
    kept: toList('Intranet'),
    fingerprint: 'second',
  });
  api.handlers[`POST ${automationPath}/approve`] = ({ body }) => {
    if (isDeepStrictEqual(body, { fingerprint: 'second' })) return reply(wrote(26));
    show({ automation: waiting({ review: review({ fingerprint: 'second', removed: 26 }) }), preview: fresh });
    return { status: 409, body: { code: 'review_outdated', message: 'The sheets have changed.' } };
  };
  await press('Approve exactly this');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Nothing was approved.*6 options are back, 1 more would be removed\./,
    ),
  );
  const notice = screen.getByRole('alert');
  expect(within(notice).getByText('Archive')).toBeTruthy();
  expect(
    within(notice).getByRole('region', { name: /^Back since \d+:\d\d\s[AP]M, these stay now 6$/ }),
  ).toBeTruthy();
  await title('26 of 33 options would be removed');
  expect(screen.getByRole('heading', { name: '26 instead of 31' })).toBeTruthy();
  await expectAccessible();

  await waitFor(async () => {
    await press('Approve exactly this');
    expect(sent(api).at(-1)).toEqual({ fingerprint: 'second' });
  });
  await title('Approved and written');
});

test('a sync that finds another difference approves nothing', async () => {
  const { api, show } = open();
  api.handlers[`POST ${automationPath}/approve`] = () => {
    show({ preview: wipe({ removed: toList(...gone, 'Archive'), fingerprint: 'second' }) });
    return reply(waiting({ review: review({ fingerprint: 'second', removed: 32 }) }));
  };
  await press('Approve exactly this');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was approved');
  await title('32 of 33 options would be removed');
});

test('a sync stops at the seen difference before an answer when the sheets have changed', async () => {
  const { api, show } = open({ automation: waiting({ review: review({ fingerprint: 'older' }) }) });
  api.handlers[`POST ${automationPath}/sync`] = () => {
    show({ automation: waiting() });
    return reply(waiting({ syncState: 'queued' }));
  };
  api.handlers[`POST ${automationPath}/approve`] = reply(wrote(31));
  await press('Approve exactly this');
  await title('Approved and written');
  expect(sent(api)).toEqual([{ fingerprint: 'first' }]);
});

test.each([
  ['source_empty', 'The source column has no values', 'Often the column was cleared'],
  [
    'nothing_passes',
    'No row passes the filters',
    'The source column has values, but no row passes the filters.',
  ],
] as const)('a dropdown that would be emptied by %s asks for one more tick', async (reason, heading, why) => {
  const emptied = wipe({
    reason,
    added: toList(),
    kept: toList(),
    optionCount: 31,
    optionCountAfter: 0,
  });
  const { api } = open({ preview: emptied });
  await title(heading);
  const text = await screen.findByText(/^All 31 options of Client would be removed, and 78 rows use them\./);
  expect(text.textContent).toContain(why);
  api.handlers[`POST ${automationPath}/approve`] = reply(wrote(31));
  expect((await button('Approve exactly this')).hasAttribute('disabled')).toBe(true);
  await expectAccessible();
  await userEvent.click(screen.getByLabelText('Leave the dropdown empty'));
  await press('Approve exactly this');
  await title('Approved and written');
  expect(sent(api)).toEqual([{ fingerprint: 'first', isConfirmed: true }]);
});

test('rows that a two-way automation would delete are shown with what stands in them, and asked for with one more tick', async () => {
  const rows = [
    { rowNumber: 12, text: 'Halcyon Air', filledCells: 9 },
    { rowNumber: 31, text: 'Tidewater Marine', filledCells: 11 },
  ];
  const { api } = open({
    preview: wipe({
      reason: 'rows_would_go',
      added: toList(),
      removed: toList(),
      sourceRows: { added: toList(), deleted: { count: 2, cells: 20, rows } },
    }),
  });
  await title('2 rows of the source would be deleted');
  const table = screen.getByRole('table', { name: '2 rows would be deleted from Clients' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('12Halcyon Air9');
  expect(await button('Put the options back')).toBeTruthy();
  await expectAccessible();
  api.handlers[`POST ${automationPath}/approve`] = reply(wrote(0));
  await userEvent.click(screen.getByLabelText('Delete 2 rows with 20 cells'));
  await press('Approve exactly this');
  await title('Approved and written');
  expect(sent(api)).toEqual([{ fingerprint: 'first', isConfirmed: true }]);
});

test('a review that lists only the first of many rows says that the others are deleted as well', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => {
    return { rowNumber: index + 1, text: `Client ${index + 1}`, filledCells: 3 };
  });
  open({
    preview: wipe({
      reason: 'rows_would_go',
      added: toList(),
      removed: toList(),
      sourceRows: { added: toList(), deleted: { count: 260, cells: 780, rows } },
    }),
  });
  expect(await screen.findByText('60 others are not listed, and deleted as well.')).toBeTruthy();
});

test('a change by hand is put back or kept', async () => {
  const drift = { added: toList(['Acme Ltd.', 4]), removed: toList('Delphi Instruments') };
  open({ preview: wipe({ reason: 'drift_found', drift }) });
  await title('Somebody edited the dropdown by hand');
  expect(await button('Put it back')).toBeTruthy();
  expect(await button('Keep their change')).toBeTruthy();
  expect(screen.getByText('Acme Ltd.')).toBeTruthy();
  await expectAccessible();
});

test.each<[string, Automation, Preview, RegExp]>([
  [
    'the source is whole again',
    waiting(),
    preview({ verdict: 'unchanged' }),
    /^Nothing stands in the way any more/,
  ],
  ['a sync went through', automation(), preview({ verdict: 'unchanged' }), /^Nothing waits for you/],
  ['it is paused', waiting({ isActive: false, review: null }), wipe(), /^This automation is paused/],
])('there is nothing to decide when %s', async (_when, given, shown, text) => {
  open({ automation: given, preview: shown });
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
  await expectAccessible();
});

test('nothing can be approved without a fresh look', async () => {
  const { api } = open();
  api.handlers[`GET ${automationPath}/preview`] = {
    status: 503,
    body: { code: 'unavailable', message: 'Smartsheet cannot be reached right now.' },
  };
  await screen.findByText('Smartsheet cannot be reached right now.');
  expect(screen.queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
  await expectAccessible();
  api.handlers[`GET ${automationPath}/preview`] = { body: wipe() };
  await press('Try again');
  await title('31 of 33 options would be removed');
});

test('an answer that could not be sent says why and can be sent again', async () => {
  const { api } = open();
  api.handlers[`POST ${automationPath}/approve`] = { status: 409, body: { message: 'Please reconnect.' } };
  await press('Approve exactly this');
  await screen.findByText('Please reconnect.');
  expect(screen.queryByText(/have changed since/)).toBeNull();
  expect((await button('Approve exactly this')).getAttribute('aria-disabled')).toBeNull();
});

test('the link of a mail survives the login', async () => {
  const { api, address } = open();
  api.handlers['GET /api/auth/status'] = { body: nobody };
  api.handlers['POST /api/auth/login'] = () => {
    api.handlers['GET /api/auth/status'] = { body: connectedMember };
    return { body: connectedMember };
  };
  await screen.findByText('Please log in to review what a sync would do.');
  expect(address()).toMatch(/\/review$/);
  await waitFor(() => expect(screen.queryByText('31 of 33 options would be removed')).toBeNull());
  await userEvent.type(await screen.findByLabelText('Email'), 'office@northwind.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Copper-Lantern-58!');
  await press('Login');
  await title('31 of 33 options would be removed');
  expect(address()).toMatch(/\/review$/);
});

test('the reason of the stop counts the rows with a value, not the blank ones', async () => {
  open({ preview: wipe({ rows: { total: 26, matching: 23, valued: 20 } }) });
  await screen.findByText(/The source has 20 rows with a value now\./);
});

test('rows that would be added can be approved, or the automation be changed, and there is nothing to keep', async () => {
  const newRows = { reason: 'rows_would_come' as const, removed: 0, newRows: 12 };
  const { api, show } = open({
    automation: waiting({ mode: 'two_way', review: review(newRows) }),
    preview: wipe({
      reason: 'rows_would_come',
      removed: toList(),
      sourceRows: {
        added: { count: 12, options: [{ text: 'Travel policy', rows: null }] },
        deleted: { count: 0, cells: 0, rows: [] },
      },
    }),
  });
  await title('12 rows would be added to the source');
  await screen.findByText(/^The columns of this automation are new to each other\./);
  expect(screen.getByRole('region', { name: 'Rows that would be added to the source 12' })).toBeTruthy();
  screen.getByText('Adds 12 rows at the bottom of the source. The options stay.');
  expect(screen.queryByRole('button', { name: 'Keep them' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Edit the automation' })).toBeTruthy();
  await expectAccessible();
  api.handlers[`POST ${automationPath}/approve`] = () => {
    show({ automation: automation({ ...wrote(0), mode: 'two_way' }) });
    return reply(waiting({ syncState: 'queued', mode: 'two_way', review: review(newRows) }));
  };
  await press('Approve exactly this');
  await screen.findByText('12 rows added to Clients.');
  expect(sent(api)).toEqual([{ fingerprint: 'first' }]);
});

test('on a phone the buttons stay at the bottom, and the decision says which of them does what', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: true }));
  open();
  await button('Approve exactly this');
  const decision = within(screen.getByRole('complementary', { name: 'Your decision' }));
  expect(decision.queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
  decision.getByRole('heading', { name: 'Approve exactly this' });
  decision.getByRole('heading', { name: 'Keep them' });
});
