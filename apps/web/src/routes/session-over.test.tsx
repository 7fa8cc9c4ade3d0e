import { statsEndpoints } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { call } from '../api/call.ts';
import { emptyAutomation } from '../features/automations/form/automation-form-values.ts';
import { keepDraft } from '../stores/drafts.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { automation, dashboardApi } from '../testing/automations.ts';
import { fakeEventStreams } from '../testing/event-streams.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { chosenValues, createPath } from '../testing/open-form.ts';
import { connectedMember, nobody, user } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const ended = { status: 401, body: { code: 'unauthenticated', message: 'Please log in to continue.' } };

/** An API whose session can end, and begins again with the right password. */
const apiWithSession = () => {
  let hasSession = true;
  const whileSignedIn = dashboardApi([automation()]);
  const api = fakeApi({
    ...Object.fromEntries(
      Object.entries(whileSignedIn).map(([name, answer]) => [name, () => (hasSession ? answer : ended)]),
    ),
    'GET /api/auth/status': () => ({ body: hasSession ? connectedMember : nobody }),
    'POST /api/auth/login': () => {
      hasSession = true;
      return { body: { authToken: 'token-2', requiresVerification: false, email: '', message: '' } };
    },
  });
  return {
    api,
    /** Ends it as the server does, which the page has to notice by itself. */
    endUnnoticed: () => {
      hasSession = false;
    },
    endSession: async () => {
      hasSession = false;
      await call(statsEndpoints.read, {}).catch(() => undefined);
    },
  };
};

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Your session has ended' }));

