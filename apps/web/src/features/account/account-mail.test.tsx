import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { member } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const event = {
  id: 'an-event',
  action: 'login_refused',
  count: 3,
  details: { device: 'Firefox on Linux' },
  network: '198.51.100.x',
  byAdmin: false,
  at: '2026-11-21T10:00:00.000Z',
};

test('the account shows who looked at it, from when to when, and why', async () => {
  const looked = {
    ...event,
    action: 'support_viewed',
    count: 1,
    details: { until: '2026-11-21T10:08:00.000Z' },
    reason: 'your message of Nov 21',
    byAdmin: true,
  };
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/security-activity': { body: [looked] },
  });
  renderApp('/settings#security-activity');
  await screen.findByText('Picksync support looked at your account');
  await screen.findByText(/10:00.* to .*10:08.*\. Reason: your message of Nov 21$/);
});

test('the account shows what support did about which automation, and why', async () => {
  const mended = {
    ...event,
    action: 'support_mended_webhook',
    count: 1,
    details: { name: 'Staff into Assignments' },
    reason: 'your message of Nov 21',
    byAdmin: true,
  };
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/security-activity': { body: [mended] },
  });
  renderApp('/settings#security-activity');
  await screen.findByText('Picksync support had the webhook of an automation mended');
  await screen.findByText(/, Staff into Assignments\. Reason: your message of Nov 21$/);
});

test('the account shows what happened to its security, with how often and from where', async () => {
  fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/security-activity': { body: [event] },
  });
  renderApp('/settings#security-activity');
  await screen.findByText('A sign-in was refused');
  await screen.findByText('3 times');
  await screen.findByText(/Firefox on Linux, from 198\.51\.100\.x/);
});

test('tells a user whose mails bounce, who confirms the address', async () => {
  const answers: Parameters<typeof fakeApi>[0] = {
    'GET /api/auth/status': { body: { ...member, mailProblem: 'bounce' } },
    'POST /api/account/mail-address/confirm': { body: { message: 'Mail is sent to your address again.' } },
    'GET /api/account/security-activity': { body: [] },
  };
  fakeApi(answers);
  renderApp('/settings#security-activity');
  await screen.findByText('Mail to you came back');
  await screen.findByText('Nothing yet');
  fakeApi({ ...answers, 'GET /api/auth/status': { body: member } });
  await userEvent.click(await screen.findByRole('button', { name: 'The address is right' }));
  await waitFor(() => expect(screen.queryByText('Mail to you came back')).toBeNull());
});

test('offers nothing to confirm after a mail was marked as spam', async () => {
  fakeApi({
    'GET /api/auth/status': { body: { ...member, mailProblem: 'complaint' } },
    'GET /api/account/security-activity': { body: [] },
  });
  renderApp('/settings#security-activity');
  await screen.findByText('A mail to you was marked as spam');
  expect(screen.queryByRole('button', { name: 'The address is right' })).toBeNull();
  await screen.findByRole('link', { name: 'Change the address' });
});
