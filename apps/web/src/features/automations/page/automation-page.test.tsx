import type { Automation } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automationPath, openAutomation, run } from '../../../testing/automation-page.ts';
import { automation, stopped } from '../../../testing/automations.ts';
import { fakeEventStreams } from '../../../testing/event-streams.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { connectedMember } from '../../../testing/people.ts';
import { preview, toList } from '../../../testing/previews.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const { id, name } = automation();
const heading = () => screen.findByRole('heading', { level: 1, name });
const panel = (title: string | RegExp) => screen.findByRole('region', { name: title });
const press = async (label: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name: label }));
const done = (configuration: Automation) => ({ body: { message: 'Done', configuration } });

/** The text of something without the marks around names. */
const plain = (element: HTMLElement) => element.textContent?.replaceAll(/[\u2066-\u2069]/g, '');

const health = {
  checkedAt: '2026-11-21T06:00:00.000Z',
  findings: [
    {
      check: 'only_writer' as const,
      status: 'problem' as const,
      message: 'Another automation, perhaps a colleague’s, already fills this column.',
      fix: { kind: 'choose_target' as const, label: 'Choose another column' },
    },
  ],
  // Scopes are a part of the rights, and not counted by themselves.
  fine: ['rights' as const, 'scopes' as const, 'plan' as const],
};

test('the page says how it stands, from where to where, and what a sync would do now', async () => {
  openAutomation({
    automation: automation({ health, webhookEnabled: true, webhookId: '7' }),
    runs: [run(), run({ id: '2', outcome: 'changed', added: 2, removed: 1, trigger: 'change' })],
  });
  await heading();
  expect(screen.getByText(/^In sync as of .* checked 3 min ago\. Next check in 1[23] min\.$/)).toBeTruthy();
  const flow = await panel('From where to where');
  for (const text of ['Clients', 'Time sheet 2026', 'Client · 32 options', 'within about a minute'])
    expect(within(flow).getByText(text)).toBeTruthy();
  await within(flow).findByText('Client name · 44 rows');
  expect(within(flow).getByText('Mirror')).toBeTruthy();
  expect((await panel('What a sync would do now')).textContent).toContain('Nothing. All 5 options');
  const runs = await panel('Runs');
  // Two runs side by side would tell nothing.
  expect(within(runs).queryByRole('slider')).toBeNull();
  expect(within(runs).queryByRole('list', { name: 'Legend' })).toBeNull();
  await expectAccessible();
});

test('a report says how many sheets it reads, and why it is checked instead of heard', async () => {
  const ofReport = {
    sourceKind: 'report',
    sourceSheetCount: 9,
    periodic: { reason: 'report', message: 'The source is a report.', details: null },
  } as const;
  openAutomation({ automation: automation(ofReport) });
  const flow = await panel('From where to where');
  await within(flow).findByText('Client name · 44 rows of 9 sheets');
  within(flow).getByText('The source is a report.');
  const review = {
    fingerprint: 'f',
    reason: 'fewer_source_sheets',
    added: 0,
    removed: 2,
    optionCount: 32,
  } as const;
  openAutomation({ automation: stopped({ ...ofReport, lastFailure: 'fewer_source_sheets', review }) });
  await screen.findByText('The report reads fewer sheets than before.');
});

test('both sheets can be opened in Smartsheet, once their addresses are known, and the one where an error can be ended', async () => {
  openAutomation({ automation: automation({ ...locked, sourceSheetPermalink: null }) });
  const flow = await panel('From where to where');
  const link = within(flow).getByRole('link');
  expect(link.textContent).toBe('Open in Smartsheet: Time sheet 2026, in a new tab');
  expect(link.getAttribute('href')).toBe('https://app.smartsheet.com/sheets/time-sheet');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  const trouble = await panel('What needs attention');
  expect(within(trouble).getByRole('link', { name: /^Open the destination/ })).toBeTruthy();
  await expectAccessible();
});

test('a two-way run tells what it did to the rows of its source as well', async () => {
  const twoWay = run({ outcome: 'changed', rowsAdded: 2, rowsDeleted: 1 });
  const before = [...'2345'].map((number) => run({ id: number }));
  openAutomation({ automation: automation({ mode: 'two_way' }), runs: [twoWay, ...before] });
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(table.textContent).toContain('2 rows added to the source, 1 row deleted from the source');
  const slider = screen.getByRole('slider', { name: 'Run' });
  expect(slider.getAttribute('aria-valuetext')).toContain('Wrote: 2 rows added to the source');
});

