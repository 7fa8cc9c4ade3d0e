import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbb${index}`);
const twoFactor = (totpSince: string | null, recoveryCodesLeft: number) => ({
  body: { totpSince, recoveryCodesLeft },
});
const switchedOn = {
  id: 'an-event',
  action: 'two_factor_enabled',
  count: 1,
  details: { method: 'totp' },
  network: null,
  byAdmin: false,
  at: '2026-11-22T05:00:00.000Z',
};
const session = (changes: object) => ({
  id: '0198f5a0-0000-7000-8000-000000000011',
  device: 'Chrome on Windows',
  isMobile: false,
  network: '198.51.100.x',
  createdAt: '2026-11-14T10:00:00.000Z',
  lastSeenAt: '2026-11-14T10:00:00.000Z',
  isCurrent: false,
  ...changes,
});

function opened(handlers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/two-factor': twoFactor(null, 0),
    'GET /api/account/sessions': { body: [session({ isCurrent: true })] },
    'GET /api/account/known-browsers': { body: [] },
    ...handlers,
  });
  renderApp('/settings#security');
  return api;
}

test('setting up shows the secret as a picture and as text, and then the recovery codes', async () => {
  let isOn = false;
  const api = opened({
    'GET /api/account/two-factor': () =>
      isOn ? twoFactor('2026-11-22T05:00:00.000Z', 10) : twoFactor(null, 0),
    'GET /api/account/security-activity': () => ({ body: isOn ? [switchedOn] : [] }),
    'POST /api/account/two-factor/totp': { body: { key, uri: `otpauth://totp/Picksync:a?secret=${key}` } },
    'POST /api/account/two-factor/totp/enable': () => {
      isOn = true;
      return { body: { recoveryCodes: codes } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor sign-in' }));
  dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
  await userEvent.type(dialog.getByLabelText('Code'), '123456');
  const shown = within(await screen.findByRole('dialog', { name: 'Two-factor sign-in is on' }));
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Go back' }));
  await userEvent.click(shown.getByRole('button', { name: 'I have kept them' }));
  await screen.findByText('10 of 10 left');
  await userEvent.click(screen.getByRole('button', { name: 'Show security activity' }));
  await screen.findByText('Two-factor sign-in was switched on');
  expect(api.received('POST /api/account/two-factor/totp/enable')[0]?.body).toEqual({ code: '123456' });
});

test('turning off is asked about first, and what the server refuses is said', async () => {
  const message = 'Two-factor sign-in is not on. Please begin again.';
  const api = opened({
    'GET /api/account/two-factor': twoFactor('2026-11-02T05:00:00.000Z', 2),
    'DELETE /api/account/two-factor/totp': { status: 409, body: { code: 'two_factor_off', message } },
  });
  await screen.findByText('Few left');
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  expect(api.received('DELETE /api/account/two-factor/totp')).toHaveLength(0);
  const dialog = within(await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog')));
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  await screen.findByText(message);
});

test('the sessions stand with their device, this browser first, and another one can be ended', async () => {
  const phone = session({
    id: '0198f5a0-0000-7000-8000-000000000012',
    device: 'Safari on iPhone',
    isMobile: true,
    network: null,
  });
  const api = opened({
    'GET /api/account/sessions': { body: [phone, session({ isCurrent: true })] },
    [`DELETE /api/account/sessions/${phone.id}`]: { body: { message: 'The session is ended.' } },
  });
  const region = within(await screen.findByRole('group', { name: 'Sessions' }));
  await region.findByText('This browser');
  expect(region.getAllByRole('group').map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    'Chrome',
    'Safari',
  ]);
  expect(region.queryByRole('button', { name: 'End Chrome on Windows' })).toBeNull();
  await userEvent.click(region.getByRole('button', { name: 'End Safari on iPhone' }));
  await waitFor(() => expect(api.received(`DELETE /api/account/sessions/${phone.id}`)).toHaveLength(1));
  region.getByRole('button', { name: 'End all other sessions' });
});

test('the recognized devices stand with their last sign-in, and one can be forgotten', async () => {
  const id = '0198f5a0-0000-7000-8000-000000000021';
  const browser = {
    ...{ id, device: 'Safari on iPhone', isMobile: true, network: '203.0.113.x', isCurrent: false },
    ...{ createdAt: '2026-11-14T10:00:00.000Z', lastSignIn: '2026-11-15T10:00:00.000Z' },
  };
  let known = [browser];
  const api = opened({
    'GET /api/account/known-browsers': () => ({ body: known }),
    [`DELETE /api/account/known-browsers/${id}`]: () => {
      known = [];
      return { body: { message: 'The browser is forgotten.' } };
    },
  });
  // The part of the page, and its first row.
  const [part] = await screen.findAllByRole('group', { name: 'Known browsers' });
  const region = within(part as HTMLElement);
  await userEvent.click(await region.findByRole('button', { name: 'Show known browsers' }));
  await userEvent.click(await region.findByRole('button', { name: 'Forget Safari on iPhone' }));
  await region.findByText('No browser yet');
  expect(api.received(`DELETE /api/account/known-browsers/${id}`)).toHaveLength(1);
});

test('two-factor sign-in shows as on after a lost reply, with the way to recovery codes', async () => {
  let isOn = false;
  opened({
    'GET /api/account/two-factor': () =>
      isOn ? twoFactor('2026-11-22T05:00:00.000Z', 10) : twoFactor(null, 0),
    'POST /api/account/two-factor/totp': { body: { key, uri: `otpauth://totp/Picksync:a?secret=${key}` } },
    'POST /api/account/two-factor/totp/enable': () => {
      isOn = true;
      return 'unreachable';
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor sign-in' }));
  await userEvent.type(dialog.getByLabelText('Code'), '123456');
  await dialog.findByText('Network error. Please check your connection and try again.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('10 of 10 left');
  screen.getByRole('button', { name: 'Make new' });
});

test('a lost reply to new recovery codes says that the old ones may be invalid, and offers new ones', async () => {
  const renewPath = 'POST /api/account/two-factor/recovery-codes';
  const api = opened({
    'GET /api/account/two-factor': twoFactor('2026-11-02T05:00:00.000Z', 4),
    [renewPath]: 'unreachable',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Make new' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await screen.findByText(/may have stopped working\. Make new ones/);
  api.handlers[renewPath] = { body: { recoveryCodes: codes } };
  await userEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await screen.findByRole('dialog', { name: 'New recovery codes' });
});
