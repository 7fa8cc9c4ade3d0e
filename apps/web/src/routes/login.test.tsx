import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { member, nobody } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const logIn = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'office@northwind.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-7');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

/** An API where the right password makes a session. */
const apiWithSession = () => {
  let status = nobody;
  return fakeApi({
    'GET /api/auth/status': () => ({ body: status }),
    'POST /api/auth/login': () => {
      status = member;
      return { body: { authToken: 'token-0', requiresVerification: false, email: '', message: '' } };
    },
  });
};

test('a right password stores the token and leads to the dashboard', async () => {
  const api = apiWithSession();
  const { address } = renderApp('/login');
  await logIn();
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(address()).toBe('/');
  expect(localStorage.getItem('authToken')).toBe('token-1');
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(member.user);
  expect(api.received('POST /api/auth/login')[0]?.body).toEqual({
    email: 'office@northwind.example',
    password: 'Correct-horse-7',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('says beside each field what is missing, and sends nothing', async () => {
  const api = apiWithSession();
  renderApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'nonsense');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Please enter a valid email address');
  expect(screen.getByText('Password is required')).toBeTruthy();
  const email = screen.getByLabelText('Email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email);
  expect(api.received('POST /api/auth/login')).toHaveLength(0);
});

test('the error of a field goes away while it is mended', async () => {
  apiWithSession();
  renderApp('/login');
  await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
  await screen.findByText('Password is required');
  await userEvent.type(screen.getByLabelText('Password'), 'x');
  expect(screen.queryByText('Password is required')).toBeNull();
});

test.each([
  [
    'the server’s message',
    { status: 401, body: { code: 'invalid_credentials', message: 'No such luck' } },
    'No such luck',
  ],
  ['“Invalid credentials” when the server says nothing', { status: 401, body: {} }, 'Invalid credentials'],
  ['that the network is gone', 'unreachable', 'Network error. Please check your connection and try again.'],
] as const)('a refused login shows %s, once, and asks nobody again', async (_name, answer, message) => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/login'] = answer;
  renderApp('/login');
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused login marks the password and gives it the focus, until it is tried again', async () => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/login'] = { status: 401, body: {} };
  renderApp('/login');
  await logIn();
  await screen.findByText('Invalid credentials');
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(password);
  api.handlers['POST /api/auth/login'] = 'silent';
  await userEvent.type(password, '8{Enter}');
  await screen.findByRole('button', { name: 'Logging in...' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(password.getAttribute('aria-invalid')).toBeNull();
});

test('a login that failed for another reason marks no field', async () => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/login'] = 'unreachable';
  renderApp('/login');
  await logIn();
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});

const needsVerification = {
  status: 403,
  body: {
    code: 'verification_required',
    message: 'Please verify your email address before you log in.',
    requiresVerification: true,
    email: 'office@northwind.example',
  },
};

test('an unverified address is offered a new mail, another account, or to type the code', async () => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/login'] = needsVerification;
  api.handlers['POST /api/auth/resend-verification'] = { body: { message: 'We sent a new code.' } };
  const { address } = renderApp('/login');
  await logIn();
  const heading = await screen.findByRole('heading', { name: 'Verify your email address' });
  expect(document.activeElement).toBe(heading);
  await userEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  await screen.findByText('We sent a new code.');
  expect(api.received('POST /api/auth/resend-verification')[0]?.body).toEqual({
    email: 'office@northwind.example',
  });
  await userEvent.click(screen.getByRole('button', { name: 'I have a verification code' }));
  await screen.findByLabelText('Verification code');
  expect(address()).toBe('/login?mode=verify');
  await userEvent.click(screen.getByRole('button', { name: 'Try Different Account' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('');
});

const register = async (password: string, again = password) => {
  await userEvent.type(await screen.findByLabelText('Email'), 'new@northwind.example');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), again);
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
};

test.each([
  ['short', 'Ab1!', 'Ab1!', 'Password must be at least 10 characters'],
  ['without a sign', 'Abcdefghij1', 'Abcdefghij1', 'Password must contain at least one special character'],
  [
    'with a common pattern',
    'Qwerty-12345',
    'Qwerty-12345',
    'Password contains a common pattern that is too easy to guess',
  ],
  ['not repeated', 'Correct-horse-7', 'Correct-horse-8', "Passwords don't match"],
])('a new password that is %s is refused with its reason', async (_name, password, again, message) => {
  const api = apiWithSession();
  renderApp('/login?mode=register');
  await register(password, again);
  await screen.findByText(message);
  expect(api.received('POST /api/auth/register')).toHaveLength(0);
});

test('the server’s reason against a password stands beside the password', async () => {
  const api = apiWithSession();
  const errors = { password: 'This password is too easy to guess. Please choose another one.' };
  api.handlers['POST /api/auth/register'] = {
    status: 400,
    body: { code: 'weak_password', message: 'No', errors },
  };
  renderApp('/login?mode=register');
  await register('Correct-horse-7');
  const note = await screen.findByText(errors.password);
  const described = screen.getByLabelText('Password').getAttribute('aria-describedby')?.split(' ');
  expect(described).toContain(note.closest('[id]')?.id);
});

test('the form to register has the focus when the page opens with it, and leaves it to the tab afterwards', async () => {
  fakeApi({});
  renderApp('/login?mode=register');
  const email = await screen.findByRole('textbox', { name: 'Email' });
  expect(document.activeElement).toBe(email);
  await userEvent.click(screen.getByRole('tab', { name: 'Login' }));
  const tab = screen.getByRole('tab', { name: 'Register' });
  await userEvent.click(tab);
  await screen.findByLabelText('Confirm Password');
  expect(document.activeElement).toBe(tab);
});

const registered = async (at = '/login?mode=register') => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/register'] = { body: { message: 'We sent a message.' } };
  api.handlers['POST /api/auth/verify-email'] = {
    body: { message: 'Your email address is verified. You can log in now.' },
  };
  const app = renderApp(at);
  await register('Correct-horse-7');
  await screen.findByText(/^We sent a message\./);
  return { api, app };
};

test('the step of the code leads to the inbox of the sandbox where mails stay in it', async () => {
  const sandboxInbox = 'http://localhost:4010/#/inbox';
  fakeApi({ 'GET /api/auth/status': { body: { ...nobody, sandboxInbox } } });
  renderApp('/login?mode=verify');
  const link = await screen.findByRole('link', { name: /^Open its inbox/ });
  expect(link.getAttribute('href')).toBe(sandboxInbox);
});

test('the step of the code leads to no inbox where mails are sent', async () => {
  const api = apiWithSession();
  renderApp('/login?mode=verify');
  await screen.findByLabelText('Verification code');
  await waitFor(() => expect(api.received('GET /api/auth/status').length).toBeGreaterThan(0));
  expect(screen.queryByText(/sandbox/)).toBeNull();
});

test('registering leads to the code, and the code after two seconds to the dashboard', async () => {
  const { api, app } = await registered();
  expect(api.received('POST /api/auth/register')[0]?.body).toEqual({
    email: 'new@northwind.example',
    password: 'Correct-horse-7',
  });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  await userEvent.keyboard('123456');
  await screen.findByText('Verified. Opening your dashboard');
  expect(api.received('POST /api/auth/verify-email')[0]?.body).toEqual({
    email: 'new@northwind.example',
    otp: '123456',
  });
  expect(app.address()).toBe('/login?mode=verify');
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(app.address()).toBe('/');
});

test('the login for another page does not mention the dashboard, and the link in the mail leads to that page', async () => {
  const { app } = await registered('/login?mode=register&redirect=%2Fsubscription');
  expect(JSON.parse(localStorage.getItem('wayOn') ?? '')).toMatchObject({ address: '/subscription' });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('123456');
  await screen.findByText('Verified. Opening the page you came for');
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(app.address()).toBe('/subscription'));
  expect(localStorage.getItem('wayOn')).toBeNull();
});

const needsPassword = { body: { message: 'Your code is right.', passwordToken: 'token-for-a-password' } };

test('a password typed here before the code is set again when a stranger registered the address meanwhile', async () => {
  const { api } = await registered();
  api.handlers['POST /api/auth/verify-email'] = needsPassword;
  api.handlers['POST /api/auth/reset-password'] = { body: { message: 'Your password is set.' } };
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('123456');
  await screen.findByText('Verified. Opening your dashboard');
  expect(api.received('POST /api/auth/reset-password')[0]?.body).toEqual({
    token: 'token-for-a-password',
    password: 'Correct-horse-7',
  });
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('heading', { name: 'Dashboard' });
});

/** The code of a mail is typed in a browser that never gave a password for the address. */
const verifiedElsewhere = async () => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/verify-email'] = needsPassword;
  const app = renderApp('/login?mode=verify');
  await userEvent.type(await screen.findByLabelText('Email'), 'new@northwind.example');
  await userEvent.type(screen.getByLabelText('Verification code'), '123456');
  const heading = await screen.findByRole('heading', { name: 'Set a password' });
  expect(document.activeElement).toBe(heading);
  return { api, app };
};

