import type { NoticeChannel } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const path = '/api/account/channels';
const every = { automation_failing: true, review_needed: true, automation_paused: true, reminders: true };
const slack: NoticeChannel = {
  kind: 'slack',
  address: 'hooks.slack.com/services/T02…/…x8Qk',
  choices: { ...every, reminders: false },
  isActive: true,
  stopReason: null,
  failingSince: null,
  lastSentAt: null,
};
const address = 'https://hooks.slack.com/services/T0/B0/x8Qk';

function open(channels: NoticeChannel[], handlers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/notifications': { body: every },
    [`GET ${path}`]: { body: channels },
    ...handlers,
  });
  renderApp('/settings#notifications');
  return api;
}

test('a channel is added once a test has arrived at exactly the address that is entered', async () => {
  const api = open([], {
    [`POST ${path}/slack/test`]: { body: { message: 'The test arrived', testToken: 'testToken-1' } },
    [`POST ${path}/slack`]: { body: { message: 'Channel saved', channel: slack } },
  });
  const box = await screen.findByRole('checkbox', { name: 'An automation fails, Slack' });
  expect(box).toHaveProperty('disabled', true);
  await userEvent.click(await screen.findByRole('button', { name: 'Add Slack' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Slack' }));
  const add = dialog.getByRole('button', { name: 'Add' });
  await userEvent.type(dialog.getByLabelText('Incoming webhook address'), address);
  expect(add).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }));
  await dialog.findByText(/^The test arrived, /);
  await userEvent.type(dialog.getByLabelText('Incoming webhook address'), 'x');
  expect(add).toHaveProperty('disabled', true);
  await userEvent.type(dialog.getByLabelText('Incoming webhook address'), '{Backspace}');
  await userEvent.click(add);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.received(`POST ${path}/slack`)[0]?.body).toEqual({ address, testToken: 'testToken-1' });
  await screen.findByText(slack.address);
  expect(screen.getByRole('checkbox', { name: 'An automation fails, Slack' })).toHaveProperty(
    'disabled',
    false,
  );
});

test('the field shows what is wrong with an address, and the dialog what the channel answers', async () => {
  const said = 'This is the address of a channel.';
  const refused = 'Slack refused the test: no_service. The webhook was removed in Slack.';
  const { handlers } = open([], {
    [`POST ${path}/slack/test`]: {
      status: 400,
      body: { code: 'validation_failed', message: said, errors: { address: said } },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add Slack' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Slack' }));
  const field = dialog.getByLabelText('Incoming webhook address');
  await userEvent.type(field, address);
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }));
  await dialog.findByText(said);
  handlers[`POST ${path}/slack/test`] = { status: 400, body: { code: 'channel_refused', message: refused } };
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }));
  await dialog.findByText(refused);
  expect(dialog.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
});

test('a channel chooses what it is told, and one that was stopped says why and is switched on again', async () => {
  const stopped: NoticeChannel = { ...slack, isActive: false, stopReason: 'no_service' };
  const api = open([stopped], {
    [`PATCH ${path}/slack`]: ({ body }) => {
      const { choices, isActive } = body as Partial<NoticeChannel>;
      const channel = { ...slack, choices: { ...slack.choices, ...choices }, isActive: isActive ?? true };
      return { body: { message: 'Channel updated', channel } };
    },
  });
  await screen.findByText(/^The webhook was removed in Slack\./);
  await screen.findByText('1');
  await userEvent.click(screen.getByRole('button', { name: 'Switch on Slack' }));
  const box = await screen.findByRole('checkbox', { name: 'Trial and renewal reminders, Slack' });
  await waitFor(() => expect(box).toHaveProperty('disabled', false));
  await userEvent.click(box);
  await within(screen.getByRole('row', { name: /Trial and renewal/ })).findByText(/^Saved /);
  expect(api.received(`PATCH ${path}/slack`).map(({ body }) => body)).toEqual([
    { isActive: true },
    { choices: { reminders: true } },
  ]);
});

test('a box that could not be saved says so, also where another one of its row was pressed meanwhile', async () => {
  const mails = 'PATCH /api/account/notifications';
  const first = Promise.withResolvers<{ status: number; body: object }>();
  const channel = { ...slack, choices: { ...slack.choices, reminders: true } };
  const api = open([slack], {
    [mails]: () => first.promise,
    [`PATCH ${path}/slack`]: { body: { message: 'Channel updated', channel } },
  });
  const find = (way: string, checked: boolean) =>
    screen.findByRole('checkbox', { name: `Trial and renewal reminders, ${way}`, checked });
  await userEvent.click(await find('Mail', true));
  await userEvent.click(await find('Slack', false));
  await find('Mail', false);
  await find('Slack', true);
  first.resolve({ status: 503, body: { code: 'internal', message: 'Something went wrong.' } });
  const row = within(screen.getByRole('row', { name: /Trial and renewal/ }));
  await row.findByText(/^Not saved\./);
  await waitFor(() => expect(api.received(`PATCH ${path}/slack`)).toHaveLength(1));
  await find('Mail', true);
  await find('Slack', true);
  api.handlers[mails] = { body: { ...every, reminders: false } };
  await userEvent.click(row.getByRole('button', { name: 'Try again' }));
  await row.findByText(/^Saved /);
  await find('Mail', false);
});
