import { pass } from '@picksync/ui/testing/held-time.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { keepDraft } from '../../../stores/drafts.ts';
import { useToast } from '../../../stores/toast.ts';
import { automation, dashboardApi, sheets, stats } from '../../../testing/automations.ts';
import { choose, offered, openOptions, select, shownIn } from '../../../testing/choose.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { openForm } from '../../../testing/open-form.ts';
import { connectedMember, nobody, user } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { type AutomationValues, emptyAutomation } from './automation-form-values.ts';

const at = '/dashboard?dialog=new-configuration';
const sheetsPath = 'GET /api/smartsheet/sheets';
const createPath = 'POST /api/configurations';

const open = () => {
  const api = fakeApi(dashboardApi([]));
  return { api, ...renderApp(at) };
};

/** The form as somebody left it who had filled it in: quicker than filling it in again. */
const openFilled = async () => {
  const values: AutomationValues = {
    ...emptyAutomation,
    name: 'Clients into Time sheet',
    sourceSheet: { id: '101', name: 'Clients' },
    sourceColumn: { id: '1011', name: 'Client name' },
    targetSheet: { id: '102', name: 'Time sheet 2026' },
    targetColumn: { id: '1022', name: 'Project' },
  };
  keepDraft(`${user.id} new`, { base: emptyAutomation, values });
  const opened = open();
  await screen.findByDisplayValue('Clients into Time sheet');
  return opened;
};

const nameField = () => screen.findByLabelText('Automation Name');
const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create Automation' }));
const fillIn = async () => {
  await userEvent.click(await nameField());
  await userEvent.paste('Clients into Time sheet');
  await choose('Source Sheet', 'Clients');
  await choose('Source Column', 'Client name');
  await choose('Destination Sheet', 'Time sheet 2026');
  await choose('Target Dropdown Column', 'Project');
};

test('a new automation is opened from the message', async () => {
  const { api, address } = open();
  await fillIn();
  const made = automation();
  api.handlers[createPath] = { status: 201, body: { message: 'Done', configuration: made } };
  await create();
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await waitFor(() => expect(address()).toBe(`/automations/${made.id}`));
  expect(screen.queryByText('Success!')).toBeNull();
});

test('the form sends the choices, closes and reloads the lists', async () => {
  const { api, address } = open();
  await fillIn();
  const made = automation();
  api.handlers[createPath] = () => {
    api.handlers['GET /api/configurations'] = { body: [made] };
    return { status: 201, body: { message: 'Done', configuration: made } };
  };
  const asked = (path: string) => api.received(path).length;
  const before = [asked('GET /api/stats'), asked('GET /api/activity-logs/lines')];
  await create();
  await screen.findByText('Success!');
  expect(screen.getByText('Your automation has been set up successfully')).toBeTruthy();
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/dashboard');
  expect(asked('GET /api/stats')).toBeGreaterThan(before[0] ?? 0);
  expect(asked('GET /api/activity-logs/lines')).toBeGreaterThan(before[1] ?? 0);
  expect(api.received(createPath)[0]?.body).toMatchObject({
    name: 'Clients into Time sheet',
    sourceSheetId: '101',
    sourceSheetName: 'Clients',
    sourceColumnId: '1011',
    sourceColumnName: 'Client name',
    sheetId: '102',
    sheetName: 'Time sheet 2026',
    targetColumnId: '1022',
    targetColumnName: 'Project',
    removeDuplicates: true,
    maxRemovalPercent: 50,
  });
});

test('another source sheet clears the source column, and another destination the target column', async () => {
  await openFilled();
  await choose('Source Sheet', 'Projects');
  expect(await shownIn('Source Column')).toBe('Choose the column to read');
  expect(await shownIn('Target Dropdown Column')).toBe('Project');
  await choose('Destination Sheet', 'Projects');
  expect(await shownIn('Target Dropdown Column')).toBe('Choose the column to fill');
});

test('a column cannot be chosen before its sheet', async () => {
  open();
  await choose('Source Sheet', 'Clients');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Source Sheet' }));
  expect(await shownIn('Source Column')).toBe('Choose a sheet first');
  expect((await select('Source Column')).disabled).toBe(true);
});

