import { randomUUID } from 'node:crypto';
import { failureSentence, webhookBody } from '@picksync/contracts';
import { Prisma } from '@picksync/db';
import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutgoingMail } from '../base/mailer.ts';
import type { MailDue } from '../base/send-mail-later.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { findNoticesJob } from './handlers.ts';
import { sendMail } from './send-mail.job.ts';

let api: TestApp;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
afterEach(async () => {
  await api.db.user.deleteMany({});
  outbox.length = 0;
});

const outbox: OutgoingMail[] = [];
const mailer = {
  send: async (mail: OutgoingMail) => void outbox.push(mail),
  wasAccepted: async () => false,
  reactivate: async () => {},
};

/** Looks, and sends what is due at once. Returns the subjects of what was sent. */
async function look(times = 1): Promise<string[]> {
  const before = outbox.length;
  const due: MailDue[] = [];
  const sendMailLater = async (_tx: unknown, mail: MailDue) => void due.push(mail);
  const deps = { ...api.context, mailer, sendMailLater };
  await Promise.all(Array.from({ length: times }, () => findNoticesJob(deps)));
  const jobs = due.map((payload) => ({
    queue: 'send-mail' as const,
    id: randomUUID(),
    attempt: 0,
    isLastAttempt: false,
    payload,
    priority: 0,
    dueAt: api.clock.at,
    signal: new AbortController().signal,
  }));
  for (const job of jobs) await sendMail(deps, job);
  // A job that is run again, such as after a worker was killed.
  for (const job of jobs) await sendMail(deps, job);
  return outbox.slice(before).map(({ subject }) => subject);
}

test('looks for all topics at once when there is nothing to tell', async () => {
  await owner();
  const connect = vi.spyOn(api.context.pool, 'connect');
  const countConnections = async () => {
    connect.mockClear();
    expect(await look()).toEqual([]);
    return connect.mock.calls.length;
  };
  // One transaction pauses what has failed for long, one statement looks for topics, and one for notices of channels. A process
  // that has just begun to listen reads more beside it, once.
  await expect.poll(countConnections).toBe(3);
  connect.mockRestore();
});

async function owner(connection: Parameters<typeof testConnection>[1] = {}) {
  const trialEndDate = new Date(api.clock.at.getTime() + 13 * dayMs);
  const user = await testUser(api.db, { trialEndDate, timeZone: 'Europe/Berlin' });
  const statusChangedAt = api.clock.at;
  return {
    user,
    connection: await testConnection(api.db, { userId: user.id, statusChangedAt, ...connection }),
  };
}

const failed = (reason = 'target_column_locked') => ({
  lastRunOutcome: 'failed' as const,
  lastError: 'The target column is locked. Unlock it in Smartsheet.',
  lastErrorReason: reason,
  failingSince: api.clock.at,
});
const well = () => ({
  lastRunOutcome: 'unchanged' as const,
  lastError: null,
  lastErrorReason: null,
  failingSince: null,
  updatedAt: api.clock.at,
});

test('a failing automation is told of once, and once when it works again', async () => {
  const { user, connection } = await owner();
  const { id } = await testAutomation(api.db, {
    connection,
    ...failed(),
    name: '<b>Clients</b> into \u202eTime',
  });
  expect(await look()).toEqual([]);
  await api.passTime(3 * minuteMs);
  expect(await look(3)).toEqual(['<b>Clients</b> into Time has stopped: the target column is locked']);
  const [mail] = outbox;
  expect(mail).toMatchObject({ to: user.email });
  expect(mail?.html).not.toContain('<b>Clients');
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('Nov 24, 2026, 11:00 AM');

  await api.passTime(minuteMs);
  expect(await look()).toEqual([]);
  await api.db.automation.update({ where: { id }, data: well() });
  expect(await look()).toEqual([]);
  await api.passTime(3 * minuteMs);
  expect(await look(3)).toEqual(['<b>Clients</b> into Time works again']);
  expect(await look()).toEqual([]);
});

