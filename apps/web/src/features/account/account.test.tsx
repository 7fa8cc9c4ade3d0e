import { type AccountView, statsEndpoints, usualDateLook } from '@picksync/contracts';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { call } from '../../api/call.ts';
import { markFirstSteps } from '../../stores/first-steps.ts';
import { areShortcutsOn, switchShortcuts } from '../../stores/shortcuts.ts';
import { chooseTheme } from '../../stores/theme.ts';
import { dashboardApi, stats } from '../../testing/automations.ts';
import { fakeEventStreams } from '../../testing/event-streams.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { member, nobody, user } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const account: AccountView = {
  email: 'office@northwind.example',
  name: null,
  picture: null,
  createdAt: '2026-09-03T10:00:00.000Z',
  timeZone: 'Europe/Berlin',
  ...usualDateLook,
  hasPassword: true,
  passwordChangedAt: null,
  pendingEmail: null,
};
const choices = { automation_failing: true, review_needed: true, automation_paused: true, reminders: false };

const api = (handlers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account': { body: account },
    'GET /api/account/notifications': { body: choices },
    'GET /api/account/channels': { body: [] },
    ...handlers,
  });

test('first steps that were put away come back, and there is no row for those that were not', async () => {
  api(dashboardApi([], stats({ configurationCount: 0, updates: 0 })));
  renderApp('/settings');
  await screen.findByRole('switch', { name: 'Single-key shortcuts' });
  expect(screen.queryByRole('button', { name: 'Show them again' })).toBeNull();
  cleanup();
  markFirstSteps(user.id, 'hidden');
  renderApp('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Show them again' }));
  const back = screen.getByRole('link', { name: 'Go to the dashboard' });
  expect(document.activeElement).toBe(back);
  await userEvent.click(back);
  await screen.findByRole('region', { name: 'First steps' });
});

test('a section that could not be loaded fails alone and can be tried again', async () => {
  const { handlers } = api({ 'GET /api/account': { status: 500, body: {} } });
  renderApp('/settings');
  const section = within(await screen.findByRole('region', { name: 'Profile' }));
  const retry = await section.findByRole('button', { name: 'Retry' });
  handlers['GET /api/account'] = { body: account };
  await userEvent.click(retry);
  await section.findByText('Sep 3, 2026');
});

test('a new address is asked for in a dialog; what is wrong with it stands at its field', async () => {
  const { received, handlers } = api({
    'POST /api/account/email-change': {
      status: 400,
      body: {
        code: 'validation_failed',
        message: 'Please check the marked fields.',
        errors: { email: 'This is your address already' },
      },
    },
  });
  renderApp('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your email' }));
  const field = dialog.getByLabelText('New email');
  await userEvent.type(field, 'nobody{Enter}');
  await dialog.findByText('Please enter a valid email address');
  expect(received('POST /api/account/email-change')).toEqual([]);
  await userEvent.type(field, '@northwind.example{Enter}');
  await dialog.findByText('This is your address already');
  handlers['POST /api/account/email-change'] = { body: { message: 'Sent' } };
  const pendingEmail = { email: 'new@northwind.example', expiresAt: '2026-11-22T10:00:00.000Z' };
  handlers['GET /api/account'] = { body: { ...account, pendingEmail } };
  await userEvent.type(field, '{Enter}');
  await screen.findByText('Waiting');
  await screen.findByRole('button', { name: 'Cancel the change to new@northwind.example' });
});

test('an address that could not be sent because the session was over is not called refused after the login', async () => {
  let hasSession = true;
  const { received } = api({
    'GET /api/auth/status': () => ({ body: hasSession ? member : nobody }),
    'POST /api/account/email-change': () => {
      hasSession = false;
      return { status: 401, body: { code: 'unauthenticated', message: 'Please log in to continue.' } };
    },
    'POST /api/auth/login': () => {
      hasSession = true;
      return { body: { authToken: 'token-2', requiresVerification: false, email: '', message: '' } };
    },
  });
  renderApp('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const field = await screen.findByLabelText<HTMLInputElement>('New email');
  await userEvent.type(field, 'new@northwind.example{Enter}');
  const ended = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  await userEvent.type(ended.getByLabelText('Password'), 'Correct-horse-7{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  expect([field.value, received('POST /api/account/email-change')]).toEqual([
    'new@northwind.example',
    [expect.anything()],
  ]);
  expect(screen.queryByText(/Please log in/)).toBeNull();
});

