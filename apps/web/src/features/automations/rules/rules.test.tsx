import type { PreviewedMatch, Rule, RuleMatch, RulePreview } from '@picksync/contracts';
import { pass } from '@picksync/ui/testing/held-time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi, stopped } from '../../../testing/automations.ts';
import { fakeEventStreams } from '../../../testing/event-streams.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { chosenValues, openForm } from '../../../testing/open-form.ts';
import { connectedMember, premiumMember } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ruleId as id, rule } from '../../../testing/rules.ts';

const known = { message: null, columnId: '1', columnName: 'Client', choices: [], takeOver: null };

function match(number: number, given: Partial<RuleMatch> = {}): RuleMatch {
  return {
    id: `0198f5a0-0000-7000-8000-00000000007${number}`,
    sheetId: `70${number}`,
    sheetName: `Sheet ${number}`,
    state: 'follows',
    ...known,
    sheetPermalink: null,
    configuration: automation({ name: `Clients into Sheet ${number}` }),
    takenUpAt: '2026-01-01T10:00:00.000Z',
    goneSince: null,
    goneUntil: null,
    ...given,
  };
}

function previewed(number: number, given: Partial<PreviewedMatch> = {}): PreviewedMatch {
  return {
    sheetId: `70${number}`,
    sheetName: `Sheet ${number}`,
    state: 'follows',
    ...known,
    firstSync: { added: 4, removed: 2, needsReview: false },
    optionCount: 40,
    isOfContacts: false,
    dropdowns: ['Client'],
    isFollowing: false,
    ...given,
  };
}