test('mails the recovery to everybody who may have got the mail of the pause', async () => {
  const { user, connection } = await owner();
  const { id } = await testAutomation(api.db, { connection, ...failed() });
  await api.passTime(3 * minuteMs);
  await look();
  // The process was killed before it had the provider's answer.
  await api.db.sentMail.updateMany({ where: { userId: user.id }, data: { sentAt: null } });
  await api.db.automation.update({ where: { id }, data: well() });
  await api.passTime(3 * minuteMs);
  expect(await look()).toEqual(['Clients into projects works again']);
});

test('a subject keeps the capital of the name that its reason begins with', async () => {
  const { connection } = await owner();
  const lastError = failureSentence('request_refused');
  await testAutomation(api.db, { connection, ...failed('request_refused'), lastError });
  await api.passTime(3 * minuteMs);
  expect(await look()).toEqual(['Clients into projects has stopped: Smartsheet refused the change']);
});

test('an automation that fails again and again is told of once a day', async () => {
  const { connection } = await owner();
  const { id } = await testAutomation(api.db, { connection, ...failed() });
  const subjects: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    await api.db.automation.update({ where: { id }, data: failed() });
    await api.passTime(3 * minuteMs);
    subjects.push(...(await look()));
    await api.db.automation.update({ where: { id }, data: well() });
    await api.passTime(3 * minuteMs);
    subjects.push(...(await look()));
  }
  expect(subjects).toHaveLength(2);
  await api.passTime(dayMs);
  await api.db.automation.update({ where: { id }, data: failed() });
  await api.passTime(3 * minuteMs);
  expect(await look()).toHaveLength(1);
});

test('twenty automations that fail at once make one mail, and nobody else gets it', async () => {
  const { user, connection } = await owner();
  const other = await owner();
  await testAutomation(api.db, { connection: other.connection });
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      testAutomation(api.db, { connection, ...failed(), name: `Staff ${at}` }),
    ),
  );
  await api.passTime(3 * minuteMs);
  expect(await look(4)).toEqual(['20 automations have stopped']);
  expect(outbox.map(({ to }) => to)).toEqual([user.email]);
});

test('a lost connection without automations says nothing of automations that have stopped', async () => {
  await owner({ status: 'needs_reconnect', statusReason: 'revoked' });
  expect(await look(2)).toEqual(['Please reconnect Smartsheet']);
  expect(outbox[0]?.text).not.toContain('0 automations');
});

test('a lost connection makes one mail with all it stops, and no mail for each automation', async () => {
  const { connection } = await owner({ status: 'needs_reconnect', statusReason: 'revoked' });
  await testAutomation(api.db, { connection, ...failed() });
  await testAutomation(api.db, { connection, ...failed('connection_revoked') });
  const limited = await owner();
  await testAutomation(api.db, { connection: limited.connection, ...failed('rate_limited') });
  await testAutomation(api.db, { connection: limited.connection, ...failed('bug') });
  await api.passTime(3 * minuteMs);
  expect(await look(2)).toEqual(['Please reconnect Smartsheet: your automations have stopped']);
  expect(outbox[0]?.text).toContain('2 automations');
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'disconnected' },
  });
  await look();
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'needs_reconnect' },
  });
  expect(await look()).toHaveLength(1);
});

test('a review is told of once while it waits, in counts, with a link to the page that asks', async () => {
  const { connection } = await owner();
  const waiting = {
    review: { added: 0, removed: 31, fingerprint: 'a' },
    lastRunOutcome: 'waiting_review' as const,
    lastRunRemoved: 31,
    lastRunOptionCount: 48,
  };
  const { id } = await testAutomation(api.db, { connection, ...waiting });
  expect(await look(3)).toEqual(['31 of 48 options would be removed: please review']);
  expect(outbox[0]?.text).toContain(`/automations/${id}/review`);
  await api.db.automation.update({
    where: { id },
    data: { review: { ...waiting.review, fingerprint: 'b' } },
  });
  expect(await look()).toEqual([]);
});