test('the preview lists the options, reads again on request, and is never stored', async () => {
  const changing = preview({ removed: toList(['Acme Ltd.', 4]), added: toList('Delphi Instruments') });
  const { api, queryClient, show, back } = openAutomation({ preview: changing });
  const look = await panel('What a sync would do now');
  await within(look).findByText('It would add 1 option and remove 1 option.');
  expect(within(look).getByText('Acme Ltd.').nextSibling?.textContent).toBe('4 rows');
  await expectAccessible();
  show({ preview: preview({ verdict: 'unchanged' }) });
  await press('Look again');
  await within(look).findByText(/^Nothing\. All 5/);
  expect(api.received(`GET ${automationPath}/preview`)).toHaveLength(2);
  await userEvent.click(screen.getByRole('link', { name: 'Help & Support' }));
  await screen.findByRole('heading', { name: 'Help & Support' });
  await waitFor(() =>
    expect(queryClient.getQueryCache().findAll({ queryKey: ['/api/configurations/:id/preview'] })).toEqual(
      [],
    ),
  );
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Acme');
  expect(back).toBeTruthy();
});

test('sheets that cannot be read are said with a way to try again', async () => {
  const { api } = openAutomation();
  api.handlers[`GET ${automationPath}/preview`] = {
    status: 503,
    body: { code: 'unavailable', message: 'Smartsheet cannot be reached right now.' },
  };
  await screen.findByText('Smartsheet cannot be reached right now.');
  api.handlers[`GET ${automationPath}/preview`] = { body: preview({ verdict: 'unchanged' }) };
  await press('Try again');
  await screen.findByText(/^Nothing\. All 5/);
});