const setPassword = async (password: string, again = password) => {
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), again);
  await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
};

test('a user who verifies in another browser sets a password and is led to the dashboard', async () => {
  const { api, app } = await verifiedElsewhere();
  api.handlers['POST /api/auth/reset-password'] = { body: { message: 'Your password is set.' } };
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await setPassword('Correct-horse-7');
  await screen.findByText('Verified. Opening your dashboard');
  expect(api.received('POST /api/auth/reset-password')[0]?.body).toEqual({
    token: 'token-for-a-password',
    password: 'Correct-horse-7',
  });
  expect(api.received('POST /api/auth/login')[0]?.body).toMatchObject({
    email: 'new@northwind.example',
    password: 'Correct-horse-7',
  });
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(app.address()).toBe('/');
});

test('says beside the new password what is wrong with it, and sends nothing wrong', async () => {
  const { api } = await verifiedElsewhere();
  await setPassword('Correct-horse-7', 'Correct-horse-8');
  await screen.findByText("Passwords don't match");
  expect(api.received('POST /api/auth/reset-password')).toHaveLength(0);
});

test('an expired step starts again with a new code', async () => {
  const { api } = await verifiedElsewhere();
  const message = 'This link has expired. Please request a new one.';
  api.handlers['POST /api/auth/reset-password'] = { status: 400, body: { code: 'link_expired', message } };
  api.handlers['POST /api/auth/resend-verification'] = { body: { message: 'We sent a new code.' } };
  await setPassword('Correct-horse-7');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await userEvent.click(screen.getByRole('button', { name: 'Start again with a new code' }));
  await screen.findByLabelText('Verification code');
  await screen.findByText('We sent a new code.');
});

