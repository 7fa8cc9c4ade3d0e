import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { member, nobody } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const token = 'a-token-of-forty-three-characters-or-there';
const email = 'office@northwind.example';
const password = 'Velvet-Compass-93!';
const sent = 'If this address has an account, a code is on its way. It works for 10 minutes.';

const fakeTimers = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });

const visitorApi = () =>
  fakeApi({
    'GET /api/auth/status': { body: nobody },
    'POST /api/auth/forgot-password': { body: { message: sent } },
    'POST /api/auth/reset-password/link': { body: { email, apiKeys: 0 } },
    'POST /api/auth/reset-password': { body: { message: 'Your password is set. You can log in now.' } },
    'POST /api/auth/reset-password-otp': { body: { message: 'Your password is set. You can log in now.' } },
  });

/** Asks for the code, and is told with the clock held: nothing comes of it until the test lets time pass. */
const sendCode = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Send Code' }));
  await arrives(() => screen.queryByText(sent) !== null);
};

const typePassword = async (again = password) => {
  await userEvent.type(await screen.findByLabelText('New Password'), password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), again);
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
};

test('a user who forgot the password gets a code, sets a new password with it and logs in', async () => {
  const api = visitorApi();
  const { address } = renderApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password' }));
  const heading = await screen.findByRole('heading', { name: 'Forgot password' });
  expect(address()).toBe('/login?mode=forgot');
  expect(document.activeElement).toBe(heading);
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email);
  await sendCode();
  await pass(1499);
  expect(address()).toBe('/login?mode=forgot');
  await pass(1);
  fakeTimers();
  const code = await screen.findByLabelText('Reset code');
  expect(address()).toBe('/reset-password');
  await userEvent.type(code, '12 34-56');
  await userEvent.click(screen.getByLabelText('Also remove passkeys and linked sign-ins'));
  await typePassword();
  await screen.findByText('Password changed');
  expect(api.received('POST /api/auth/reset-password-otp')[0]?.body).toEqual({
    email,
    otp: '123456',
    password,
    revokeApiKeys: true,
    removeOtherWaysIn: true,
  });
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('tab', { name: 'Login' });
  expect(address()).toBe('/login');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email);
});

test('a code that is wrong is said at the code, and what was typed stays', async () => {
  const api = visitorApi();
  const message = 'That code is not right. Please check it and try again.';
  api.handlers['POST /api/auth/reset-password-otp'] = { status: 400, body: { code: 'otp_invalid', message } };
  renderApp('/reset-password');
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Reset code'), '123456');
  await typePassword();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  const code = screen.getByLabelText<HTMLInputElement>('Reset code');
  expect([code.getAttribute('aria-invalid'), code.value]).toEqual(['true', '123456']);
  expect(document.activeElement).toBe(code);
});

