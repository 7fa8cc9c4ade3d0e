import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member, nobody } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const email = 'office@northwind.example';
const missing = {
  body: {
    authToken: null,
    requiresVerification: false,
    email,
    message: '',
    secondFactors: ['totp', 'recovery_code'],
  },
};
const given = {
  body: { authToken: 'token-1', requiresVerification: false, email, message: '', secondFactors: [] },
};
const refused = (code: string, message: string, status: number) => ({
  status,
  body: { code, message, ...(status === 400 && { errors: { code: message } }) },
});

async function loggingIn(answer: Parameters<typeof fakeApi>[0][string]) {
  const api = fakeApi({
    // Else the token that was given would go again at once.
    'GET /api/auth/status': () => ({ body: localStorage.getItem('authToken') ? member : nobody }),
    'POST /api/auth/login': missing,
    'POST /api/auth/second-factor': answer,
  });
  renderApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), 'Spruce-Harbor-42{Enter}');
  return { api, code: await screen.findByLabelText('Code') };
}

test('asks for the code of the app after the password, and sends it as soon as it is whole', async () => {
  const { api, code } = await loggingIn(given);
  expect(localStorage.getItem('authToken')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(code));
  await userEvent.type(code, '123 456');
  await waitFor(() => expect(localStorage.getItem('authToken')).toBe('token-1'));
  expect(api.received('POST /api/auth/second-factor').map(({ body }) => body)).toEqual([
    { method: 'totp', code: '123456' },
  ]);
});

test('a wrong code is said at its field, and the same one is not sent by itself again', async () => {
  const { api, code } = await loggingIn(refused('validation_failed', 'That code is not right.', 400));
  await userEvent.type(code, '111111');
  await screen.findByText('That code is not right.');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(code, '{Backspace}1');
  expect(api.received('POST /api/auth/second-factor')).toHaveLength(1);
});

test('takes a recovery code from a user who has lost the app', async () => {
  const { api } = await loggingIn(given);
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = await screen.findByLabelText('Recovery code');
  await userEvent.type(field, 'nonsense{Enter}');
  await screen.findByText(/^A recovery code has 10 letters and digits/);
  await userEvent.clear(field);
  await userEvent.type(field, 'K7QD2-mfp3x{Enter}');
  await waitFor(() => expect(localStorage.getItem('authToken')).toBe('token-1'));
  expect(api.received('POST /api/auth/second-factor').map(({ body }) => body)).toEqual([
    { method: 'recovery_code', code: 'k7qd2mfp3x' },
  ]);
});

test('a login that took too long begins anew, with the email still there', async () => {
  const { code } = await loggingIn(refused('sign_in_again', 'That took too long. Please log in again.', 401));
  // It is a step of its own.
  screen.getByRole('heading', { name: 'Two-factor code' });
  expect(screen.queryByRole('tab')).toBeNull();
  await userEvent.type(code, '111111');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email);
  screen.getByText('That took too long. Please log in again.');
});