test('a review that was put off in the form is told of after an hour, and not when it was decided', async () => {
  const { connection } = await owner();
  const hourLater = () => new Date(api.clock.at.getTime() + 60 * minuteMs);
  const waiting = {
    review: { added: 34, removed: 31, fingerprint: 'a' },
    lastRunOutcome: 'waiting_review' as const,
    lastRunRemoved: 31,
    lastRunOptionCount: 48,
  };
  await testAutomation(api.db, { connection, ...waiting, reviewMailAt: hourLater() });
  const decided = await testAutomation(api.db, {
    connection,
    ...waiting,
    targetColumnId: 'decided',
    reviewMailAt: hourLater(),
  });
  expect(await look()).toEqual([]);
  await api.passTime(30 * minuteMs);
  await api.db.automation.update({
    where: { id: decided.id },
    data: { ...well(), review: Prisma.DbNull, reviewMailAt: null },
  });
  expect(await look()).toEqual([]);
  await api.passTime(30 * minuteMs);
  expect(await look()).toEqual(['31 of 48 options would be removed: please review']);
  expect(await look()).toEqual([]);
});

test('pauses an automation after three days of failures, with an entry and a mail', async () => {
  const { connection } = await owner();
  const { id } = await testAutomation(api.db, { connection, ...failed() });
  await api.passTime(3 * minuteMs);
  await look();
  await api.passTime(3 * dayMs);
  expect(await look(2)).toEqual(['Clients into projects was paused']);
  expect(await api.db.automation.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isActive: false,
    pausedBy: 'system',
  });
  expect(await api.db.activityLog.findMany({ where: { automationId: id } })).toMatchObject([
    { action: 'pause_automation', details: 'Paused after it had failed for 72 hours.' },
  ]);
  expect(await look()).toEqual([]);
});

test('the days without a connection do not count towards the three after which an automation is paused', async () => {
  const { connection } = await owner();
  const { id } = await testAutomation(api.db, { connection, ...failed() });
  const reconnectedAt = new Date(api.clock.at.getTime() + 5 * dayMs);
  await api.passTime(5 * dayMs);
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { statusChangedAt: reconnectedAt },
  });
  const isActive = async () => (await api.db.automation.findUniqueOrThrow({ where: { id } })).isActive;
  await look();
  expect(await isActive()).toBe(true);
  await api.passTime(3 * dayMs);
  await look();
  expect(await isActive()).toBe(false);
});

test('the end of a trial is told of seven, three and one days before, and not to others', async () => {
  const trialEndDate = new Date(api.clock.at.getTime() + 8 * dayMs);
  await testUser(api.db, { trialEndDate });
  await testUser(api.db, { trialEndDate, isVerified: false });
  await testUser(api.db, { trialEndDate, isDemo: true });
  await testUser(api.db, { trialEndDate, subscriptionStatus: 'active' });
  const subjects: string[] = [];
  for (let day = 0; day < 20; day += 1) {
    await api.passTime(dayMs / 2);
    subjects.push(...(await look(2)));
  }
  expect(subjects).toEqual([
    'Your Picksync trial ends in 7 days',
    'Your Picksync trial ends in 3 days',
    'Your Picksync trial ends tomorrow',
  ]);
});

test('sends nothing to a user who has turned such mails off or whose address takes none', async () => {
  const unwanted = await owner();
  await api.db.user.update({
    where: { id: unwanted.user.id },
    data: { notifications: { automation_failing: false } },
  });
  const bounced = await owner();
  await api.db.user.update({
    where: { id: bounced.user.id },
    data: { undeliverableAddress: bounced.user.email },
  });
  for (const { connection } of [unwanted, bounced]) await testAutomation(api.db, { connection, ...failed() });
  await api.passTime(3 * minuteMs);
  expect(await look()).toEqual([]);
  const rows = await api.db.sentMail.findMany({ where: { mail: 'automation_failing' } });
  expect(rows.map(({ dropped }) => dropped).toSorted()).toEqual(['undeliverable', 'unwanted']);
});