function rulePreview(sheets: PreviewedMatch[], given: Partial<RulePreview> = {}): RulePreview {
  return {
    sheets,
    looked: sheets.length,
    total: sheets.length,
    folders: 1,
    unreadableFolders: 0,
    unread: 0,
    next: null,
    waitMs: 0,
    waitsFor: null,
    listSize: 42,
    lookedAt: new Date().toISOString(),
    configurationCount: 0,
    configurationLimit: 100,
    ...given,
  };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

function openRuleForm(preview: RulePreview) {
  return openForm({
    member: premiumMember,
    values: { ...chosenValues, name: '', targetSheet: null, targetColumn: null },
    handlers: {
      'GET /api/smartsheet/places': {
        body: {
          places: [{ kind: 'folder', id: '77', name: 'Client projects' }],
          sheetCount: 0,
          isWhole: true,
        },
      },
      'POST /api/rules/preview': { body: preview },
      'POST /api/rules': { status: 201, body: { message: 'Done', rule: rule() } },
      [`GET /api/rules/${id}`]: { body: rule() },
      [`GET /api/rules/${id}/matches`]: { body: [match(1)] },
    },
  });
}

/** Types over the title that is proposed. */
async function enterTitle(title: string) {
  const field = screen.getByLabelText('Target Dropdown Column');
  await userEvent.clear(field);
  await userEvent.type(field, title);
}

async function fillIn() {
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  await press('Client projects');
  await enterTitle('Client');
}

test('a rule shows every sheet of its folder, and is created with what was left out and chosen', async () => {
  const api = openRuleForm(
    rulePreview([
      previewed(1),
      previewed(2, { firstSync: { added: 31, removed: 15, needsReview: true }, optionCount: 26 }),
      previewed(3, {
        state: 'choose',
        firstSync: null,
        message: 'Two columns match.',
        choices: [{ columnId: '31', columnName: 'client' }],
      }),
      previewed(4, { state: 'no_column', firstSync: null, message: 'No column called Client' }),
    ]),
  );
  await fillIn();
  await screen.findByRole('heading', { name: '2 sheets would follow' });
  await screen.findByText('Would remove 15 of 26, so it asks for your review');
  expect(screen.getByText('2 of 100')).toBeTruthy();
  await expectAccessible();
  await press('Choose client in Sheet 3');
  await screen.findByRole('heading', { name: '3 sheets would follow' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Follow: Sheet 1' }));
  await screen.findByText('Left out by you');
  await press('Create Automation');
  await waitFor(() => expect(api.received('POST /api/rules')).toHaveLength(1));
  expect(api.received('POST /api/rules')[0]?.body).toMatchObject({
    name: 'Clients into every sheet of Client projects',
    placeKind: 'folder',
    placeId: '77',
    columnTitle: 'Client',
    sourceColumnId: '1011',
    newSheets: 'take_up',
    excludedSheetIds: ['701'],
    chosenColumns: [{ sheetId: '703', columnId: '31' }],
  });
  await waitFor(() => expect(api.address()).toBe(`/rules/${id}`));
});

test('the form of a folder asks for a column of addresses where a sheet has a contact column', async () => {
  const message = 'It is a contact column. Choose a contact column as the source, or an address column.';
  openRuleForm(
    rulePreview([
      previewed(1),
      previewed(2, { state: 'refused', firstSync: null, message, isOfContacts: true }),
    ]),
  );
  await fillIn();
  await screen.findByText(message);
  expect(screen.getByText('Address Column')).toBeTruthy();
  await expectAccessible();
});

test('the form of a folder says what is missing when it is sent too early', async () => {
  const api = openRuleForm(rulePreview([]));
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  await userEvent.clear(screen.getByLabelText('Target Dropdown Column'));
  await press('Create Automation');
  await screen.findByText('Please choose a workspace or folder');
  expect(screen.getByText('Please enter the title of the column')).toBeTruthy();
  expect(api.received('POST /api/rules')).toHaveLength(0);
});

test('the sheets of a preview are listed by name', async () => {
  openRuleForm(rulePreview([10, 9, 2].map((number) => previewed(number, { sheetName: `Site ${number}` }))));
  await fillIn();
  const sheets = await screen.findByRole('list', { name: 'Sheets that would follow' });
  const boxes = within(sheets).getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(
    ['Site 2', 'Site 9', 'Site 10'].map((name) => `Follow: ${name}`),
  );
});

test('a folder is created with the workspace through which it was chosen, and is shown with its name', async () => {
  const api = openRuleForm(rulePreview([previewed(1)]));
  const workspace = { kind: 'workspace', id: '5', name: 'Delivery' };
  api.handlers['GET /api/smartsheet/places'] = ({ path }) => ({
    body: {
      places: [
        path.includes('workspaceId=5') ? { kind: 'folder', id: '77', name: 'Client projects' } : workspace,
      ],
      sheetCount: 0,
      isWhole: true,
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  await press('Folders in Delivery');
  await press('Client projects');
  await screen.findByText('In the workspace Delivery');
  await enterTitle('Client');
  await screen.findByRole('heading', { name: '1 sheet would follow' });
  await press('Create Automation');
  await waitFor(() =>
    expect(api.received('POST /api/rules')[0]?.body).toMatchObject({ placeId: '77', workspaceId: '5' }),
  );
});

test('at the limit of the plan it says first which sheets would wait', async () => {
  const api = openRuleForm(rulePreview([previewed(1), previewed(2)], { configurationLimit: 1 }));
  await fillIn();
  await screen.findByRole('heading', { name: '2 sheets would follow' });
  await press('Create Automation');
  await screen.findByText('2 sheets match. The 1 that were made first would follow, 1 would wait.');
  expect(api.received('POST /api/rules')).toHaveLength(0);
  await press('Create with 1');
  await waitFor(() => expect(api.received('POST /api/rules')).toHaveLength(1));
});

test('a title that no sheet has offers those that they have', async () => {
  openRuleForm(
    rulePreview([previewed(1, { state: 'no_column', dropdowns: ['Customer'], message: 'No column' })]),
  );
  await fillIn();
  await screen.findByRole('heading', { name: 'No sheet matches yet' });
  screen.getByText(/^The one sheet has no column called /);
  await press('Use Customer, in 1 sheet');
  await waitFor(() =>
    expect((screen.getByLabelText('Target Dropdown Column') as HTMLInputElement).value).toBe('Customer'),
  );
});

test('on a smaller plan the folder says which plan has it', async () => {
  openForm({ member: connectedMember });
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  await screen.findByRole('dialog', { name: /^Every sheet in a folder/ });
  await press('Choose one sheet');
  await screen.findByRole('radio', { name: 'A folder' });
});

function openRule(matches: readonly RuleMatch[], given: Partial<Rule> = {}) {
  const api = fakeApi({
    ...dashboardApi([automation()]),
    'GET /api/auth/status': { body: premiumMember },
    [`GET /api/rules/${id}`]: { body: rule(given) },
    [`GET /api/rules/${id}/matches`]: { body: matches },
  });
  return { api, ...renderApp(`/rules/${id}`) };
}

test('the page of a rule shows how its sheets stand, and what can be done with each', async () => {
  const { api } = openRule([
    match(1, {
      state: 'choose',
      configuration: null,
      choices: [{ columnId: '5', columnName: 'CLIENT' }],
      message: 'Two columns match.',
    }),
    match(2),
    match(3, { state: 'excluded', configuration: null }),
  ]);
  await screen.findByRole('heading', { level: 1, name: rule().name });
  const sheets = await screen.findByRole('list', { name: 'Sheets' });
  for (const word of ['Choose a column', 'In sync', 'Left out by you'])
    expect(within(sheets).getByText(word)).toBeTruthy();
  expect(screen.getByText('Every column called Client in Client projects and its subfolders.')).toBeTruthy();
  await expectAccessible();
  const path = `POST /api/rules/${id}/matches/${match(1).id}`;
  api.handlers[path] = { body: { message: 'Done', rule: rule() } };
  await press('Choose CLIENT: Sheet 1');
  await waitFor(() => expect(api.received(path)[0]?.body).toEqual({ act: 'choose', columnId: '5' }));
  await press('Left out 1');
  await waitFor(() => expect(within(sheets).queryByText('Sheet 2')).toBeNull());
});

test('the head of a rule tells reviews and decisions that wait beside its errors', async () => {
  const { counts } = rule();
  openRule([match(2)], { counts: { ...counts, failing: 1, needReview: 12, asks: 1, choose: 1 } });
  const header = (await screen.findByRole('heading', { level: 1, name: rule().name })).parentElement;
  for (const word of ['1 error', '12 reviews', '2 to decide'])
    expect(within(header ?? document.body).getByText(word)).toBeTruthy();
});

test('a sentence that holds of several sheets is said once, above them', async () => {
  const { lastError, lastFailure, lastRun, review } = stopped();
  const waits = { lastError, lastFailure, lastRun, review };
  const waiting = (number: number, given: object = {}) =>
    match(number, { configuration: automation({ name: `Clients into ${number}`, ...waits, ...given }) });
  openRule([
    waiting(1),
    waiting(2),
    waiting(3),
    waiting(4, { lastError: 'The target column is locked.', lastRun: null, review: null }),
    match(5),
  ]);
  const several = await screen.findByRole('list', { name: 'Several sheets' });
  within(several).getByText('3 sheets');
  expect(screen.getAllByText(lastError ?? '')).toHaveLength(1);
  const rows = within(screen.getByRole('list', { name: 'Sheets' }));
  expect(rows.getAllByText('Needs your review')).toHaveLength(3);
  rows.getByText('The target column is locked.');
  await expectAccessible();
});

test('a look can be asked for without a sync', async () => {
  const { api } = openRule([match(1)]);
  const path = `POST /api/rules/${id}/look`;
  api.handlers[path] = { body: { message: 'Done', rule: rule({ isLooking: true }) } };
  await press('Look now');
  await waitFor(() => expect(api.received(path)).toHaveLength(1));
  expect(await screen.findByText('Looking into the folder')).toBeTruthy();
});

test('the page shows that a look has ended when the server tells of it, and does not ask by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const streams = fakeEventStreams();
  const { api } = openRule([match(2)], { isLooking: true });
  await screen.findByRole('button', { name: 'Looking' });
  await waitFor(() => expect(streams.open()).toBe(1));
  const path = `GET /api/rules/${id}`;
  streams.beat();
  await pass(1000);
  const before = api.received(path).length;
  streams.beat();
  await pass(6000);
  expect(api.received(path)).toHaveLength(before);
  api.handlers[path] = { body: rule() };
  api.handlers[`${path}/matches`] = { body: [match(2), match(5)] };
  streams.change(['rules']);
  await screen.findByText('Sheet 5');
  await screen.findByRole('button', { name: 'Sync Now' });
});

test('the sheets of a rule are loaded again when the look into its folder is over', async () => {
  const streams = fakeEventStreams();
  const unread = match(1, { state: 'unread', configuration: null, message: 'It was not read yet.' });
  const { api } = openRule([unread, match(2, { state: 'excluded', configuration: null })], {
    isLooking: true,
    lookedAt: null,
  });
  const sheets = await screen.findByRole('list', { name: 'Sheets' });
  expect(within(sheets).getByText('Looking')).toBeTruthy();
  expect(within(sheets).queryByText('It was not read yet.')).toBeNull();
  await screen.findByRole('button', { name: 'Left out 1' });
  // The sheets come after the rule, as they do where a look ends between the two answers.
  api.handlers[`GET /api/rules/${id}`] = { body: rule() };
  const before = api.received(`GET /api/rules/${id}/matches`).length;
  await waitFor(() => expect(streams.open()).toBe(1));
  api.handlers[`GET /api/rules/${id}/matches`] = { body: [match(1)] };
  streams.change(['automations']);
  await within(sheets).findByText('In sync');
  expect(api.received(`GET /api/rules/${id}/matches`).length).toBeGreaterThan(before);
});

test('a sheet whose column was renamed offers to follow the new title', async () => {
  const renamed = match(3, {
    state: 'gone',
    message: 'The column was renamed to Customer.',
    choices: [{ columnId: '9', columnName: 'Customer' }],
    goneSince: '2026-11-18T10:00:00.000Z',
    goneUntil: '2026-12-18T10:00:00.000Z',
  });
  const { api } = openRule([renamed]);
  await screen.findByText('The column was renamed to Customer.');
  const path = `POST /api/rules/${id}/matches/${renamed.id}`;
  api.handlers[path] = { body: { message: 'Done', rule: rule() } };
  await press('Follow Customer: Sheet 3');
  await waitFor(() => expect(api.received(path)[0]?.body).toEqual({ act: 'choose', columnId: '9' }));
});

test('a long list of sheets shows those that are left out on request', async () => {
  const following = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => match(number));
  const out = ['a', 'b', 'c', 'd'].map((letter, index) => ({
    ...match(0, { state: 'excluded', configuration: null, sheetName: `Left ${letter}` }),
    id: `0198f5a0-0000-7000-8000-00000000008${index}`,
  }));
  openRule([...following, ...out]);
  await screen.findByText('Sheet 9');
  expect(screen.queryByText('Left a')).toBeNull();
  await press('Show 4 left out');
  await screen.findByText('Left a');
});

test('deleting a rule asks what stays, and counts the sheets that are gone with what is deleted only', async () => {
  const { counts } = rule();
  const gone = match(3, {
    state: 'gone',
    message: 'It is no longer where the rule looks.',
    goneSince: '2026-11-18T10:00:00.000Z',
    goneUntil: '2026-12-18T10:00:00.000Z',
  });
  const { api } = openRule([match(2), gone], { counts: { ...counts, follows: 2, gone: 1 } });
  await screen.findByText(
    /^It is no longer where the rule looks\. If it comes back before Dec 18.*, it goes on by itself\.$/,
  );
  await press(/^More: /);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Automation' });
  within(dialog).getByText('Delete the rule and its 3 automations');
  within(dialog).getByText('2 single automations go on, with their history.');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Delete only the rule' }));
  api.handlers[`DELETE /api/rules/${id}`] = { body: { message: 'Deleted' } };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.received(`DELETE /api/rules/${id}`)[0]?.path).toContain('automations=keep'));
  await screen.findByText('Rule deleted');
});

test('a rule that is not there is said to be so, with a way back', async () => {
  fakeApi({ 'GET /api/auth/status': { body: premiumMember } });
  renderApp('/rules/0198f5a0-0000-7000-8000-0000000000ff');
  await screen.findByRole('heading', { level: 1, name: 'This rule is not there' });
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard');
});

test('a folder that cannot be read says that its sheets go on', async () => {
  openRule([match(2)], {
    unreadableSince: new Date().toISOString(),
    unreadableMessage: 'Client projects was deleted.',
  });
  await screen.findByText(/^Client projects was deleted\. Its 1 sheet goes on as before/);
});

test('an edit that looks where the rule looked before is saved although its folder is gone', async () => {
  const { api } = openRule([match(2)]);
  api.handlers['POST /api/rules/preview'] = {
    status: 404,
    body: { code: 'place_not_found', message: 'The folder was not found in Smartsheet.' },
  };
  api.handlers[`PATCH /api/rules/${id}`] = { body: { message: 'Done', rule: rule() } };
  await press('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Automation' });
  const name = within(dialog).getByLabelText('Automation Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Clients');
  await screen.findByText(/^The name and the options can be saved all the same\./);
  await press('Save changes');
  await waitFor(() => expect(api.received(`PATCH /api/rules/${id}`)[0]?.body).toEqual({ name: 'Clients' }));
});

test('the form of a rule says what another window has saved meanwhile, and leaves it as it is', async () => {
  const { api, queryClient } = openRule([match(2)]);
  api.handlers['POST /api/rules/preview'] = { body: rulePreview([previewed(2, { isFollowing: true })]) };
  api.handlers[`PATCH /api/rules/${id}`] = { body: { message: 'Done', rule: rule() } };
  await press('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Automation' });
  await userEvent.type(within(dialog).getByLabelText('Automation Name'), ' 2027');
  api.handlers[`GET /api/rules/${id}`] = { body: rule({ mode: 'add_only', newSheets: 'ask' }) };
  await queryClient.invalidateQueries();
  await screen.findByText('This was changed in another window');
  await press('Save changes');
  await waitFor(() =>
    expect(api.received(`PATCH /api/rules/${id}`)[0]?.body).toEqual({ name: `${rule().name} 2027` }),
  );
});

test('the form of a rule that is opened again before the page is loaded begins with what was saved', async () => {
  const { api } = openRule([match(2)]);
  api.handlers['POST /api/rules/preview'] = { body: rulePreview([previewed(2, { isFollowing: true })]) };
  const saved = rule({ name: `${rule().name} 2027` });
  api.handlers[`PATCH /api/rules/${id}`] = { body: { message: 'Done', rule: saved } };
  await press('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Automation' });
  await userEvent.type(within(dialog).getByLabelText('Automation Name'), ' 2027');
  api.handlers[`GET /api/rules/${id}`] = 'silent';
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Edit');
  const again = await screen.findByLabelText<HTMLInputElement>('Automation Name');
  expect(again.value).toBe(saved.name);
});