test('the time zone is searched for and saved; the browser’s own is one press away', async () => {
  const { received } = api({
    'PATCH /api/account': ({ body }) => ({ body: { ...account, ...(body as object) } }),
  });
  renderApp('/settings');
  const zone = await screen.findByRole('combobox', { name: 'Time zone' });
  await userEvent.click(zone);
  await userEvent.keyboard('tokyo');
  await userEvent.click(await screen.findByRole('option', { name: /Tokyo/ }));
  await waitFor(() => expect(received('PATCH /api/account')[0]?.body).toEqual({ timeZone: 'Asia/Tokyo' }));
});

test('the clock and the order of dates are saved when they are chosen, and the page follows at once', async () => {
  let shown = account;
  const { received } = api({
    'GET /api/auth/status': () => ({
      body: { ...member, user: { ...user, clock: shown.clock, dateOrder: shown.dateOrder } },
    }),
    'PATCH /api/account': ({ body }) => {
      shown = { ...shown, ...(body as object) };
      return { body: shown };
    },
  });
  renderApp('/settings');
  const clock = within(await screen.findByRole('radiogroup', { name: 'Clock' }));
  expect(clock.getByRole('radio', { name: /[AP]M$/ })).toHaveProperty('checked', true);
  await userEvent.click(clock.getByRole('radio', { name: /^\d\d:\d\d$/ }));
  const row = (name: string) => within(screen.getByRole('group', { name }));
  await row('Clock').findByText(/^Saved \d\d:\d\d$/);
  await screen.findByText(/It is \d\d:\d\d\.$/);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'year');
  await row('Dates').findByText(/^Saved \d\d:\d\d$/);
  await screen.findByText('2026-09-03');
  expect(received('PATCH /api/account').map(({ body }) => body)).toEqual([
    { clock: 'h24' },
    { dateOrder: 'year' },
  ]);
});

test('a password is changed with the one before, and other browsers are signed out unless unticked', async () => {
  const { received } = api({ 'POST /api/account/password': { body: { message: 'Changed' } } });
  renderApp('/settings#security');
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }));
  await userEvent.type(dialog.getByLabelText('New password'), 'Maple-Canal-77x');
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'Maple-Canal-77');
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await dialog.findByText("Passwords don't match");
  await dialog.findByText('Password is required');
  // A reload would lose what is typed, so the browser asks first.
  const mayUnload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(mayUnload()).toBe(false);
  await userEvent.type(dialog.getByLabelText('Current password'), 'Spruce-Harbor-42');
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() =>
    expect(received('POST /api/account/password')[0]?.body).toEqual({
      currentPassword: 'Spruce-Harbor-42',
      password: 'Maple-Canal-77x',
      endOtherSessions: true,
      revokeApiKeys: false,
    }),
  );
  await waitFor(() => expect(mayUnload()).toBe(true));
});

test('a new password offers to revoke API keys, and says how many were', async () => {
  const key = {
    id: '0193b1f0-0000-7000-8000-000000000001',
    name: 'Reports',
    prefix: 'pks_ab',
    scope: 'read',
  };
  const dates = { createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null, expiresAt: null };
  const message = 'Your password is changed. One API key was revoked.';
  const { received } = api({
    'GET /api/account/api-keys': { body: [{ ...key, ...dates }] },
    'POST /api/account/password': { body: { message } },
  });
  renderApp('/settings#security');
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }));
  await userEvent.type(dialog.getByLabelText('Current password'), 'Spruce-Harbor-42');
  await userEvent.type(dialog.getByLabelText('New password'), 'Maple-Canal-77x');
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'Maple-Canal-77x');
  await userEvent.click(await dialog.findByLabelText('Revoke 1 API key'));
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await screen.findByText(message);
  expect(received('POST /api/account/password')[0]?.body).toMatchObject({ revokeApiKeys: true });
});