test('a source that goes to and fro asks for its review once a day', async () => {
  const { connection } = await owner();
  const review = { reason: 'wipe_guard', stay: 1, go: 9 };
  const waiting = { review, lastRunOutcome: 'waiting_review' } as const;
  const { id } = await testAutomation(api.db, { connection, ...waiting });
  let mails = (await look()).length;
  for (let round = 0; round < 4; round += 1) {
    await api.db.automation.update({ where: { id }, data: { ...well(), review: Prisma.DbNull } });
    await api.passTime(60 * minuteMs);
    await look();
    await api.db.automation.update({ where: { id }, data: waiting });
    mails += (await look()).length;
  }
  expect(mails).toBe(1);
  await api.passTime(dayMs);
  expect(await look()).toHaveLength(1);
});

const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

async function insertWebhook(userId: string, changes: object = {}) {
  const webhook = { userId, url: 'https://ops.example.com/hook', secretSealed: 'x', createdAt: api.clock.at };
  const events = ['automation.failed'];
  return api.db.outgoingWebhook.create({ data: { ...webhook, events, ...changes } });
}

test('a lost connection is told to programs once for each active automation, and again with the next loss', async () => {
  const { user, connection } = await owner({ status: 'needs_reconnect', statusReason: 'revoked' });
  await api.db.user.update({ where: { id: user.id }, data: premium });
  const active = [
    await testAutomation(api.db, { connection }),
    await testAutomation(api.db, { connection, targetColumnId: 'other' }),
  ];
  await testAutomation(api.db, { connection, isActive: false, targetColumnId: 'paused' });
  const { id: webhookId } = await insertWebhook(user.id);
  await insertWebhook(user.id, { events: ['automation.synced'] });
  await insertWebhook(user.id, { isActive: false });
  const free = await owner({ status: 'needs_reconnect' });
  await testAutomation(api.db, { connection: free.connection });
  await insertWebhook(free.user.id);

  await look(3);
  await look();
  const deliveries = await api.db.webhookDelivery.findMany();
  expect(deliveries.map((one) => [one.webhookId, one.event])).toEqual(
    active.map(() => [webhookId, 'automation.failed']),
  );
  const told = deliveries.map(({ body }) => webhookBody.parse(body).data);
  expect(told.map(({ automation }) => automation?.id).toSorted()).toEqual(
    active.map(({ id }) => id).toSorted(),
  );
  expect(told[0]?.message).toContain('Reconnect');
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'connected', statusReason: null },
  });
  await look();
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'needs_reconnect', statusReason: 'revoked' },
  });
  await look();
  expect(await api.db.webhookDelivery.count()).toBe(4);
});

test('webhooks that were switched off by the system are told of once, those of their owner are not', async () => {
  const { user } = await owner();
  await insertWebhook(user.id, { isActive: false });
  const { id } = await insertWebhook(user.id, { isActive: false, stopReason: 'secret_lost' });
  expect(await look(3)).toEqual(['The webhook to ops.example.com was switched off']);
  expect(outbox[0]?.text).toContain('Make a new one');
  expect(outbox[0]?.text).not.toContain('/hook ');
  expect(await look()).toEqual([]);
  await api.db.outgoingWebhook.update({ where: { id }, data: { isActive: true, stopReason: null } });
  await look();
  await api.db.outgoingWebhook.update({ where: { id }, data: { isActive: false, stopReason: 'gone' } });
  expect(await look()).toHaveLength(1);
});

test('a mail is written as its reader has chosen to read days and times', async () => {
  api.clock.at = new Date();
  const { user, connection } = await owner();
  await api.db.user.update({ where: { id: user.id }, data: { clock: 'h24', dateOrder: 'day' } });
  await testAutomation(api.db, { connection, ...failed() });
  const before = outbox.length;
  await api.passTime(3 * minuteMs);
  await look(3);
  const words = outbox[before]?.text.replace(/\s+/g, ' ');
  expect(words).toMatch(/If it still fails on \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d, we pause it/);
});
