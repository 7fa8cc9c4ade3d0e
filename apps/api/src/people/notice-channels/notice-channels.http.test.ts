import { sealedColumns } from '@picksync/db';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../../testing/sandbox.ts';
import { testApp } from '../../testing/test-app.ts';

const sandbox = await startSandbox();
const app = await testApp({ smartsheet: sandbox.settings, webhookTargets: 'anywhere' });
afterAll(async () => {
  await app.close();
  await sandbox.close();
});
// The stand-ins take one message of an address in a second, by the clock of this machine.
let made = 0;
beforeEach(() => {
  app.clock.at = new Date();
  made += 1;
});

type Headers = Record<string, string>;
const path = '/api/account/channels';
const call = (headers: Headers, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', at = '', payload?: object) =>
  app.app.inject({ method, url: `${path}${at}`, headers, ...(payload && { payload }) });
const slack = (token = 'x8Qk') => `${sandbox.url}/services/T02NORTH${made}/B024BE91L/${token}`;
const teams = (id = `8f${made}`) =>
  `${sandbox.url}/workflows/${id}/triggers/manual/paths/invoke?api-version=1&sig=tFs9LpcdsN`;

type Arrived = { channel: string; address: string; body: { text?: string; attachments?: unknown[] } };
const arrived = () => sandbox.call<Arrived[]>('GET', '/api/channel-messages');

/** A user with a channel in Slack. */
async function owner(address = slack()) {
  const person = await app.signIn();
  const { testToken } = (await call(person.headers, 'POST', '/slack/test', { address })).json();
  const saved = await call(person.headers, 'POST', '/slack', { address, testToken });
  return { ...person, address, saved };
}

test('a channel is saved after a test arrived, sealed, and is shown shortened from then on', async () => {
  const address = slack();
  const { headers, userId, saved } = await owner(address);
  expect(saved.json().channel).toMatchObject({
    kind: 'slack',
    address: `${new URL(sandbox.url).host}/services/T02…/…x8Qk`,
    choices: { automation_failing: true, review_needed: true, automation_paused: false, reminders: false },
    isActive: true,
  });
  expect((await arrived())[0]?.body.text).toBe('A test from Picksync');
  const row = await app.db.noticeChannel.findFirstOrThrow({ where: { userId } });
  expect(JSON.stringify(row)).not.toContain('B024BE91L');
  expect(app.context.sealer.open(row.addressSealed, sealedColumns.channelAddress.identity(row.id))).toBe(
    address,
  );
  expect((await call(headers, 'GET')).body).not.toContain('B024BE91L');
  expect(app.log.lines().join('\n')).not.toContain('B024BE91L');
});

test('an address is not saved without its own test, nor long after it, nor by somebody else', async () => {
  const [one, other] = [await app.signIn(), await app.signIn()];
  const address = slack();
  const { testToken } = (await call(one.headers, 'POST', '/slack/test', { address })).json();
  const save = (headers: Headers, body: object) => call(headers, 'POST', '/slack', body);
  for (const answer of [
    await save(one.headers, { address, testToken: 'made.up' }),
    await save(one.headers, { address: slack('other'), testToken }),
    await save(other.headers, { address, testToken }),
  ]) {
    expect(answer.json().code).toBe('channel_test_missing');
  }
  app.clock.at = new Date(app.clock.at.getTime() + 11 * 60_000);
  const { headers: lateHeaders } = await app.signIn({ userId: one.userId });
  expect((await save(lateHeaders, { address, testToken })).json().code).toBe('channel_test_missing');
  expect(await app.db.noticeChannel.count({ where: { userId: one.userId } })).toBe(0);
});

test.each([
  ['removed', 'Slack refused the test: no_service. The webhook was removed in Slack.'],
  ['deleted', 'Slack refused the test: channel_not_found.'],
  ['archived', 'Slack refused the test: channel_is_archived.'],
  ['wrong', 'Slack refused the test: invalid_token.'],
  ['prohibited', 'Slack refused the test: action_prohibited.'],
  ['busy', 'Slack refused the test. It received too many messages at once. Please try again in a minute.'],
  ['broken', 'Slack refused the test. It answered with an error. Please try again in a minute.'],
])('the answer of Slack for a webhook that is %s is said', async (token, said) => {
  const { headers } = await app.signIn();
  const answer = await call(headers, 'POST', '/slack/test', { address: slack(token) });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'channel_refused']);
  expect(answer.json().message).toContain(said);
});

test.each([
  ['deleted', 'WorkflowNotFound'],
  ['off', 'WorkflowTriggerIsNotEnabled'],
  ['tenant', 'DirectApiAuthorizationRequired'],
])('the answer of Teams for a workflow that is %s is said', async (id, word) => {
  const { headers } = await app.signIn();
  const answer = await call(headers, 'POST', '/teams/test', { address: teams(id) });
  expect(answer.json().message).toContain(`Microsoft Teams refused the test: ${word}.`);
});

test('a workflow of Teams takes a card', async () => {
  const { headers } = await app.signIn();
  const answer = await call(headers, 'POST', '/teams/test', { address: teams() });
  expect(answer.json()).toMatchObject({ message: 'The test arrived', testToken: expect.any(String) });
  expect((await arrived())[0]).toMatchObject({
    channel: 'teams',
    body: { attachments: [expect.anything()] },
  });
});

test('an address where nobody answers is not said to have refused', async () => {
  const { headers } = await app.signIn();
  const address = 'http://127.0.0.1:1/services/T02NORTH/B024BE91L/x8Qk';
  const answer = await call(headers, 'POST', '/slack/test', { address });
  expect(answer.json().message).toBe(
    'The test did not reach Slack. The address could not be reached. Please try again in a minute.',
  );
});

test('switching a channel on asks who it is, as adding one does; switching it off and choosing do not', async () => {
  const { headers, saved } = await owner();
  expect(saved.statusCode).toBe(200);
  await app.passTime(11 * 60_000);
  const off = await call(headers, 'PATCH', '/slack', { isActive: false, choices: { reminders: true } });
  expect(off.json().channel).toMatchObject({ isActive: false, choices: { reminders: true } });
  const on = await call(headers, 'PATCH', '/slack', { isActive: true });
  expect([on.statusCode, on.json().code]).toEqual([403, 'proof_required']);
  expect((await call(headers, 'GET')).json()).toMatchObject([{ isActive: false }]);
});

test('saving is tried a few times only, so that nobody guesses what a test returns', async () => {
  const { headers } = await app.signIn();
  const save = () => call(headers, 'POST', '/slack', { address: slack(), testToken: 'made.up' });
  const answers = await Promise.all(Array.from({ length: 21 }, save));
  expect(answers.map((answer) => answer.json().code).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 'channel_test_missing'),
    'rate_limited',
  ]);
});