test('a missing entry is named at its field, and nothing is sent', async () => {
  const api = visitorApi();
  renderApp('/reset-password');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset Password' }));
  await screen.findByText('Please enter a valid email address');
  for (const text of [
    'OTP must be 6 digits',
    'Password must be at least 10 characters',
    'Please confirm your password',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(api.received('POST /api/auth/reset-password-otp')).toHaveLength(0);
});

test('leaving the forgot form before the code form comes is not undone', async () => {
  visitorApi();
  const { address } = renderApp('/login?mode=forgot');
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await sendCode();
  fireEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
  await pass(3000);
  expect(address()).toBe('/login');
});

test('the step before stands until the page of the next one does, so that nothing is typed into what goes at once', async () => {
  visitorApi();
  const { address } = renderApp('/reset-password');
  for (const [button, field, at] of [
    ['Request a new code', 'Email', '/login?mode=forgot'],
    ['I have a code', 'Reset code', '/reset-password'],
    ['Request a new code', 'Email', '/login?mode=forgot'],
  ] as const) {
    const pressed = await screen.findByRole('button', { name: button });
    fireEvent.click(pressed);
    expect([address(), pressed.isConnected]).toEqual([at, true]);
    await waitFor(() => expect(pressed.isConnected).toBe(false));
    await screen.findByLabelText(field);
  }
});

test.each([
  [
    'the server’s message',
    { status: 429, body: { code: 'rate_limited', message: 'Too many.' } },
    'Too many.',
  ],
  ['“Failed to request password reset”', { status: 500, body: '' }, 'Failed to request password reset'],
] as const)('a request that is refused shows %s', async (_name, answer, said) => {
  const api = visitorApi();
  api.handlers['POST /api/auth/forgot-password'] = answer;
  renderApp('/login?mode=forgot');
  await userEvent.type(await screen.findByLabelText('Email'), `${email}{Enter}`);
  expect((await screen.findByRole('alert')).textContent).toBe(said);
});

test.each([`/reset-password?token=${token}`, `/login?token=${token}&action=reset`])(
  '%s sets a new password, and the token leaves the address at once',
  async (at) => {
    const api = visitorApi();
    const { address } = renderApp(at);
    await screen.findByRole('heading', { name: 'Set a new password' });
    expect(address()).toBe('/reset-password');
    fakeTimers();
    await typePassword();
    await screen.findByText('Password changed');
    expect(api.received('POST /api/auth/reset-password')[0]?.body).toEqual({
      token,
      password,
      revokeApiKeys: true,
      removeOtherWaysIn: false,
    });
    await vi.advanceTimersByTimeAsync(2000);
    await screen.findByRole('tab', { name: 'Login' });
  },
);

test('the form of a link offers to revoke the API keys there are, and sends what is chosen', async () => {
  const api = visitorApi();
  api.handlers['POST /api/auth/reset-password/link'] = { body: { email, apiKeys: 2 } };
  renderApp(`/reset-password?token=${token}`);
  const revoke = await screen.findByLabelText<HTMLInputElement>('Revoke 2 API keys');
  const everything = screen.getByLabelText('Also remove passkeys and linked sign-ins');
  const state = () => [revoke.getAttribute('aria-checked'), revoke.hasAttribute('disabled')];
  expect(state()).toEqual(['true', false]);
  await userEvent.click(revoke);
  expect(state()).toEqual(['false', false]);
  await userEvent.click(everything);
  expect(state()).toEqual(['true', true]);
  await userEvent.click(everything);
  await typePassword();
  await screen.findByText('Password changed');
  const { body } = api.received('POST /api/auth/reset-password')[0] ?? {};
  expect(body).toMatchObject({ revokeApiKeys: false, removeOtherWaysIn: false });
});

test('an account without API keys is not asked about them', async () => {
  visitorApi();
  renderApp(`/reset-password?token=${token}`);
  await screen.findByLabelText('New Password');
  expect(screen.queryByLabelText(/^Revoke/)).toBeNull();
});

test('the link works for whoever is signed in, and ends the session in this browser as well', async () => {
  localStorage.setItem('authToken', 'token-0');
  const api = visitorApi();
  api.handlers['GET /api/auth/status'] = { body: member };
  const { address } = renderApp(`/login?token=${token}&action=reset`);
  fakeTimers();
  await typePassword();
  await screen.findByText('Password changed');
  api.handlers['GET /api/auth/status'] = { body: nobody };
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('authToken')).toBeNull();
});

test('a link that was used or has expired says so before anything is typed, and leads to a new code', async () => {
  const api = visitorApi();
  const message = 'This link is invalid or has already been used. Please request a new one.';
  api.handlers['POST /api/auth/reset-password/link'] = {
    status: 400,
    body: { code: 'link_invalid', message },
  };
  const { address } = renderApp(`/reset-password?token=${token}`);
  await screen.findByRole('heading', { name: 'This link no longer works' });
  screen.getByText(message);
  expect(screen.queryByLabelText('New Password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Request a new code' }));
  await screen.findByRole('heading', { name: 'Forgot password' });
  expect(address()).toBe('/login?mode=forgot');
});

