import type { ChannelFailure } from '@picksync/contracts';
import { sealedColumns } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { enqueueDueNotices } from '../people/notice-channels/channel-notices.store.ts';
import { startSandbox } from '../testing/sandbox.ts';
import { testApp } from '../testing/test-app.ts';
import { sendMail } from './send-mail.job.ts';
import { sendNotice } from './send-notice.job.ts';

const sandbox = await startSandbox();
const app = await testApp({ smartsheet: sandbox.settings, webhookTargets: 'anywhere' });
afterAll(async () => {
  await app.close();
  await sandbox.close();
});
// The stand-ins take one message of an address in a second, by the clock of this machine: each test has its own workspace.
let made = 0;
beforeEach(() => {
  app.clock.at = new Date();
  made += 1;
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const channelPath = '/api/account/channels/slack';
const slack = (token = 'x8Qk') => `${sandbox.url}/services/T03NORTH${made}/B024BE91L/${token}`;

type Arrived = { body: { text?: string } };
const arrived = () => sandbox.call<Arrived[]>('GET', '/api/channel-messages');

/** A user whose channel in Slack is told of what fails. */
async function owner(address = slack()) {
  const { userId, headers } = await app.signIn();
  const id = crypto.randomUUID();
  await app.db.noticeChannel.create({
    data: {
      id,
      userId,
      kind: 'slack',
      choices: ['automation_failing'],
      addressSealed: '',
      addressHint: '',
      createdAt: app.clock.at,
    },
  });
  await moveTo(id, address);
  return { userId, headers, channelId: id };
}

async function moveTo(id: string, address: string): Promise<void> {
  const addressSealed = app.context.sealer.seal(address, sealedColumns.channelAddress.identity(id));
  await app.db.noticeChannel.update({ where: { id }, data: { addressSealed } });
}

/** An automation that has begun to fail, and the job of the mail about it. */
async function failing(userId: string) {
  const known = await app.db.smartsheetConnection.findUnique({ where: { userId } });
  const connection = known ?? (await testConnection(app.db, { userId }));
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
  const { signal } = new AbortController();
  return { id: crypto.randomUUID(), payload, signal } as Parameters<typeof sendMail>[1];
}

// There is no mail provider here: the mail fails, the notice does not.
const tell = (job: Parameters<typeof sendMail>[1]) => sendMail(app.context, job).catch(() => undefined);

/** A user with a channel, and the notice that waits for it. */
async function waiting(address = slack()) {
  const person = await owner(address);
  await tell(await failing(person.userId));
  const { id } = await readNotice(person.channelId);
  return { ...person, id };
}

const readNotice = (channelId: string) => app.db.channelNotice.findFirstOrThrow({ where: { channelId } });
const readChannel = (id: string) => app.db.noticeChannel.findUniqueOrThrow({ where: { id } });
const run = (noticeId: string, signal = new AbortController().signal) =>
  sendNotice(app.context, {
    id: crypto.randomUUID(),
    payload: { noticeId },
    signal,
  } as Parameters<typeof sendNotice>[1]);
const isEnqueued = async (noticeId: string) =>
  (await app.waitingJobs('send-notice')).filter((payload) => payload.noticeId === noticeId).length;

/** As if the queue had lost all that waits. */
const loseJobs = () => app.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'send-notice'`;

test('a channel is told once of what its user chose, in the words of the mail, also by two jobs at once', async () => {
  const { userId, channelId } = await owner();
  const job = await failing(userId);
  await tell(job);
  await tell(job);
  const { id } = await readNotice(channelId);
  await Promise.all([run(id), run(id)]);
  await run(id);
  const told = (await arrived()).filter(({ body }) => body.text === 'Clients into Time sheet has stopped');
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told[0]?.body)).toContain('The column is locked.');
  expect(await app.db.channelNotice.findMany({ where: { channelId } })).toMatchObject([
    { state: 'delivered', attempts: 1 },
  ]);

  await app.db.noticeChannel.update({ where: { id: channelId }, data: { choices: [] } });
  await app.db.channelNotice.deleteMany({ where: { channelId } });
  await tell(job);
  expect(await app.db.channelNotice.count({ where: { channelId } })).toBe(0);
});

test('a notice whose job was lost is found within a minute, and enqueued once however often it is looked for', async () => {
  const { id, channelId } = await waiting();
  await loseJobs();
  await enqueueDueNotices(app.context);
  await enqueueDueNotices(app.context);
  expect(await isEnqueued(id)).toBe(1);
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'delivered' });
});

test('a channel that is busy is tried again after a pause, and not before it', async () => {
  const { id, channelId } = await waiting(slack('busy'));
  await run(id);
  const tried = await readNotice(channelId);
  expect(tried).toMatchObject({ state: 'pending', attempts: 1, failure: 'rate_limited' });
  expect(tried.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(app.clock.at.getTime() + minuteMs);
  await loseJobs();
  await moveTo(channelId, slack('free'));
  await enqueueDueNotices(app.context);
  expect(await isEnqueued(id)).toBe(0);
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'pending', attempts: 1 });
  app.clock.at = new Date(app.clock.at.getTime() + 2 * minuteMs);
  await enqueueDueNotices(app.context);
  expect(await isEnqueued(id)).toBe(1);
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'delivered', attempts: 2 });
  expect((await readChannel(channelId)).failingSince).toBeNull();
});

test('a notice that a dead process had begun is tried again a minute later', async () => {
  const { id, channelId } = await waiting();
  await app.db.channelNotice.update({
    where: { id },
    data: { nextAttemptAt: new Date(app.clock.at.getTime() + minuteMs) },
  });
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'pending', attempts: 0 });
  app.clock.at = new Date(app.clock.at.getTime() + minuteMs);
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('a notice that cannot be written is tried less and less often, and given up in the end', async () => {
  const { id, channelId } = await waiting();
  await app.db.channelNotice.update({ where: { id }, data: { payload: {} } });
  await expect(run(id)).rejects.toThrow();
  const tried = await readNotice(channelId);
  expect(tried).toMatchObject({ state: 'pending', attempts: 1, failure: 'internal' });
  for (let tries = 2; tries <= 10; tries += 1) {
    app.clock.at = (await readNotice(channelId)).nextAttemptAt;
    await expect(run(id)).rejects.toThrow();
  }
  expect(app.clock.at.getTime() - tried.createdAt.getTime()).toBeGreaterThan(3 * dayMs);
  expect(await readNotice(channelId)).toMatchObject({ state: 'failed', attempts: 10, failure: 'internal' });
  // It is our fault, not that of the channel.
  expect(await readChannel(channelId)).toMatchObject({ isActive: true, failingSince: null });
});

test('a notice that ends the process each time is given up', async () => {
  const { id, channelId } = await waiting();
  await app.db.channelNotice.update({ where: { id }, data: { attempts: 10 } });
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'failed', failure: 'internal' });
});

test('a notice that a stopping process had begun is tried again a minute later', async () => {
  const { id, channelId } = await waiting();
  const stopped = AbortSignal.abort();
  await expect(run(id, stopped)).rejects.toThrow();
  expect(await readNotice(channelId)).toMatchObject({ state: 'pending', attempts: 1, failure: null });
  app.clock.at = new Date(app.clock.at.getTime() + minuteMs);
  await run(id);
  expect(await readNotice(channelId)).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('a channel gets twenty notices in a day, also when they begin at once, and more on the next', async () => {
  const { userId, channelId } = await owner();
  const jobs = [];
  for (let count = 0; count < 24; count += 1) jobs.push(await failing(userId));
  await Promise.all(jobs.map(tell));
  const count = () => app.db.channelNotice.count({ where: { channelId } });
  expect(await count()).toBe(20);
  app.clock.at = new Date(app.clock.at.getTime() + dayMs + 1);
  await tell(await failing(userId));
  expect(await count()).toBe(21);
});

test('a channel that fails for three days is switched off, after five tries at least', async () => {
  const { id, channelId, userId } = await waiting(slack('broken'));
  await run(id);
  const { failingSince } = await readChannel(channelId);
  expect(failingSince).toEqual(app.clock.at);
  for (let tries = 2; tries <= 4; tries += 1) {
    app.clock.at = new Date(app.clock.at.getTime() + 2 * dayMs);
    await run(id);
  }
  expect(await readChannel(channelId)).toMatchObject({ isActive: true, failingSince });
  app.clock.at = new Date(app.clock.at.getTime() + 2 * dayMs);
  await run(id);
  expect(await readChannel(channelId)).toMatchObject({ isActive: false, stopReason: 'status' });
  expect(await readNotice(channelId)).toMatchObject({ state: 'failed', failure: 'status' });
  const { headers } = await app.signIn({ userId });
  const payload = { isActive: true };
  const on = await app.app.inject({ method: 'PATCH', url: channelPath, headers, payload });
  expect(on.json().channel).toMatchObject({ isActive: true, stopReason: null, failingSince: null });
});

test.each<[string, ChannelFailure]>([
  ['/services/T03NORTH/B024BE91L/removed', 'no_service'],
  ['/api/channel-messages', 'address_not_accepted'],
])('a channel at %s is switched off at once, and nothing waits for it', async (path, reason) => {
  const { id, channelId } = await waiting(`${sandbox.url}${path}`);
  await run(id);
  expect(await readChannel(channelId)).toMatchObject({ isActive: false, stopReason: reason });
  expect(await readNotice(channelId)).toMatchObject({ state: 'failed', failure: reason });
});

test('an address that can no longer be read says so, and not that it is wrong', async () => {
  const { id, channelId } = await waiting();
  await app.db.noticeChannel.update({ where: { id: channelId }, data: { addressSealed: 'v1:other:AAAA' } });
  await run(id);
  expect(await readChannel(channelId)).toMatchObject({ isActive: false, stopReason: 'address_unreadable' });
});

test('a channel that its user switches off has nothing waiting for it', async () => {
  const { channelId, headers } = await waiting();
  const payload = { isActive: false };
  await app.app.inject({ method: 'PATCH', url: channelPath, headers, payload });
  expect(await readNotice(channelId)).toMatchObject({ state: 'failed', failure: 'switched_off' });
});