const waiting = {
  reason: 'rate_limited' as const,
  message: 'Smartsheet is limiting requests for your account.',
  nextTryAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const locked: Partial<Automation> = {
  lastError: 'The target column is locked. Unlock it in Smartsheet.',
  lastFailure: 'target_column_locked',
  failingSince: '2026-11-21T08:12:00.000Z',
  pausesAt: '2026-11-24T08:12:00.000Z',
};

test('the page does not count options after a failed run', async () => {
  const { lastRun } = automation();
  openAutomation({
    automation: automation({
      ...locked,
      lastRun: lastRun && { ...lastRun, outcome: 'failed', optionCount: 0 },
    }),
  });
  expect(within(await panel('From where to where')).getByText('Client')).toBeTruthy();
});

test.each<[string, Partial<Automation>, RegExp, string | null]>([
  [
    'Error',
    locked,
    /locked\.Unlock .* Failing since .*It pauses on Nov 24, (2026, )?\d+:12\s[AP]M if nothing/,
    'Choose another column',
  ],
  [
    'Waiting',
    { waiting, syncState: 'queued' },
    /limiting.*It tries again by itself at \d+:\d\d\s[AP]M/,
    null,
  ],
  [
    'Slow',
    { syncState: 'running', slowSince: '2025-11-21T10:46:00.000Z' },
    /slow to answer since Nov 21, 2025, \d+:46\s[AP]M/,
    null,
  ],
  [
    'Paused by itself',
    { isActive: false, pausedBy: 'system', lastError: 'Somebody rewrites it. Find out who.' },
    /Somebody rewrites it\.Find out who\./,
    'Activate',
  ],
  [
    'Paused',
    { isActive: false, pausedBy: 'plan' },
    /your plan covered fewer automations than you had\.Activate it once your plan has room\./,
    null,
  ],
])('a problem is said in one sentence with one way on: %s', async (word, given, text, fix) => {
  openAutomation({ automation: automation(given) });
  const trouble = await panel('What needs attention');
  expect(within(trouble).getByText(word)).toBeTruthy();
  expect(trouble.textContent).toMatch(text);
  expect(
    within(trouble)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(fix ? [fix] : []);
  await expectAccessible();
});

test('settings outside the plan link to the plans and to their options', async () => {
  const lastError = 'Your plan does not include filters. Upgrade it, or remove them.';
  const lastFailure = 'plan_lacks_settings';
  openAutomation({ automation: automation({ lastError, lastFailure, pinnedLast: ['Other'] }) });
  const trouble = await panel('What needs attention');
  const link = within(trouble).getByRole('link', { name: 'View Plans' });
  expect(link.getAttribute('href')).toBe('/subscription');
  await press('Edit options');
  const remove = await screen.findByRole('button', { name: 'Remove: Pinned last' });
  await waitFor(() => expect(document.activeElement).toBe(remove));
});

test('while it fails, nothing says what a sync would do, and no preview is asked for', async () => {
  const { api, show } = openAutomation({ automation: automation(locked) });
  await panel('What needs attention');
  const flow = await panel('From where to where');
  expect(within(flow).getByText(/^stopped since .*:12/)).toBeTruthy();
  expect(within(flow).queryByText(/every 15 min|within about a minute/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'What a sync would do now' })).toBeNull();
  expect(api.received(`GET ${automationPath}/preview`)).toHaveLength(0);
  show({ automation: automation() });
  await press('Sync Now');
  await panel('What a sync would do now');
});

test.each([
  ['target_sheet_gone', 'Client, not found', 1],
  ['source_column_gone', 'Client name, not found', 2],
] as const)(
  'a loss is said where the thing was, without a link to a sheet that is gone: %s',
  async (lastFailure, text, links) => {
    openAutomation({ automation: automation({ lastError: 'It is gone.', lastFailure }) });
    const flow = await panel('From where to where');
    expect(plain(flow)).toContain(text);
    expect(within(flow).getAllByRole('link')).toHaveLength(links);
  },
);

test('the notes say what the user can end before a limit of calls', async () => {
  openAutomation({ automation: automation({ ...locked, waiting, syncState: 'queued' }) });
  const trouble = await panel('What needs attention');
  expect(trouble.textContent).toMatch(/^Error.*locked.*Choose another column.*Waiting.*limiting requests/);
});

test('a stopped sync leads to its review, and a connection that was ended to the button that fixes it', async () => {
  const { api, address } = openAutomation({ automation: stopped() });
  const link = await screen.findByRole('link', { name: 'Review 31 removals' });
  expect(link.getAttribute('href')).toBe(`/automations/${id}/review`);
  api.handlers['GET /api/auth/status'] = {
    body: { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' },
  };
  const app = renderApp(`/automations/${id}`);
  await screen.findByText('Smartsheet no longer accepts this connection.');
  await press('Reconnect');
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  expect(address()).toBe(`/automations/${id}`);
});

test.each<[string, Partial<Automation>, RegExp]>([
  ['a review', stopped(), /It waits\. Afterwards it still waits for your review.*Needs your review/],
  ['an error', locked, /Afterwards it is tried again.*Error.*locked/],
  [
    'an error that was the connection’s',
    { lastError: 'No.', lastFailure: 'connection_revoked' },
    /Afterwards it goes on by itself\. What to doReconnect$/,
  ],
  ['nothing', {}, /Afterwards it goes on by itself\. Reconnect$/],
  [
    'a pause of its own',
    { isActive: false, pausedBy: 'system', lastError: 'Find out.' },
    /^Paused by itselfFind out\.\s*$/,
  ],
])('while the connection is stopped it is said what comes afterwards, with %s', async (_, given, text) => {
  const status = {
    ...connectedMember,
    smartsheetConnected: false,
    smartsheetState: 'needs_reconnect' as const,
  };
  openAutomation({ automation: automation(given), status });
  const trouble = await panel('What needs attention');
  expect(trouble.textContent).toMatch(text);
  const labels = within(trouble)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(given.isActive === false ? [] : ['Reconnect']);
  expect(within(trouble).queryByRole('link', { name: /^Review/ })).toBeNull();
  // A preview would only say it again.
  expect(screen.queryByRole('region', { name: 'What a sync would do now' })).toBeNull();
});

test('the picture of the runs is one stop by keyboard, tells each run, and shows it in the list', async () => {
  const quiet = Array.from({ length: 7 }, (_, index) => run({ id: `quiet ${index}` }));
  const failed = run({
    id: 'failed',
    outcome: 'failed',
    optionCount: null,
    details: 'The column is locked.',
    calls: 1,
  });
  const wrote = run({ id: 'wrote', outcome: 'changed', added: 2, removed: 1, trigger: 'change' });
  openAutomation({ runs: [wrote, ...quiet, failed] });
  const runs = await panel('Last 9 runs');
  const rows = () =>
    within(runs)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows()).toHaveLength(4);
  expect(rows()[0]).toMatch(/Wrote.*2 added.*1 removedChange in Smartsheet320\.9 s3 calls$/);
  expect(rows()[1]).toMatch(/Nothing to do, 7 runsCheck every 15 min320\.9 s each21 calls$/);
  expect(rows()[2]).toMatch(/FailedCheck every 15 min–0\.9 s1 call$/);
  expect(rows()[3]).toBe('The column is locked.');

  const picture = within(runs).getByRole('slider', { name: 'Run' });
  expect(document.getElementById(picture.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^9 runs since Nov 21, (2026, )?\d+:42\s[AP]M: 1 wrote, 7 had nothing to do, 1 failed\./,
  );
  picture.focus();
  expect(picture.getAttribute('aria-valuetext')).toMatch(
    /Wrote: 2 added, 1 removed\. Change in Smartsheet, 0\.9 s, 3 calls$/,
  );
  await userEvent.keyboard('[Home]');
  expect(picture.getAttribute('aria-valuetext')).toMatch(/Failed\. Check every 15 min, 0\.9 s, 1 call$/);
  await userEvent.keyboard('[Enter]');
  expect(rows()).toHaveLength(10);
  const current = within(runs).getByRole('row', { current: true });
  expect(current.textContent).toMatch(/Failed/);
  expect(current.nextElementSibling?.textContent).toBe('The column is locked.');
  await expectAccessible();
});

test('the page says when the first run comes', async () => {
  const never = { lastRun: null, lastUpdated: null, verifiedAt: null, recentRuns: [] };
  openAutomation({ automation: automation({ ...never, isActive: false, pausedBy: 'user' }) });
  const runs = await panel('Runs');
  expect(runs.textContent).toContain('The first one starts when you activate this automation.');
  expect(within(runs).getByRole('button', { name: 'Activate' })).toBeTruthy();
});

test.each<[string, Partial<Automation>, string]>([
  ['before it', { syncState: 'queued' }, 'The first sync starts in a moment'],
  ['during it', { syncState: 'running' }, 'First sync, reading Clients'],
  ['while it waits', { syncState: 'queued', waiting }, 'The first sync waits for Smartsheet'],
])('a new automation says what its first sync does, %s', async (_, given, text) => {
  const never = { lastRun: null, lastUpdated: null, verifiedAt: null, recentRuns: [] };
  openAutomation({ automation: automation({ ...never, ...given }) });
  const runs = await panel('Runs');
  await waitFor(() => expect(plain(runs)).toContain(`${text}Nothing for you to do.`));
  await expectAccessible();
});

test('a first sync that began with the creation says how long it goes on', async () => {
  const never = { lastRun: null, lastUpdated: null, verifiedAt: null, recentRuns: [] };
  const createdAt = new Date().toISOString();
  openAutomation({ automation: automation({ ...never, syncState: 'running', createdAt }) });
  const runs = await panel('Runs');
  await waitFor(() => expect(plain(runs)).toMatch(/\d+ s so far/));
});

test('few runs are told as sentences, the first as such', async () => {
  openAutomation({
    runs: [
      run({ id: '4', outcome: 'failed', trigger: 'user', details: 'The column is locked.' }),
      run({ id: '3', outcome: 'changed', trigger: 'change', removed: 1 }),
      run({ id: '2', outcome: 'changed', trigger: 'creation', added: 27, removed: 2 }),
      run({ id: '1', outcome: 'waiting_review', trigger: 'creation' }),
    ],
  });
  const rows = within(await screen.findByRole('list', { name: 'Runs' })).getAllByRole('listitem');
  const told = [
    'FailedSync Now by youThe column is locked.',
    'Removed 1 optionChange in Smartsheet',
    'Added 27 options, removed 2First sync',
    'Waited for your reviewFirst sync',
  ];
  expect(rows).toHaveLength(told.length);
  for (const [index, text] of told.entries()) expect(rows[index]?.textContent).toContain(text);
  expect(screen.queryByRole('table', { name: 'Runs' })).toBeNull();
  await expectAccessible();
});

test('the checks of a young automation are those of its form, with their time', async () => {
  const { createdAt } = automation();
  openAutomation({ automation: automation({ health: { ...health, findings: [], checkedAt: createdAt } }) });
  const shown = await panel('Health');
  expect(shown.textContent).toMatch(/2 checks passed\s*When you created it, /);
  await userEvent.click(within(shown).getByText('Show all 2 that are fine'));
  expect(within(shown).getByText('Rights')).toBeTruthy();
});

test('checks that passed before an automation failed are not called well', async () => {
  const failed = { lastError: 'The target column is locked.', failingSince: '2026-11-21T07:00:00.000Z' };
  openAutomation({ automation: automation({ ...failed, health: { ...health, findings: [] } }) });
  const shown = await panel('Health');
  expect(shown.textContent).toMatch(/Not looked at since it fails\. Before that, at .*: 2 checks passed\./);
  expect(within(shown).queryByText(/^Show all/)).toBeNull();
});

test('a change made by hand is shown, and what is to become of it is one press', async () => {
  const byHand = preview({
    drift: { added: toList(['Acme Ltd.', 4]), removed: toList('Delphi Instruments') },
    added: toList('Delphi Instruments'),
    removed: toList(['Acme Ltd.', 4]),
  });
  const { api, show } = openAutomation({ preview: byHand });
  await screen.findByText('Somebody edited the dropdown by hand.');
  expect(screen.getByText('They added 1 option and deleted 1. A sync would put the list back.')).toBeTruthy();
  await expectAccessible();
  api.handlers[`PATCH ${automationPath}`] = done(automation({ drift: 'keep' }));
  show({ preview: preview({ verdict: 'unchanged' }) });
  await press('Keep their change');
  await screen.findByText(/^Nothing\. All 5/);
  expect(api.received(`PATCH ${automationPath}`)[0]?.body).toEqual({ drift: 'keep' });
});

const driftReview = (fingerprint: string) => ({
  fingerprint,
  reason: 'drift_found' as const,
  added: 0,
  removed: 1,
  optionCount: 5,
  sourceRows: null,
});

test('a change by hand that waits for an answer is answered here, for exactly what is shown', async () => {
  const review = driftReview('first');
  const { api } = openAutomation({
    automation: automation({ drift: 'ask', review }),
    preview: preview({ drift: { added: toList('Acme Ltd.'), removed: toList() } }),
  });
  api.handlers[`POST ${automationPath}/keep`] = done(automation({ drift: 'ask' }));
  await press('Keep their change');
  await screen.findByText('Their change is kept');
  expect(api.received(`POST ${automationPath}/keep`)[0]?.body).toEqual({ fingerprint: 'first' });
  expect(screen.queryByRole('button', { name: 'Ask me each time' })).toBeNull();
});

test('a change by hand that has become another since the sync stopped is answered as it is shown', async () => {
  const review = driftReview('older');
  const { api } = openAutomation({
    automation: automation({ drift: 'ask', review }),
    preview: preview({ drift: { added: toList('Acme Ltd.'), removed: toList() } }),
  });
  api.handlers[`POST ${automationPath}/sync`] = done(automation({ drift: 'ask', review }));
  api.handlers[`POST ${automationPath}/approve`] = done(automation({ drift: 'ask' }));
  await press('Put it back');
  await screen.findByText('The list is put back');
  expect(api.received(`POST ${automationPath}/sync`)).toHaveLength(1);
  expect(api.received(`POST ${automationPath}/approve`)[0]?.body).toEqual({ fingerprint: 'first' });
});

test('health says what is wrong with its cure, what is fine, and can be checked again', async () => {
  const { api, show, address } = openAutomation({ automation: automation({ health }) });
  const shown = await panel('Health');
  expect(shown.textContent).toContain('1 of 3 checks failed. Checked at');
  const well = { ...health, findings: [], fine: [...health.fine, 'only_writer' as const] };
  api.handlers[`POST ${automationPath}/check`] = () => {
    show({ automation: automation({ health: well }) });
    return { body: { checkedAt: well.checkedAt, findings: [] } };
  };
  await userEvent.click(within(shown).getByRole('button', { name: 'Choose another column' }));
  await screen.findByRole('dialog', { name: 'Edit Automation' });
  expect(address()).toContain('dialog=edit&field=targetColumn');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe(`/automations/${id}`));
  await press('Check again');
  await within(shown).findByText('3 checks passed');
  expect(within(shown).getByText('Only writer')).toBeTruthy();
});

test('the settings in words lead to their place in the form, and Back closes it', async () => {
  const app = openAutomation();
  await userEvent.click(await screen.findByRole('link', { name: 'more than 50\u00a0% and 5 options' }));
  await screen.findByRole('dialog', { name: 'Edit Automation' });
  expect(app.address()).toContain('field=maxRemovalPercent');
  app.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.address()).toBe(`/automations/${id}`);
});

