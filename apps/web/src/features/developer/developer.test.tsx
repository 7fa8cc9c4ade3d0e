import type { ApiKey, OutgoingWebhook, WebhookDelivery } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { member, user } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const premium = {
  ...member,
  user: { ...user, subscriptionTier: 'premium' as const, subscriptionStatus: 'active' as const },
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const apiKey: ApiKey = {
  id: '0198f5a0-0000-7000-8000-0000000000a1',
  name: 'Warehouse report',
  prefix: 'pks_7Qd2',
  scope: 'read',
  createdAt: inDays(-9),
  lastUsedAt: null,
  expiresAt: inDays(6),
};
const webhook: OutgoingWebhook = {
  id: '0198f5a0-0000-7000-8000-0000000000b1',
  url: 'https://ops.northwind.example/picksync',
  events: ['automation.synced', 'automation.failed'],
  isActive: true,
  stopReason: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: inDays(-9),
};
const delivery: WebhookDelivery = {
  id: '0198f5a0-0000-7000-8000-0000000000c1',
  event: 'automation.synced',
  state: 'delivered',
  attempts: 1,
  createdAt: inDays(-1),
  lastAttemptAt: inDays(-1),
  nextAttemptAt: null,
  responseStatus: 200,
  durationMs: 84,
  failure: null,
};
const [keysPath, hooksPath] = ['/api/account/api-keys', '/api/account/webhooks'];
const deliveriesPath = `${hooksPath}/${webhook.id}/deliveries`;

function open(section: 'keys' | 'hooks', handlers: Parameters<typeof fakeApi>[0] = {}, status = premium) {
  const api = fakeApi({
    'GET /api/auth/status': { body: status },
    [`GET ${keysPath}`]: { body: [] },
    [`GET ${hooksPath}`]: { body: [] },
    [`GET ${deliveriesPath}`]: { body: [delivery] },
    ...handlers,
  });
  renderApp(`/settings#${section}`);
  return api;
}

test('shows and explains keys and webhooks on a plan without them, and lets nobody add any', async () => {
  open('keys', {}, member as typeof premium);
  const add = await screen.findByRole('button', { name: 'New API key' });
  expect(add).toHaveProperty('disabled', true);
  within(screen.getByRole('group', { name: 'API keys' })).getByText(
    'Part of Premium. The trial has the features of Basic.',
  );
});

test('a new key is shown once, with its name and rights as they were chosen', async () => {
  const api = open('keys', {
    [`POST ${keysPath}`]: { status: 201, body: { message: 'API key created', key: 'pks_secret', apiKey } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  await dialog.findByText('Please give the key a name');
  await userEvent.type(dialog.getByLabelText('Name'), 'Warehouse report');
  await userEvent.selectOptions(dialog.getByLabelText('Rights'), 'Read and write');
  await userEvent.selectOptions(dialog.getByLabelText('Expires'), 'Never');
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByLabelText('API key');
  expect(shown).toHaveProperty('value', 'pks_secret');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  const [sent] = api.received(`POST ${keysPath}`);
  expect(sent?.body).toEqual({ name: 'Warehouse report', scope: 'write', expiresInDays: null });
  await userEvent.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Have you stored it?' }));
  await userEvent.click(question.getByRole('button', { name: 'Go back' }));
  expect(screen.getByLabelText('API key')).toHaveProperty('value', 'pks_secret');
  await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
  await waitFor(() => expect(screen.queryByLabelText('API key')).toBeNull());
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test.each([
  ['key', 'keys', 'New API key', 'Name', 'Warehouse report', 'Create key', keysPath, apiKey],
  ['webhook', 'hooks', 'New webhook', 'Address', webhook.url, 'Create webhook', hooksPath, webhook],
] as const)('a %s that was made although no reply came is in the list', async (...given) => {
  const [, section, add, label, typed, submit, path, made] = given;
  const api = open(section);
  api.handlers[`POST ${path}`] = () => {
    api.handlers[`GET ${path}`] = { body: [made] };
    return 'unreachable';
  };
  await userEvent.click(await screen.findByRole('button', { name: add }));
  await userEvent.type(await screen.findByLabelText(label), typed);
  await userEvent.click(screen.getByRole('button', { name: submit }));
  await screen.findByText('Network error. Please check your connection and try again.');
  await screen.findByText(typed);
});

test('a refusal of the server stands in the form', async () => {
  const full = { status: 409, body: { code: 'too_many_api_keys', message: 'You have 20 API keys.' } };
  open('keys', { [`POST ${keysPath}`]: full });
  await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'One more');
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
  await screen.findByText('You have 20 API keys.');
});

test('a key says how it stands, and is revoked after a question', async () => {
  const revokePath = `DELETE ${keysPath}/${apiKey.id}`;
  const api = open('keys', {
    [`GET ${keysPath}`]: { body: [apiKey] },
    [revokePath]: { body: { message: 'API key revoked' } },
  });
  await screen.findByText('Expires in 6 days');
  const table = within(screen.getByRole('table', { name: 'API keys' }));
  for (const text of [/Read only$/, /Never used$/]) table.getByText(text);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Warehouse report' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke “Warehouse report”?' });
  expect(api.received(revokePath)).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('API key revoked');
});

test('a key gets another name, and one without a name is refused at its field', async () => {
  const renamePath = `PATCH ${keysPath}/${apiKey.id}`;
  const api = open('keys', { [`GET ${keysPath}`]: { body: [apiKey] } });
  const renamed = { ...apiKey, name: 'Yard report' };
  api.handlers[renamePath] = () => {
    api.handlers[`GET ${keysPath}`] = { body: [renamed] };
    return { body: { message: 'API key renamed', apiKey: renamed } };
  };
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Warehouse report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename API key' }));
  const name = dialog.getByLabelText('Name');
  expect(name).toHaveProperty('value', 'Warehouse report');
  await userEvent.clear(name);
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await dialog.findByText('Please give the key a name');
  await userEvent.type(name, 'Yard report');
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Yard report');
  expect(api.received(renamePath).map(({ body }) => body)).toEqual([{ name: 'Yard report' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a new webhook shows its secret, and an address that is refused is said at its field', async () => {
  let refused = true;
  const refusal = { code: 'validation_failed', message: 'Please check', errors: { url: 'Not public' } };
  const api = open('hooks', {
    [`POST ${hooksPath}`]: () =>
      refused
        ? { status: 400, body: refusal }
        : { status: 201, body: { message: 'Webhook created', secret: 'whsec_abc', webhook } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await userEvent.type(dialog.getByLabelText('Address'), webhook.url);
  await userEvent.click(dialog.getByLabelText('automation.needs_review'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
  await dialog.findByText('Not public');
  expect(dialog.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  refused = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByLabelText('Signing secret')).toHaveProperty('value', 'whsec_abc');
  expect(api.received(`POST ${hooksPath}`)[1]?.body).toEqual({ url: webhook.url, events: webhook.events });
});

test('a webhook shows what was sent, sends it again, and says why it stopped', async () => {
  const stopped = { ...webhook, isActive: false, stopReason: 'failing' as const };
  const again = `POST ${deliveriesPath}/${delivery.id}`;
  const api = open('hooks', {
    [`GET ${hooksPath}`]: { body: [webhook] },
    [again]: { body: { message: 'Sent again', delivery } },
  });
  await screen.findByText('200 in 84 ms');
  await userEvent.click(screen.getByRole('button', { name: /^Send again: automation.synced/ }));
  await waitFor(() => expect(api.received(again)).toHaveLength(1));
  api.handlers[`GET ${hooksPath}`] = { body: [stopped] };
  const off = `PATCH ${hooksPath}/${webhook.id}`;
  api.handlers[off] = { body: { message: 'Webhook updated', webhook: stopped } };
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${webhook.url}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Switch off' }));
  await screen.findByText('Stopped');
  expect(await screen.findByRole('button', { name: 'Send a test' })).toHaveProperty('disabled', true);
});

test('an edit of a webhook sends what was changed in this window alone', async () => {
  const edited = `PATCH ${hooksPath}/${webhook.id}`;
  const api = open('hooks', {
    [`GET ${hooksPath}`]: { body: [webhook] },
    [edited]: { body: { message: 'Webhook updated', webhook } },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${webhook.url}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  const [, ...events] = webhook.events;
  await userEvent.click(dialog.getAllByRole('checkbox', { checked: true })[0] as HTMLElement);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.received(edited).map(({ body }) => body)).toEqual([{ events }]));
});

test('the line below a webhook reaches both edges of the card, also while nothing was sent', async () => {
  open('hooks', { [`GET ${hooksPath}`]: { body: [webhook] }, [`GET ${deliveriesPath}`]: { body: [] } });
  const note = await screen.findByText('Nothing was sent yet.');
  // A paragraph is as wide as a line that can be read.
  expect(note.tagName).not.toBe('P');
});

test('says when earlier deliveries could not be loaded, and keeps the others', async () => {
  open('hooks', {
    [`GET ${hooksPath}`]: { body: [webhook] },
    [`GET ${deliveriesPath}`]: ({ path }) =>
      path.includes('cursor')
        ? { status: 500, body: { code: 'internal' } }
        : { body: [delivery], headers: { 'x-next-cursor': 'next' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Could not load more');
  screen.getByText('200 in 84 ms');
});

test('a webhook of which only events were changed asks before it is closed', async () => {
  open('hooks', { [`GET ${hooksPath}`]: { body: [webhook] } });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${webhook.url}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: /^automation\.failed/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Discard your entries?' });
});