test('a box shows what was pressed, and goes back when it could not be saved', async () => {
  const { handlers } = api({
    'PATCH /api/account/notifications': ({ body }) => ({ body: { ...choices, ...(body as object) } }),
  });
  renderApp('/settings#notifications');
  const reminders = await screen.findByRole('checkbox', { name: 'Trial and renewal reminders, Mail' });
  expect(reminders.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(reminders);
  await waitFor(() => expect(reminders.getAttribute('aria-checked')).toBe('true'));
  handlers['PATCH /api/account/notifications'] = 'unreachable';
  await userEvent.click(reminders);
  const row = within(screen.getByRole('row', { name: /Trial and renewal reminders/ }));
  await row.findByText(/^Not saved\./);
  expect(reminders.getAttribute('aria-checked')).toBe('true');
  handlers['PATCH /api/account/notifications'] = ({ body }) => ({
    body: { ...choices, ...(body as object) },
  });
  await userEvent.click(row.getByRole('button', { name: 'Try again' }));
  await row.findByText(/^Saved /);
  expect(reminders.getAttribute('aria-checked')).toBe('false');
});

test('a change made offline says that it waits, and is sent when the line is back', async () => {
  const { received } = api({
    'PATCH /api/account/notifications': ({ body }) => ({ body: { ...choices, ...(body as object) } }),
  });
  renderApp('/settings#notifications');
  const reviews = await screen.findByRole('checkbox', { name: 'An automation needs your review, Mail' });
  const row = within(screen.getByRole('row', { name: /An automation needs your review/ }));
  onlineManager.setOnline(false);
  await userEvent.click(reviews);
  await row.findByText('Not saved, you are offline. It is sent when you are back.');
  expect(reviews.getAttribute('aria-checked')).toBe('false');
  expect(received('PATCH /api/account/notifications')).toEqual([]);
  onlineManager.setOnline(true);
  await row.findByText(/^Saved /);
  expect(received('PATCH /api/account/notifications').map(({ body }) => body)).toEqual([
    { review_needed: false },
  ]);
});

test('theme and single-key shortcuts are chosen here and kept in this browser', async () => {
  api();
  renderApp('/settings');
  await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect([localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(['dark', 'dark']);
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
  expect([localStorage.getItem('shortcuts'), areShortcutsOn()]).toEqual(['off', false]);
  expect(screen.getAllByText(/^Saved /).length).toBe(2);
  chooseTheme('system');
  switchShortcuts(true);
});

test('an account is deleted when its address is typed, and the last page says goodbye', async () => {
  const { received, handlers } = api({
    'POST /api/account/delete': () => {
      handlers['GET /api/auth/status'] = { body: nobody };
      return { body: { message: 'Deleted' } };
    },
  });
  const app = renderApp('/settings#delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Delete ${account.email}?` }));
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete for good' });
  await userEvent.type(dialog.getByLabelText('Type your email to confirm'), 'office@northwind.exam');
  expect(submit.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Type your email to confirm'), 'ple');
  await userEvent.click(submit);
  await screen.findByRole('heading', { name: 'Your account is deleted' });
  expect(app.address()).toBe('/goodbye');
  expect(received('POST /api/account/delete')[0]?.body).toEqual({ email: account.email });
  expect(localStorage.getItem('authToken')).toBeNull();
});

test('deleting the account ends the session without a notice', async () => {
  const streams = fakeEventStreams();
  const refused = { status: 401, body: { code: 'unauthenticated', message: 'Please log in to continue.' } };
  let openStreams: number | undefined;
  const { handlers } = api({
    'POST /api/account/delete': async () => {
      await waitFor(() => expect(streams.open()).toBe(0));
      openStreams = streams.open();
      for (const name of Object.keys(handlers)) if (name.startsWith('GET ')) handlers[name] = refused;
      handlers['GET /api/auth/status'] = { body: nobody };
      // What the page asks for at this moment finds no session any more.
      await call(statsEndpoints.read, {}).catch(() => undefined);
      return { body: { message: 'Deleted' } };
    },
  });
  renderApp('/settings#delete');
  await waitFor(() => expect(streams.open()).toBe(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await userEvent.type(await screen.findByLabelText('Type your email to confirm'), account.email);
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
  await screen.findByRole('heading', { name: 'Your account is deleted' });
  expect(openStreams).toBe(0);
  expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull();
});

test('an account that could not be deleted is followed again', async () => {
  const streams = fakeEventStreams();
  api({ 'POST /api/account/delete': { status: 500, body: {} } });
  renderApp('/settings#delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await userEvent.type(await screen.findByLabelText('Type your email to confirm'), account.email);
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
  await screen.findByText('Nothing was deleted. Please try again.');
  await waitFor(() => expect(streams.open()).toBe(1));
});

test('the deletion notice appears only after a deletion', async () => {
  api({ 'GET /api/auth/status': { body: nobody } });
  const app = renderApp('/goodbye');
  await waitFor(() => expect(app.address()).toBe('/'));
});

test('the link of a mail stops its mails only when asked to', async () => {
  const { received } = api({
    'GET /api/auth/status': { body: nobody },
    'GET /api/unsubscribe': { body: { mail: 'reminders', email: 'o…@northwind.example', isWanted: true } },
    'POST /api/unsubscribe': { body: { message: 'Done' } },
  });
  renderApp('/unsubscribe?token=t');
  const stop = await screen.findByRole('button', { name: 'Stop these mails' });
  expect(received('POST /api/unsubscribe')).toEqual([]);
  await userEvent.click(stop);
  await screen.findByText('You no longer get these mails');
});

test('the deletion notice does not flash when the reader leaves the page of a link', async () => {
  api({ 'GET /api/auth/status': { body: nobody } });
  const { address } = renderApp('/unsubscribe');
  await screen.findByRole('heading', { name: 'Stop these mails?' });
  fireEvent.click(screen.getByRole('link', { name: 'Picksync, to the start page' }));
  expect(address()).toBe('/');
  expect(screen.queryByRole('heading', { name: 'Your account is deleted' })).toBeNull();
});

test('a link of a mail that is refused leads to where the same can be done', async () => {
  const refused = { status: 400, body: { code: 'link_invalid', message: 'Used' } };
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/unsubscribe': refused,
  });
  renderApp('/unsubscribe?token=t');
  await screen.findByText('This link is not valid. You can choose your mails in your account.');
  const link = screen.getByRole('link', { name: 'Open settings' });
  expect(link.getAttribute('href')).toBe('/settings#notifications');
});

test('the link to a new address says from where to where, and a used one that it is', async () => {
  const about = { act: 'confirm', from: 'a@b.example', to: 'c@d.example', asks: 'nothing' };
  const { received } = api({
    'GET /api/auth/status': { body: nobody },
    'POST /api/email-change/link': { body: about },
    'POST /api/email-change/confirm': { status: 400, body: { code: 'link_invalid', message: 'Used' } },
  });
  const { address } = renderApp('/email-change?token=t');
  await screen.findByText('c@d.example');
  expect(address()).toBe('/email-change');
  expect(received('POST /api/email-change/link')[0]?.body).toEqual({ token: 't' });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the new address' }));
  await screen.findByText('Used');
});

test('the link to a new address asks for the password in a browser that is not logged in', async () => {
  const about = { act: 'confirm', from: 'a@b.example', to: 'c@d.example', asks: 'password' };
  const errors = { password: 'This is not your password. Please try again.' };
  const { received } = api({
    'GET /api/auth/status': { body: nobody },
    'POST /api/email-change/link': { body: about },
    'POST /api/email-change/confirm': {
      status: 400,
      body: { code: 'validation_failed', message: 'Please check what you entered.', errors },
    },
  });
  renderApp('/email-change?token=t');
  await userEvent.type(await screen.findByLabelText('The password of your account'), 'Spruce-Harbor-42');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the new address' }));
  await screen.findByText(errors.password);
  const body = { token: 't', password: 'Spruce-Harbor-42' };
  expect(received('POST /api/email-change/confirm')[0]?.body).toEqual(body);
});

test('the link asks to log in first when the password alone does not open the account', async () => {
  const about = { act: 'confirm', from: 'a@b.example', to: 'c@d.example', asks: 'login' };
  api({ 'GET /api/auth/status': { body: nobody }, 'POST /api/email-change/link': { body: about } });
  renderApp('/email-change?token=t');
  await screen.findByText(/log in to your account in this browser first/);
  expect(screen.queryByRole('button', { name: 'Confirm the new address' })).toBeNull();
});