test('the end of a session opens a dialog for the password, and keeps what was typed', async () => {
  const { api, endSession } = apiWithSession();
  const { address } = renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await userEvent.click(await screen.findByRole('button', { name: 'New Configuration' }));
  await userEvent.type(await screen.findByLabelText('Automation Name'), 'Clients into projects');
  await endSession();
  const over = await dialog();
  expect(over.getByLabelText<HTMLInputElement>('Email').value).toBe(user.email);
  expect(document.activeElement).toBe(over.getByLabelText('Password'));
  await userEvent.type(over.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Automation Name').value).toBe('Clients into projects');
  expect(api.received('POST /api/auth/login')[0]?.body).toMatchObject({ email: user.email });
  expect(address()).toBe('/dashboard?dialog=new-configuration');
});

test('the dialog takes no letter from a user who is typing when the session ends', async () => {
  const { endSession } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await userEvent.click(await screen.findByRole('button', { name: 'New Configuration' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Automation Name');
  await userEvent.type(name, 'Clients');
  await endSession();
  for (const letter of ' into all projects of this year') await userEvent.keyboard(letter);
  expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull();
  expect(document.activeElement).toBe(name);
  expect(name.value).toBe('Clients into all projects of this year');
  expect(document.activeElement).not.toBe((await dialog()).getByLabelText('Email'));
  expect(name.value).toBe('Clients into all projects of this year');
});

test('an open form says that the session has ended, and its button asks for the password at once', async () => {
  const { endSession } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await userEvent.click(await screen.findByRole('button', { name: 'New Configuration' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Configuration' }));
  await userEvent.type(await form.findByLabelText('Automation Name'), 'Clients');
  await endSession();
  await form.findByText('Your session has ended. Keep typing; nothing is lost.');
  await userEvent.click(form.getByRole('button', { name: 'Log in' }));
  const over = await dialog();
  expect(over.queryByText('Your session has ended. Keep typing; nothing is lost.')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await form.findByText('Your session has ended. Keep typing; nothing is lost.');
  await userEvent.click(await form.findByRole('button', { name: 'Log in' }));
  await userEvent.type((await dialog()).getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await waitFor(() => expect(screen.queryByText(/^Your session has ended/)).toBeNull());
  expect(form.getByLabelText<HTMLInputElement>('Automation Name').value).toBe('Clients');
});

test('loads again after the login what failed while the session was over', async () => {
  const { api, endSession } = apiWithSession();
  api.handlers['GET /api/activity-logs/lines'] = ended;
  renderApp('/dashboard');
  await screen.findByText('Failed to load activity logs');
  await endSession();
  api.handlers['GET /api/activity-logs/lines'] = { body: [] };
  await userEvent.type((await dialog()).getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await screen.findByText('No activity logs found');
});

test('a save that the ended session stopped is no longer called refused after the login', async () => {
  const { api, endUnnoticed } = apiWithSession();
  keepDraft(`${user.id} new`, { base: emptyAutomation, values: chosenValues });
  api.handlers[createPath] = ended;
  renderApp('/dashboard?dialog=new-configuration');
  const create = await screen.findByRole('button', { name: 'Create Automation' });
  endUnnoticed();
  await userEvent.click(create);
  await userEvent.type((await dialog()).getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  await screen.findByDisplayValue('Clients into Time sheet');
  expect(screen.queryByText(/Please log in/)).toBeNull();
});

test('a wrong password is refused in the dialog, and the page stays', async () => {
  const { api, endSession } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await endSession();
  api.handlers['POST /api/auth/login'] = { status: 401, body: {} };
  const over = await dialog();
  await userEvent.type(over.getByLabelText('Password'), 'Wrong-horse-7{Enter}');
  expect((await over.findByRole('alert')).textContent).toBe('Invalid credentials');
  expect(screen.getByText('All lists are in sync.')).toBeTruthy();
});

test('a dialog that was closed comes back with the next call that finds no session, two seconds later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { endSession } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  await endSession();
  await dialog();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  vi.advanceTimersByTime(2000);
  await endSession();
  expect(useSessionOver.getState().email).toBeNull();
  vi.advanceTimersByTime(1);
  await endSession();
  await dialog();
});

test('another user can log in, and is led to the address of the first', async () => {
  const { endSession } = apiWithSession();
  const { address } = renderApp('/dashboard?section=activity');
  await screen.findByRole('heading', { name: 'Activity logs', level: 1 });
  await endSession();
  await userEvent.click((await dialog()).getByRole('button', { name: 'Try Different Account' }));
  await screen.findByRole('tab', { name: 'Login' });
  expect(address()).toBe('/login?redirect=%2Fdashboard%3Fsection%3Dactivity');
  await userEvent.type(screen.getByLabelText('Email'), 'other@northwind.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await screen.findByRole('heading', { name: 'Activity logs', level: 1 });
  expect(address()).toBe('/dashboard?section=activity');
});

test('a user who logs in in a tab finds no drafts of somebody else, and keeps their own', async () => {
  const ownDraft = `${user.id} new`;
  keepDraft('0198f5a0-0000-7000-8000-000000000002 new', { name: 'Left by another user' });
  keepDraft(ownDraft, { name: 'Mine' });
  apiWithSession();
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))).toEqual([`draft ${ownDraft}`]);
});

test('a login that stands in for a page opens that page', async () => {
  const { api, endSession } = apiWithSession();
  await endSession();
  const { address } = renderApp('/dashboard?section=activity');
  await screen.findByText('Please log in to access dashboard features.');
  await userEvent.type(screen.getByLabelText('Email'), user.email);
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await screen.findByRole('heading', { name: 'Activity logs', level: 1 });
  expect(address()).toBe('/dashboard?section=activity');
  await waitFor(() => expect(api.received('GET /api/activity-logs/lines').length).toBeGreaterThan(0));
});

test.each(['//evil.example', '/%5Cevil.example', 'https://evil.example'])(
  'a login never leads to another site: %s',
  async (redirect) => {
    const { endSession } = apiWithSession();
    await endSession();
    const { address } = renderApp(`/login?redirect=${redirect}`);
    await userEvent.type(await screen.findByLabelText('Email'), user.email);
    await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
  },
);

const redirects = [
  ['/dashboard?section=activity', '/dashboard?section=activity'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
] as const;

test.each(redirects)('somebody who is signed in is led from the login to %s as %s', async (redirect, led) => {
  localStorage.setItem('authToken', 'token-0');
  apiWithSession();
  const { address } = renderApp(`/login?redirect=${encodeURIComponent(redirect)}`);
  await screen.findByRole('button', { name: 'Logout' });
  expect(address()).toBe(led);
});

test.each(redirects)(
  'a cookie without the stored token leads from the login to %s as %s',
  async (redirect, led) => {
    apiWithSession();
    const { address } = renderApp(`/login?redirect=${encodeURIComponent(redirect)}`);
    await screen.findByRole('button', { name: 'Logout' });
    expect(address()).toBe(led);
  },
);

test.each(['lose', 'refuse'] as const)(
  'the end of the session is said as soon as the server ends the stream (%s)',
  async (end) => {
    const streams = fakeEventStreams();
    const { endUnnoticed } = apiWithSession();
    renderApp('/dashboard');
    await screen.findByText('All lists are in sync.');
    await waitFor(() => expect(streams.open()).toBe(1));
    streams.beat();
    endUnnoticed();
    streams[end]();
    await dialog();
  },
);

test('a logout in another tab is shown at once', async () => {
  const { endUnnoticed } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  endUnnoticed();
  localStorage.removeItem('userInfo');
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }));
  await dialog();
});

test('the page starts anew when another user logs in in another tab', async () => {
  const { api } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  await userEvent.click(await screen.findByRole('button', { name: 'New Configuration' }));
  await userEvent.type(await screen.findByLabelText('Automation Name'), 'Clients into projects');
  expect(Object.keys(sessionStorage)).not.toEqual([]);
  const replace = vi.fn();
  vi.stubGlobal('location', { ...window.location, replace });

  const other = { ...user, id: '0198f5a0-0000-7000-8000-000000000002', email: 'second@northwind.example' };
  api.handlers['GET /api/auth/status'] = { body: { ...connectedMember, user: other } };
  localStorage.setItem('userInfo', JSON.stringify(other));
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
  await waitFor(() => expect(screen.queryByText(user.email)).toBeNull());
  expect(screen.queryByRole('row')).toBeNull();
  expect(screen.queryByLabelText('Automation Name')).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('ignores what the other tabs keep of the same user', async () => {
  const { api } = apiWithSession();
  renderApp('/dashboard');
  await screen.findByText('All lists are in sync.');
  const asked = api.received('GET /api/auth/status').length;
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  await call(statsEndpoints.read, {});
  expect(api.received('GET /api/auth/status')).toHaveLength(asked);
});
