import { signedOutStatus } from '@picksync/contracts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { member } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';

const offered = { ...signedOutStatus, signInProviders: ['google', 'microsoft'] };

test('the login offers the providers of this installation, and keeps where one wanted to go', async () => {
  fakeApi({ 'GET /api/auth/status': { body: offered } });
  renderApp('/login?redirect=/help');
  const google = await screen.findByRole('link', { name: 'Log in with Google' });
  expect(google.getAttribute('href')).toMatch(/^\/api\/auth\/google\?redirect=%2Fhelp&timeZone=/);
  expect(screen.getByRole('link', { name: 'Log in with Microsoft' })).toBeTruthy();
});

test.each([
  ['denied', 'You did not allow Picksync to see who you are at Google.'],
  ['account_exists', /^This email address already has an account\./],
])('a person who comes back with %s is told what happened', async (outcome, text) => {
  fakeApi({ 'GET /api/auth/status': { body: offered } });
  renderApp(`/login?provider=google&outcome=${outcome}`);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('asks for the second factor after the provider', async () => {
  fakeApi({ 'GET /api/auth/status': { body: offered } });
  renderApp('/login?outcome=second_factor');
  expect(await screen.findByLabelText(/code/i)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('the first of the providers of an account draws no line above it', async () => {
  const google = { provider: 'google', isLinked: false, email: null, linkedAt: null };
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/sign-in-providers': { body: { providers: [google], hasPassword: true } },
  });
  renderApp('/settings#sign-in-providers');
  const row = await screen.findByRole('group', { name: 'Google' });
  expect(row.matches(':first-child')).toBe(true);
});