test('choosing a target column switches Remove duplicates on', async () => {
  open();
  await openOptions('Repeats');
  const removeDuplicates = await screen.findByRole('checkbox', { name: 'Remove duplicates' });
  expect(removeDuplicates.getAttribute('aria-checked')).toBe('true');
  await userEvent.click(removeDuplicates);
  await choose('Destination Sheet', 'Time sheet 2026');
  expect(removeDuplicates.getAttribute('aria-checked')).toBe('false');
  await choose('Target Dropdown Column', 'Project');
  expect(removeDuplicates.getAttribute('aria-checked')).toBe('true');
});

test('columns that cannot be filled stand last with a reason', async () => {
  open();
  await choose('Destination Sheet', 'Time sheet 2026');
  expect(await offered('Target Dropdown Column')).toEqual([
    'Project',
    'EntryNeither a dropdown nor a contact column',
    'ClientAnother automation, perhaps a colleague’s, already fills this column',
    'ApproverThe column is locked',
  ]);
});

test('a sheet one may not change can be a source and no destination', async () => {
  open();
  expect(await offered('Destination Sheet')).toContain(
    'ShipmentsYou need to be an admin or the owner of this sheet',
  );
  await userEvent.keyboard('{Escape}');
  expect(await offered('Source Sheet')).toContain('Shipments');
});