test('a link that cannot be judged beforehand is judged with the password', async () => {
  const api = visitorApi();
  const message = 'This link has expired. Please request a new one.';
  api.handlers['POST /api/auth/reset-password/link'] = 'unreachable';
  api.handlers['POST /api/auth/reset-password'] = { status: 400, body: { code: 'link_expired', message } };
  renderApp(`/reset-password?token=${token}`);
  await typePassword();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

const verifyLink = async (
  answer: Parameters<typeof fakeApi>[0][string],
  at = `token=${token}&action=verify`,
) => {
  const api = visitorApi();
  api.handlers['POST /api/auth/verify-email-link'] = answer;
  const app = renderApp(`/login?${at}`);
  const button = await screen.findByRole('button', { name: 'Verify Email' });
  expect(app.address()).toBe('/login?mode=verify');
  expect(api.received('POST /api/auth/verify-email-link')).toHaveLength(0);
  fakeTimers();
  await userEvent.click(button);
  return { api, app };
};

test('the link of a verification verifies when the button is pressed, and says so', async () => {
  const { api, app } = await verifyLink({ body: { message: 'Verified', email, passwordToken: null } });
  await screen.findByRole('heading', { name: 'Email verified' });
  expect(app.address()).toBe('/email-verified/success');
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(api.received('POST /api/auth/verify-email-link')[0]?.body).toEqual({ token });
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('tab', { name: 'Login' });
});

test('the link of a verification, in a tab of its own, leads on to the page that somebody came for', async () => {
  localStorage.setItem('wayOn', JSON.stringify({ address: '/subscription', until: Date.now() + 60_000 }));
  const api = visitorApi();
  api.handlers['POST /api/auth/verify-email-link'] = {
    body: { message: 'Verified', email, passwordToken: null },
  };
  const app = renderApp(`/login?token=${token}&action=verify`);
  const button = await screen.findByRole('button', { name: 'Verify Email' });
  fakeTimers();
  await userEvent.click(button);
  await screen.findByRole('heading', { name: 'Email verified' });
  await vi.advanceTimersByTimeAsync(2000);
  await screen.findByRole('tab', { name: 'Login' });
  expect(app.address()).toBe('/login?redirect=%2Fsubscription');
});

test('the link asks for a password in another browser', async () => {
  await verifyLink({ body: { message: 'Almost', email, passwordToken: 'token-for-a-password' } });
  await screen.findByRole('heading', { name: 'Set a password' });
  expect(screen.getByText(email)).toBeTruthy();
});

test.each([
  ['link_expired', 'expired_token', 'This verification link has expired. Please request a new one.'],
  ['link_invalid', 'invalid_token', /^This verification link is invalid or has already been used\./],
] as const)('a link refused as %s leads to the result %s', async (code, errorType, said) => {
  const { api, app } = await verifyLink({ status: 400, body: { code, message: 'No' } });
  await screen.findByText(said);
  expect(app.address()).toBe(`/email-verified/error/${errorType}`);
  expect(api.received('POST /api/auth/verify-email-link')).toHaveLength(1);
});

test('a server in trouble is asked three times, after one second and after two more', async () => {
  const api = visitorApi();
  api.handlers['POST /api/auth/verify-email-link'] = { status: 503, body: {} };
  const app = renderApp(`/login?token=${token}&action=verify`);
  const tries = () => api.received('POST /api/auth/verify-email-link').length;
  const button = await screen.findByRole('button', { name: 'Verify Email' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(button);
  await arrives(() => tries() === 1);
  for (const [ms, before] of [
    [1000, 1],
    [2000, 2],
  ] as const) {
    await pass(ms - 1);
    expect(tries()).toBe(before);
    await pass(1);
    expect(tries()).toBe(before + 1);
  }
  const failed = 'Your email address could not be verified right now. Please try again later.';
  // What waits for the held time when it ends is lost.
  await arrives(() => screen.queryByText(failed) !== null);
  vi.useRealTimers();
  expect([tries(), app.address()]).toEqual([3, '/email-verified/error/server_error']);
});

test('a failure does not flash when the reader leaves the page of a verification', async () => {
  visitorApi();
  const { address } = renderApp('/email-verified/success');
  await screen.findByRole('heading', { name: 'Email verified' });
  fireEvent.click(screen.getByRole('link', { name: 'Picksync, to the start page' }));
  expect(address()).toBe('/');
  expect(screen.getByRole('heading', { name: 'Email verified' })).toBeTruthy();
});

test('a tab that waits for the code goes on when the link is followed in another one', async () => {
  sessionStorage.setItem('verificationEmail', email);
  visitorApi();
  const { address } = renderApp('/login?mode=verify');
  await screen.findByLabelText('Verification code');
  fakeTimers();
  window.dispatchEvent(new StorageEvent('storage', { key: 'emailVerified', newValue: email }));
  await screen.findByText('Your email address is verified.');
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(address()).toBe('/'));
});

test.each([
  ['/email-verified', /^This verification link is incomplete\./],
  ['/email-verified/error/missing_parameters', /^This verification link is incomplete\./],
  ['/email-verified/error/server_error', /Please try again later\.$/],
  ['/email-verified/error/something', 'The verification link may have expired or is invalid.'],
  ['/email-verified/error/toString', 'The verification link may have expired or is invalid.'],
])('%s says what went wrong, and how to go on', async (at, said) => {
  visitorApi();
  const { address } = renderApp(at);
  expect((await screen.findByRole('alert')).textContent).toMatch(said);
  expect(screen.getByRole('link', { name: 'Return to Login' }).getAttribute('href')).toBe('/login');
  await userEvent.click(screen.getByRole('link', { name: 'Resend Verification' }));
  await screen.findByLabelText('Verification code');
  expect(address()).toBe('/login?mode=verify');
});

test('a new verification mail can be asked for where the address is not known yet', async () => {
  const api = visitorApi();
  const errors = { email: 'Please enter a valid email address' };
  api.handlers['POST /api/auth/resend-verification'] = { status: 400, body: { message: 'No', errors } };
  renderApp('/login?mode=verify');
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
  expect((await screen.findByRole('alert')).textContent).toBe(errors.email);
  api.handlers['POST /api/auth/resend-verification'] = { body: { message: 'We sent a new code.' } };
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  await screen.findByText('We sent a new code.');
  expect(api.received('POST /api/auth/resend-verification')[1]?.body).toEqual({ email });
});

test('/email-verified with a token begins the verification', async () => {
  visitorApi();
  const { address } = renderApp(`/email-verified?token=${token}`);
  await screen.findByRole('button', { name: 'Verify Email' });
  expect(address()).toBe('/login?mode=verify');
});

test('the rules of a new password are met one by one, and the server rates it', async () => {
  const api = visitorApi();
  api.handlers['POST /api/auth/password-strength'] = { body: { verdict: 'easy' } };
  renderApp('/login?mode=register');
  await userEvent.type(await screen.findByLabelText('Email'), email);
  const field = screen.getByLabelText('Password');
  const rules = await screen.findByRole('list', { name: 'Password rules' });
  const met = () => within(rules).queryAllByText(': met').length;
  expect(met()).toBe(0);
  await userEvent.type(field, 'Abcdefgh1');
  expect(met()).toBe(4);
  expect(api.received('POST /api/auth/password-strength')).toHaveLength(0);
  await userEvent.type(field, '!');
  expect(met()).toBe(6);
  await screen.findByText('Easy to guess');
  expect(api.received('POST /api/auth/password-strength').map(({ body }) => body)).toEqual([
    { password: 'Abcdefgh1!', email },
  ]);
  api.handlers['POST /api/auth/password-strength'] = { body: { verdict: 'strong' } };
  await userEvent.type(field, ' and a sentence');
  await screen.findByText('Strong');
  expect(screen.queryByText('Easy to guess')).toBeNull();
});

test('the rules still help when the server cannot rate the password', async () => {
  const api = visitorApi();
  api.handlers['POST /api/auth/password-strength'] = { status: 503, body: {} };
  renderApp('/login?mode=register');
  await userEvent.type(await screen.findByLabelText('Password'), password);
  await waitFor(() => expect(api.received('POST /api/auth/password-strength')).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['/', '/dashboard', '/settings'])(
  'at %s whoever needs a new password sets it before anything else',
  async (at) => {
    localStorage.setItem('authToken', 'token-0');
    let status = { ...member, passwordUpdateRequired: true };
    const api = fakeApi({
      'GET /api/auth/status': () => ({ body: status }),
      'POST /api/auth/update-password': () => {
        status = member;
        return { body: { message: 'Your password is set.', authToken: 'token-2' } };
      },
    });
    renderApp(at);
    await screen.findByRole('heading', { name: 'Set a new password' });
    await userEvent.type(screen.getByLabelText('New Password'), password);
    await userEvent.type(screen.getByLabelText('Confirm Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set a new password' })).toBeNull());
    expect(api.received('POST /api/auth/update-password')[0]?.body).toEqual({ password });
  },
);