test('the page syncs, pauses, duplicates and deletes the automation, and leads to its activity', async () => {
  const { api, address, show } = openAutomation();
  api.handlers[`POST ${automationPath}/sync`] = done(automation());
  await press('Sync Now');
  await screen.findByText('Manual sync triggered');
  api.handlers[`PATCH ${automationPath}`] = () => {
    show({ automation: automation({ isActive: false, pausedBy: 'user' }) });
    return done(automation({ isActive: false }));
  };
  await press('Pause');
  await screen.findByText(/^Paused\. Last in sync/);
  const choose = async (item: string) => {
    await press(`More: ${name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  api.handlers['GET /api/configurations/candidates'] = {
    status: 500,
    body: { code: 'internal', message: 'No' },
  };
  await choose('Add another destination');
  await screen.findByRole('dialog', { name: 'Add another destination' });
  expect(address()).toContain('dialog=destinations');
  await press('Cancel');
  await choose('Duplicate');
  await screen.findByRole('dialog', { name: 'New Configuration' });
  await waitFor(async () =>
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Source Sheet' })).value).toBe(
      'Clients',
    ),
  );
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Target Dropdown Column' }).value).toBe('');
  expect(address()).toContain('dialog=new-configuration');
});

test('an automation that is deleted here leads back to the dashboard', async () => {
  const { api, address } = openAutomation();
  await press(`More: ${name}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: 'Delete Automation' });
  api.handlers[`DELETE ${automationPath}`] = () => {
    api.handlers['GET /api/configurations'] = { body: [] };
    return { body: { message: 'Deleted' } };
  };
  await press('Delete');
  await screen.findByText('Configuration deleted');
  await waitFor(() => expect(address()).toBe('/dashboard'));
  await screen.findByText('No configurations found. Create your first automation above.');
});