test('the form is not sent without its choices, and says what is missing', async () => {
  const { api } = open();
  await nameField();
  await create();
  await screen.findByText('Validation Error');
  expect(screen.getByText('Please fill in all required source and destination fields')).toBeTruthy();
  for (const text of [
    'Automation name is required',
    'Source sheet ID is required',
    'Source column ID is required',
    'Destination sheet ID is required',
    'Destination column ID is required',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.activeElement).toBe(await select('Source Sheet'));
  expect(api.received(createPath)).toHaveLength(0);
});

test('the toast about missing choices goes once all are made', async () => {
  open();
  await nameField();
  await create();
  await screen.findByText('Validation Error');
  await fillIn();
  await waitFor(() => expect(screen.queryByText('Validation Error')).toBeNull());
});

test('the toast about missing choices goes with the form', async () => {
  open();
  await nameField();
  await create();
  await screen.findByText('Validation Error');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Validation Error')).toBeNull());
});

test('a missing name shows one message, at the name', async () => {
  await openFilled();
  await userEvent.clear(await nameField());
  await create();
  await screen.findByText('Automation name is required');
  expect(screen.queryByText('Validation Error')).toBeNull();
});

test('a new automation is named after its sheets, until somebody types a name', async () => {
  open();
  const name = (await nameField()) as HTMLInputElement;
  await choose('Source Sheet', 'Clients');
  expect(name.value).toBe('');
  await choose('Destination Sheet', 'Time sheet 2026');
  expect(name.value).toBe('Clients into Time sheet 2026');
  await choose('Source Sheet', 'Projects');
  expect(name.value).toBe('Projects into Time sheet 2026');
  await userEvent.type(name, ' (old)');
  await choose('Source Sheet', 'Clients');
  expect(name.value).toBe('Projects into Time sheet 2026 (old)');
});

test('Reset empties the form', async () => {
  await openFilled();
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await screen.findByText('Form reset');
  expect(await shownIn('Source Sheet')).toBe('Choose the sheet to read');
  expect(((await nameField()) as HTMLInputElement).value).toBe('');
});

const errors = { name: 'Too long', targetColumnId: 'The column is locked' };

test.each([
  [
    'the fields of an errors map',
    { status: 400, body: { code: 'validation_failed', message: 'Please check the marked fields.', errors } },
    'Validation failed: name: Too long, targetColumnId: The column is locked',
  ],
  [
    'the server’s message',
    { status: 422, body: { code: 'target_not_writable', message: 'Choose another column.', errors } },
    'Choose another column.',
  ],
  [
    'the status when there are no words',
    { status: 500, body: {} },
    'Failed to create configuration (Status 500)',
  ],
  ['that the network is gone', 'unreachable', 'Network error. Please check your connection and try again.'],
] as const)('a creation that was refused says %s and keeps the form', async (_what, answer, text) => {
  const { api } = await openFilled();
  api.handlers[createPath] = answer;
  await create();
  await screen.findByText('Creation Failed');
  expect(screen.getByText(text)).toBeTruthy();
  expect(await shownIn('Target Dropdown Column')).toBe('Project');
});

test('an error of the server stands at its field until another choice is made', async () => {
  const { api } = await openFilled();
  const message =
    'Another automation, perhaps a colleague’s, already fills this column. Please choose another target column.';
  api.handlers[createPath] = { status: 409, body: { code: 'column_taken', message } };
  await create();
  const target = await select('Target Dropdown Column');
  await waitFor(() => expect(target.getAttribute('aria-invalid')).toBe('true'));
  await choose('Destination Sheet', 'Projects');
  expect((await select('Target Dropdown Column')).getAttribute('aria-invalid')).toBeNull();
});

test('the button says that the form is being sent and cannot send it twice', async () => {
  const { api } = await openFilled();
  api.handlers[createPath] = 'silent';
  await create();
  await userEvent.click(await screen.findByRole('button', { name: 'Creating...' }));
  expect(api.received(createPath)).toHaveLength(1);
});

const full = { configurationCount: 1, configsUsed: 1, configurationLimit: 1, configsAvailable: 1 };
const limitText = 'Configuration limit reached. Please upgrade plan to add more configurations';

test('a free plan that is used up says so in place of the form', async () => {
  fakeApi(dashboardApi([automation()], stats({ ...full, subscriptionStatus: 'free', trialEndsIn: null })));
  renderApp(at);
  await screen.findByRole('dialog', { name: 'Free Plan Limit' });
  expect(screen.queryByLabelText('Automation Name')).toBeNull();
  expect(screen.queryByText(limitText)).toBeNull();
});

test('the limit says how many automations to delete on the free plan', async () => {
  const figures = { ...full, configurationCount: 2, configsUsed: 2, trialEndsIn: null };
  fakeApi(dashboardApi([automation()], stats({ ...figures, subscriptionStatus: 'free' })));
  renderApp(at);
  await screen.findByText(
    /includes 1 configuration\. You have 2: upgrade your plan, or delete 2 to make room for another\./,
  );
});

test.each(['active', 'trial'] as const)(
  'when the %s plan is used up, a message beside the other way out says so, and goes with the window',
  async (subscriptionStatus) => {
    fakeApi(dashboardApi([automation()], stats({ ...full, subscriptionStatus })));
    const { address } = renderApp(at);
    const dialog = await screen.findByRole('dialog', { name: 'Plan Limit Reached' });
    await screen.findByText(limitText);
    within(dialog).getByText(
      /includes 1 configuration\. Delete the one you have to make room for another\.$/,
    );
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/dashboard'));
    await waitFor(() => expect(screen.queryByText(limitText)).toBeNull());
  },
);

test('the first automation is offered while the lists load, and its form never turns into the limit', async () => {
  const { api, queryClient } = await openFilled();
  const made = automation();
  const isLimitSaid: boolean[] = [];
  api.handlers[createPath] = async () => {
    api.handlers['GET /api/configurations'] = 'silent';
    api.handlers['GET /api/stats'] = { body: stats({ ...full, subscriptionStatus: 'free' }) };
    await queryClient.refetchQueries({ queryKey: ['/api/stats'] });
    await screen.findByText('1 of 1 configurations');
    isLimitSaid.push(screen.queryByRole('dialog', { name: 'Free Plan Limit' }) !== null);
    return { status: 201, body: { message: 'Done', configuration: made } };
  };
  await create();
  await screen.findByText('Success!');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  expect(isLimitSaid).toEqual([false]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the limit is the server’s word: when it says so, the form gives way', async () => {
  const { api } = await openFilled();
  api.handlers[createPath] = { status: 403, body: { code: 'plan_limit_reached', message: limitText } };
  await create();
  await screen.findByRole('dialog', { name: 'Plan Limit Reached' });
  await screen.findByText(limitText);
});

test('the form opens when the figures cannot be loaded', async () => {
  fakeApi({ ...dashboardApi([]), 'GET /api/stats': { status: 500, body: {} } });
  renderApp(at);
  await nameField();
});

/** Timers that can be moved on, and run along: what is waited for here comes all the same. */
const holdTime = () => vi.useFakeTimers({ shouldAdvanceTime: true });

/**
 * The open dialog, whose sheets are answered only now that its time is held: however long it took to open, what comes of the
 * answer comes when the test lets time pass.
 */
async function openHeld(
  answer: { status?: number; body: unknown },
  given: Parameters<typeof fakeApi>[0] = {},
) {
  const { promise, resolve } = Promise.withResolvers<typeof answer>();
  const api = fakeApi({ ...dashboardApi([]), ...given, [sheetsPath]: () => promise });
  renderApp(at);
  await nameField();
  await waitFor(() => expect(api.received(sheetsPath)).toHaveLength(1));
  vi.useFakeTimers();
  api.handlers[sheetsPath] = answer;
  resolve(answer);
  await pass(0);
  return { api, asked: () => api.received(sheetsPath).length };
}

/** Waits for what is drawn; time passes a little meanwhile. */
const drawn = (text: string, times = 1) => expect.poll(() => screen.queryAllByText(text)).toHaveLength(times);

test('sheets that could not be loaded are said to be so after three more tries, and can be asked for again', async () => {
  const { api, asked } = await openHeld({ status: 503, body: {} });
  await pass(2900);
  expect(asked()).toBe(3);
  await pass(100);
  expect(asked()).toBe(4);
  await drawn('Unable to load sheets. Please check your Smartsheet connection.');
  await drawn('Warning');
  vi.useRealTimers();
  api.handlers[sheetsPath] = { body: sheets };
  await userEvent.click(await screen.findByRole('button', { name: 'Try again: Source Sheet' }));
  await choose('Source Sheet', 'Clients');
});

test.each([
  ['1317', 'Smartsheet listed 4 of 1,317 sheets.'],
  ['unknown', 'Smartsheet listed 4 sheets, and there are more.'],
])(
  'a list that lacks sheets says so at both fields, and can be asked for again: %s',
  async (header, text) => {
    const { api } = open();
    api.handlers[sheetsPath] = { body: sheets, headers: { 'x-incomplete-list': header } };
    await nameField();
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await choose('Source Sheet', 'Clients');
    api.handlers[sheetsPath] = { body: sheets };
    await userEvent.click(screen.getByRole('button', { name: 'Try again: Destination Sheet' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  },
);

test('a Smartsheet that is slow to answer is said to be so at the fields that wait for it', async () => {
  holdTime();
  fakeApi({ ...dashboardApi([]), [sheetsPath]: 'silent' });
  renderApp(at);
  await nameField();
  await vi.advanceTimersByTimeAsync(8000);
  await waitFor(() => expect(screen.getAllByText('Smartsheet is slow to answer')).toHaveLength(2));
});

test('sheets that are empty while connected are asked for again after two seconds, and not for ever', async () => {
  const { asked } = await openHeld({ body: [] });
  await pass(1999);
  expect(asked()).toBe(1);
  await pass(1);
  expect(asked()).toBe(2);
  await pass(60_000);
  expect(asked()).toBe(6);
});

test('sheets that come after all end the asking', async () => {
  const { api, asked } = await openHeld({ body: [] });
  api.handlers[sheetsPath] = { body: sheets };
  await pass(30_000);
  expect(asked()).toBe(2);
});

test('columns that could not be loaded are said to be so, and can be asked for again', async () => {
  const { api } = open();
  api.handlers['GET /api/smartsheet/sheets/103/columns'] = { status: 502, body: {} };
  await nameField();
  holdTime();
  await choose('Source Sheet', 'Projects');
  await vi.advanceTimersByTimeAsync(3000);
  await screen.findByText('Unable to load columns from the selected sheet.');
  api.handlers['GET /api/smartsheet/sheets/103/columns'] = { body: [] };
  await userEvent.click(await screen.findByRole('button', { name: 'Try again: Source Column' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull());
});

test('columns that an ended session keeps away have no message of their own, and are there after the login', async () => {
  const { api } = open();
  await nameField();
  const path = 'GET /api/smartsheet/sheets/103/columns';
  const loaded = api.handlers[path];
  api.handlers[path] = { status: 401, body: { code: 'unauthenticated', message: 'Please log in.' } };
  api.handlers['GET /api/auth/status'] = { body: nobody };
  api.handlers['POST /api/auth/login'] = () => {
    api.handlers['GET /api/auth/status'] = { body: connectedMember };
    if (loaded) api.handlers[path] = loaded;
    return { body: { authToken: 'token-2', requiresVerification: false, email: '', message: '' } };
  };
  await choose('Source Sheet', 'Projects');
  const over = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  await screen.findByRole('button', { name: 'Try again: Source Column', hidden: true });
  expect(useToast.getState().toast).toBeNull();
  await userEvent.type(over.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull());
});

test.each([
  ['smartsheet_busy', 503, 'The Smartsheet rate limit was exceeded. Please wait a minute and try again.'],
  [
    'smartsheet_needs_reconnect',
    409,
    'Your Smartsheet authentication has expired. Please reconnect your Smartsheet account.',
  ],
])(
  'sheets and columns that Smartsheet refuses with %s say why and what to do',
  async (code, status, message) => {
    const refused = { status, body: { code, message } };
    const { api } = await openHeld(refused);
    await pass(3000);
    await drawn(`Unable to load sheets. Please check your Smartsheet connection. ${message}`);
    await drawn(message, 2);
    holdTime();
    api.handlers[sheetsPath] = { body: sheets };
    api.handlers['GET /api/smartsheet/sheets/103/columns'] = refused;
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: Source Sheet' }));
    await choose('Source Sheet', 'Projects');
    await vi.advanceTimersByTimeAsync(3000);
    await screen.findByText(`Unable to load columns from the selected sheet. ${message}`);
  },
);

const halfConnected = { ...connectedMember, smartsheetConnected: false };

test('a banner says when the connection or the sheets are missing', async () => {
  const { asked } = await openHeld(
    { status: 409, body: {} },
    { 'GET /api/auth/status': { body: halfConnected } },
  );
  await pass(3000);
  const form = within(screen.getByRole('form', { name: 'New Configuration' }));
  await expect.poll(() => form.queryByText('Not connected to Smartsheet')).not.toBeNull();
  await pass(30_000);
  expect(asked()).toBe(4);
});

test('sheets that arrive mean that Smartsheet is connected after all', async () => {
  const api = fakeApi({ ...dashboardApi([]), 'GET /api/auth/status': { body: halfConnected } });
  renderApp(at);
  await nameField();
  await waitFor(() => expect(api.received('GET /api/auth/status')).toHaveLength(2));
  const form = within(screen.getByRole('form', { name: 'New Configuration' }));
  expect(form.queryByText('Not connected to Smartsheet')).toBeNull();
});

test('a form stays as it is while the connection is lost, also before the first automation, and is open when it is back', async () => {
  const { api, queryClient } = open();
  api.handlers['GET /api/stats'] = { body: stats({ configurationCount: 0 }) };
  await userEvent.type(await nameField(), 'Clients');
  api.handlers['GET /api/auth/status'] = {
    body: { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' },
  };
  await queryClient.invalidateQueries({ queryKey: ['/api/auth/status'] });
  await screen.findByText('What you have entered here is kept until Smartsheet is connected again.');
  expect(await nameValue()).toBe('Clients');
  await userEvent.click(screen.getByRole('link', { name: 'Go to Connect' }));
  await screen.findByRole('heading', { name: 'Reconnect your Smartsheet account' });
  await screen.findByText('Nothing is synced until Smartsheet is connected again.');
  expect(screen.queryByLabelText('Automation Name')).toBeNull();
  cleanup();
  fakeApi(dashboardApi([]));
  renderApp('/dashboard?connection=connected');
  await waitFor(async () => expect(await nameValue()).toBe('Clients'));
});

const question = () => screen.findByRole('alertdialog', { name: 'Discard your entries?' });
const nameValue = async () => ((await nameField()) as HTMLInputElement).value;

test('a form with entries is closed only after a question', async () => {
  const { address } = open();
  await userEvent.type(await nameField(), 'Clients');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await nameValue()).toBe('Clients');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByLabelText('Automation Name')).toBeNull());
  expect(address()).toBe('/dashboard');
  expect(sessionStorage).toHaveLength(0);
});

test('a form without entries is closed at once', async () => {
  open();
  await nameField();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Automation Name')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a draft survives a reload until it is sent', async () => {
  open();
  await fillIn();
  cleanup();
  const { api } = open();
  expect(await nameValue()).toBe('Clients into Time sheet');
  expect(await shownIn('Target Dropdown Column')).toBe('Project');
  api.handlers[createPath] = { status: 201, body: { message: 'Done', configuration: automation() } };
  await create();
  await screen.findByText('Success!');
  expect(sessionStorage).toHaveLength(0);
});

test('a draft belongs to one user and is deleted at logout', async () => {
  open();
  await userEvent.type(await nameField(), 'Clients');
  cleanup();
  const colleague = { ...connectedMember, user: { ...user, id: '0198f5a0-0000-7000-8000-000000000002' } };
  const api = fakeApi({ ...dashboardApi([]), 'GET /api/auth/status': { body: colleague } });
  const { address } = renderApp(at);
  expect(await nameValue()).toBe('');
  await userEvent.keyboard('{Escape}');
  api.handlers['POST /api/auth/logout'] = { body: { message: 'Logged out' } };
  api.handlers['GET /api/auth/status'] = { body: nobody };
  await userEvent.click(await screen.findByRole('button', { name: /Log ?out/i }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(sessionStorage).toHaveLength(0);
});

test('a form that is closed leaves nothing behind that Back has to pass', async () => {
  fakeApi(dashboardApi([automation()]));
  const { address, back } = renderApp('/dashboard?section=activity');
  const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
  await userEvent.click(navigation.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await userEvent.click(screen.getByRole('button', { name: 'New Configuration' }));
  await nameField();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  back();
  await waitFor(() => expect(address()).toBe('/dashboard?section=activity'));
});

test('a refusal for want of a connection is gone when Smartsheet is connected again', async () => {
  const { api, queryClient } = await openFilled();
  const refusal = 'Please connect your Smartsheet account first.';
  const setConnected = async (isConnected: boolean) => {
    const smartsheetState = isConnected ? 'connected' : 'not_connected';
    api.handlers['GET /api/auth/status'] = {
      body: { ...connectedMember, smartsheetConnected: isConnected, smartsheetState },
    };
    await queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  };
  api.handlers[createPath] = { status: 409, body: { code: 'smartsheet_not_connected', message: refusal } };
  await create();
  await screen.findByText(refusal);
  await setConnected(false);
  await screen.findByRole('link', { name: 'Go to Connect' });
  await setConnected(true);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Go to Connect' })).toBeNull());
  expect(screen.queryByText(refusal)).toBeNull();
  expect(await nameValue()).toBe('Clients into Time sheet');
});

test('an admin without a license is warned as soon as the destination is chosen', async () => {
  const shared = sheets.map((sheet) => (sheet.id === '102' ? { ...sheet, accessLevel: 'ADMIN' } : sheet));
  const handlers = { 'GET /api/smartsheet/sheets': { body: shared } };
  openForm({ member: { ...connectedMember, smartsheetLicensed: false }, handlers });
  const warning = await screen.findByText(/^You are an admin of this sheet without a Smartsheet license\./);
  expect(warning.className).toContain('text-warn');
});

test('the owner of a sheet needs no license', async () => {
  openForm({ member: { ...connectedMember, smartsheetLicensed: false } });
  await screen.findByLabelText('Destination Sheet');
  await screen.findByRole('heading', { name: /^Adds/ });
  expect(screen.queryByText(/without a Smartsheet license/)).toBeNull();
});
