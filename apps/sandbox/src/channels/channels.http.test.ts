import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } });
const button = (text: string, url = 'https://picksync.example/') => ({
  type: 'actions',
  elements: [{ type: 'button', text: { type: 'plain_text', text }, url }],
});
const section = (text: string) => ({ type: 'section', text: { type: 'plain_text', text } });

let workspaces = 0;
const toSlack = (body: unknown, token = 'x8Qk') => {
  workspaces += 1;
  return sandbox.call('POST', `/services/T${workspaces}/B1/${token}`, { body });
};
const toTeams = (body: unknown, query = '?sig=abc') => {
  workspaces += 1;
  return sandbox.call('POST', `/workflows/w${workspaces}/triggers/manual/paths/invoke${query}`, { body });
};

test.each([
  ['without a text', {}, 'no_text'],
  ['that is no object', '"hello"', 'invalid_payload'],
  ['with a header that is too long', { text: 'x', blocks: [header('x'.repeat(151))] }, 'invalid_blocks'],
  ['with a section that is too long', { text: 'x', blocks: [section('x'.repeat(3001))] }, 'invalid_blocks'],
  ['with a long label of a button', { text: 'x', blocks: [button('x'.repeat(76))] }, 'invalid_blocks'],
  ['with a button that leads nowhere', { text: 'x', blocks: [button('Open', 'here')] }, 'invalid_blocks'],
  ['with an unknown block', { text: 'x', blocks: [{ type: 'heading' }] }, 'invalid_blocks'],
])('Slack refuses a message %s', async (_, body, word) => {
  expect(await toSlack(body)).toMatchObject({ status: 400, body: word });
});

test('Slack takes a message with blocks, once a second at each address', async () => {
  const body = { text: 'Stopped', blocks: [header('Stopped'), section('Locked.'), button('Open')] };
  expect(await toSlack(body)).toMatchObject({ status: 200, body: 'ok' });
  const again = await sandbox.call('POST', `/services/T${workspaces}/B1/x8Qk`, { body });
  expect([again.status, again.body, again.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
  sandbox.advance(1000);
  expect((await sandbox.call('POST', `/services/T${workspaces}/B1/x8Qk`, { body })).status).toBe(200);
});

const card = (block: object) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4', body: [block] },
    },
  ],
});

test('a workflow of Teams takes a card, and refuses what is none, is too large or comes without its signature', async () => {
  const good = card({ type: 'TextBlock', text: 'Stopped' });
  expect(await toTeams(good)).toMatchObject({ status: 202, body: '' });
  const codes = [
    await toTeams({ text: 'Stopped' }),
    await toTeams(card({ type: 'Heading', text: 'Stopped' })),
    await toTeams(card({ type: 'TextBlock', text: 'x'.repeat(29 * 1024) })),
    await toTeams(good, ''),
  ].map(({ status, body }) => [status, body.error.code]);
  expect(codes).toEqual([
    [400, 'InvalidRequestContent'],
    [400, 'InvalidRequestContent'],
    [413, 'RequestEntityTooLarge'],
    [401, 'DirectApiAuthorizationRequired'],
  ]);
});

test('the stand-in lists posted messages, newest first, and refused ones where that is asked for', async () => {
  await sandbox.call('DELETE', '/api/channel-messages');
  await toSlack({ text: 'taken' });
  await toSlack({ text: 'refused' }, 'archived');
  const { body: taken } = await sandbox.call('GET', '/api/channel-messages');
  expect(taken).toMatchObject([{ channel: 'slack', status: 200, body: { text: 'taken' } }]);
  const { body: all } = await sandbox.call('GET', '/api/channel-messages?refused=true');
  expect(all).toMatchObject([
    { status: 410, answer: 'channel_is_archived', body: { text: 'refused' } },
    { status: 200, answer: 'ok' },
  ]);
  await sandbox.call('POST', '/api/reset', { body: {} });
  expect((await sandbox.call('GET', '/api/channel-messages?refused=true')).body).toEqual([]);
});