test('an automation that is not there, or somebody else’s, is said inside the page; one that goes meanwhile too', async () => {
  const streams = fakeEventStreams();
  const { api } = openAutomation();
  await heading();
  await waitFor(() => expect(streams.open()).toBe(1));
  delete api.handlers[`GET ${automationPath}`];
  streams.change(['automations']);
  await screen.findByRole('heading', { name: 'This automation was deleted in another window' });
  fakeApi({ 'GET /api/auth/status': { body: connectedMember } });
  renderApp('/automations/0198f5a0-0000-7000-8000-0000000000ff');
  await screen.findByRole('heading', { name: 'This automation is not there' });
  expect(screen.getAllByRole('navigation', { name: 'Main' }).length).toBeGreaterThan(0);
});

test('a run that ends while the page is open shows when the server tells of it', async () => {
  const streams = fakeEventStreams();
  const { api, show } = openAutomation({ runs: [run()] });
  await within(await panel('Runs')).findByText('Nothing to do');
  await waitFor(() => expect(streams.open()).toBe(1));
  api.handlers[`GET ${automationPath}/runs`] = { body: [run({ id: '2', trigger: 'user' }), run()] };
  show({ automation: automation({ name: 'Renamed' }) });
  streams.change(['automations']);
  await within(await panel('Runs')).findByText('Nothing to do, 2 runs');
  await screen.findByRole('heading', { level: 1, name: 'Renamed' });
});

test('a preview with changes is read again when a later run has nothing to do', async () => {
  const streams = fakeEventStreams();
  const before = preview({ added: toList(), removed: toList('Acme Ltd.') });
  const { show } = openAutomation({ preview: before });
  const look = await panel('What a sync would do now');
  await within(look).findByText('It would remove 1 option.');
  await waitFor(() => expect(streams.open()).toBe(1));
  const at = new Date(Date.parse(before.readAt) + 1000).toISOString();
  const lastRun = { at, outcome: 'unchanged' as const, added: 0, removed: 0, optionCount: 5, warnings: [] };
  show({
    automation: automation({ lastRun }),
    preview: preview({ readAt: at, added: toList(), verdict: 'unchanged' }),
  });
  streams.change(['automations']);
  await within(look).findByText(/^Nothing\. All 5/);
});

test('a link of an older mail leads to the page, and to the review', async () => {
  openAutomation();
  const panelLink = renderApp(`/dashboard?dialog=details&automation=${id}`);
  await waitFor(() => expect(panelLink.address()).toBe(`/automations/${id}`));
  const reviewLink = renderApp(`/dashboard?dialog=review&automation=${id}`);
  await waitFor(() => expect(reviewLink.address()).toBe(`/automations/${id}/review`));
});
