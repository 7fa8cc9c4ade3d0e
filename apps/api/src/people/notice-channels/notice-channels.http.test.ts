import { sealedColumns } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sendMail } from '../../jobs/send-mail.job.ts';
import { sendNotice } from '../../jobs/send-notice.job.ts';
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
  ['busy', 'Slack refused the test: rate_limited.'],
  ['broken', 'Slack refused the test: status.'],
])('what Slack answers for a webhook that is %s is said', async (token, said) => {
  const { headers } = await app.signIn();
  const answer = await call(headers, 'POST', '/slack/test', { address: slack(token) });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'channel_refused']);
  expect(answer.json().message).toContain(said);
});

test.each([
  ['deleted', 'WorkflowNotFound'],
  ['off', 'WorkflowTriggerIsNotEnabled'],
  ['tenant', 'DirectApiAuthorizationRequired'],
])('what Teams answers for a workflow that is %s is said', async (id, word) => {
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

/** An automation that has begun to fail, and the mail about it. */
async function failing(userId: string) {
  const connection = await testConnection(app.db, { userId });
  const automation = await testAutomation(app.db, {
    connection,
    name: 'Clients into Time sheet',
    failingSince: app.clock.at,
    lastError: 'The column is locked.',
  });
  const batchId = crypto.randomUUID();
  await app.db.notice.create({
    data: {
      id: crypto.randomUUID(),
      userId,
      topic: 'failing',
      subjectId: automation.id,
      batchId,
      openedAt: app.clock.at,
    },
  });
  const payload = { mail: 'automation_failing', batchId, key: batchId };
  const signal = new AbortController().signal;
  const job = { id: crypto.randomUUID(), payload, signal } as Parameters<typeof sendMail>[1];
  // There is no mail provider here: the mail fails, the notice does not.
  await sendMail(app.context, job).catch(() => undefined);
  return { job };
}

const notices = (userId: string) => app.db.channelNotice.findMany({ where: { channel: { userId } } });
const run = (noticeId: string) =>
  sendNotice(app.context, {
    id: crypto.randomUUID(),
    payload: { noticeId },
    signal: new AbortController().signal,
  } as Parameters<typeof sendNotice>[1]);

/** Gives a channel another address: the stand-ins take one message of each in a second. */
async function moveTo(userId: string, address: string): Promise<void> {
  const { id } = await app.db.noticeChannel.findFirstOrThrow({ where: { userId } });
  const addressSealed = app.context.sealer.seal(address, sealedColumns.channelAddress.identity(id));
  await app.db.noticeChannel.update({ where: { id }, data: { addressSealed } });
}

test('a channel is told once of what its user chose, in the words of the mail', async () => {
  const { userId, headers } = await owner();
  const { job } = await failing(userId);
  await sendMail(app.context, job).catch(() => undefined);
  const [notice, ...others] = await notices(userId);
  expect(others).toEqual([]);
  await moveTo(userId, slack('another'));
  await run(notice?.id ?? '');
  await run(notice?.id ?? '');
  const told = (await arrived()).filter(({ body }) => body.text === 'Clients into Time sheet has stopped');
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told[0]?.body)).toContain('The column is locked.');
  expect(await notices(userId)).toMatchObject([{ state: 'delivered', attempts: 1 }]);

  await call(headers, 'PATCH', '/slack', { choices: { automation_failing: false } });
  await app.db.channelNotice.deleteMany({ where: { channel: { userId } } });
  await sendMail(app.context, job).catch(() => undefined);
  expect(await notices(userId)).toEqual([]);
});

test('a channel that is gone is switched off with the reason; one that is busy is tried later', async () => {
  const { userId, headers } = await owner();
  await failing(userId);
  const [notice] = await notices(userId);
  await moveTo(userId, slack('busy'));
  await run(notice?.id ?? '');
  expect(await notices(userId)).toMatchObject([{ state: 'pending', attempts: 1, failure: 'rate_limited' }]);
  await moveTo(userId, slack('removed'));
  await run(notice?.id ?? '');
  expect(await notices(userId)).toMatchObject([{ state: 'failed', failure: 'no_service' }]);
  expect((await call(headers, 'GET')).json()).toMatchObject([{ isActive: false, stopReason: 'no_service' }]);
  const on = await call(headers, 'PATCH', '/slack', { isActive: true });
  expect(on.json().channel).toMatchObject({ isActive: true, stopReason: null, failingSince: null });
  expect((await call(headers, 'DELETE', '/slack')).statusCode).toBe(200);
  expect((await call(headers, 'GET')).json()).toEqual([]);
});

test('a channel whose address may not be called any more is switched off, and nothing is posted there', async () => {
  const { userId } = await owner();
  await failing(userId);
  const [notice] = await notices(userId);
  await moveTo(userId, `${sandbox.url}/api/channel-messages`);
  await run(notice?.id ?? '');
  expect(await notices(userId)).toMatchObject([{ state: 'failed', failure: 'unauthorized' }]);
  expect(await app.db.noticeChannel.findFirst({ where: { userId } })).toMatchObject({
    isActive: false,
    stopReason: 'unauthorized',
  });
});