test.each([
  ['12345', 'OTP must be 6 digits'],
  ['12345x', 'OTP must contain only numbers'],
])('the code %s is refused with “%s”', async (code, message) => {
  const { api } = await registered();
  await userEvent.type(screen.getByLabelText('Verification code'), code);
  await userEvent.click(screen.getByRole('button', { name: 'Verify Email' }));
  await screen.findByText(message);
  expect(api.received('POST /api/auth/verify-email')).toHaveLength(0);
});

test('a wrong code shows what the server says, and can be tried again', async () => {
  const { api } = await registered();
  const message = 'That code is not right. Please check it and try again.';
  api.handlers['POST /api/auth/verify-email'] = { status: 400, body: { code: 'otp_invalid', message } };
  await userEvent.type(screen.getByLabelText('Verification code'), '000000');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByRole('button', { name: 'Verify Email' }).getAttribute('aria-disabled')).toBeNull();
});

test('a complete code submits itself once, and again only when it was changed', async () => {
  const { api } = await registered();
  const message = 'That code is not right. Please check it and try again.';
  api.handlers['POST /api/auth/verify-email'] = { status: 400, body: { code: 'otp_invalid', message } };
  await userEvent.paste('000 000');
  await screen.findByText(message);
  const code = screen.getByLabelText<HTMLInputElement>('Verification code');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  expect(api.received('POST /api/auth/verify-email')).toHaveLength(1);
  await userEvent.keyboard('{Backspace}1');
  await waitFor(() => expect(api.received('POST /api/auth/verify-email')).toHaveLength(2));
  expect(api.received('POST /api/auth/verify-email').at(-1)?.body).toMatchObject({ otp: '000001' });
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  // Another code than the one that was refused.
  await userEvent.keyboard('7');
  expect(code.value).toBe('7');
  expect(api.received('POST /api/auth/verify-email')).toHaveLength(2);
});

test('a complete code waits for the address when that is not known', async () => {
  const api = apiWithSession();
  api.handlers['POST /api/auth/verify-email'] = { body: { message: 'Your email address is verified.' } };
  renderApp('/login?mode=verify');
  await userEvent.type(await screen.findByLabelText('Verification code'), '123456');
  expect(api.received('POST /api/auth/verify-email')).toHaveLength(0);
  await userEvent.type(screen.getByLabelText('Email'), 'somebody@northwind.example{Enter}');
  // Nobody gave a password here, so nobody can be logged in.
  await screen.findByText('Your email address is verified.');
  expect(api.received('POST /api/auth/login')).toHaveLength(0);
});

test('/login?mode=verify asks for address and code', async () => {
  apiWithSession();
  renderApp('/login?mode=verify');
  await screen.findByLabelText('Verification code');
  expect(screen.getByLabelText('Email')).toBeTruthy();
});

test.each(['forgotten', 'toString', '1'])('the mode %s is not known and shows the login', async (mode) => {
  apiWithSession();
  renderApp(`/login?mode=${mode}`);
  expect((await screen.findByRole('tab', { name: 'Login' })).getAttribute('aria-selected')).toBe('true');
});

test('a signed-in user is led from the login to the dashboard', async () => {
  localStorage.setItem('authToken', 'token-0');
  fakeApi({ 'GET /api/auth/status': { body: member } });
  const { address } = renderApp('/login');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(address()).toBe('/');
});

test('a user with a live cookie and no stored token is led from the login to the dashboard', async () => {
  fakeApi({ 'GET /api/auth/status': { body: member } });
  const { address } = renderApp('/login');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(address()).toBe('/');
  expect(localStorage.getItem('authToken')).toBe('token-1');
});

test('a visitor sees the login without waiting for the server', async () => {
  fakeApi({ 'GET /api/auth/status': 'silent' });
  renderApp('/login');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('a stored token whose session is over shows the login and is forgotten', async () => {
  localStorage.setItem('authToken', 'token-0');
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  const { address } = renderApp('/login');
  await screen.findByLabelText('Password');
  expect(address()).toBe('/login');
  expect(localStorage.getItem('authToken')).toBeNull();
});

test('a stored token that outlives the cookie is kept, though it is not renewed', async () => {
  localStorage.setItem('authToken', 'token-0');
  fakeApi({ 'GET /api/auth/status': { body: { ...member, authToken: null } } });
  renderApp('/login');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(localStorage.getItem('authToken')).toBe('token-0');
});
