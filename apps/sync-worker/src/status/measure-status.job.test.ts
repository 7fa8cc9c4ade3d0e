import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Job, openQueue } from '@picksync/db';
import { testAutomation, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { measureStatus } from './measure-status.job.ts';

const database = await testDatabase();
const { prisma } = database;
const queue = await openQueue({ url: database.url, onError: () => {} });

/** What the product and a payment provider answer, by path; several are answered one after another. */
let answers: Record<string, number | number[]>;
const server: Server = createServer((request, response) => {
  const answer = answers[request.url ?? ''] ?? 404;
  response.statusCode = typeof answer === 'number' ? answer : (answer.shift() ?? 404);
  response.end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.close();
  await queue.stop({ graceMs: 0 });
  await database.close();
});

let at: Date;
beforeEach(async () => {
  at = new Date('2026-11-21T12:00:10Z');
  answers = { '/login': 200, '/api/health': 200, '/': 401 };
  await prisma.statusIncident.deleteMany();
  await prisma.statusDay.deleteMany();
  await prisma.statusPart.deleteMany();
  await prisma.maintenanceWindow.deleteMany();
  await prisma.user.deleteMany();
  await database.pool.query('DELETE FROM pgboss.job');
});

const settings = { statusChecks: { site, payments: [] as string[], againAfterMs: 1 } };

/** Measures in each of the next minutes. */
async function measure(minutes = 1, { payments = [] as string[] } = {}) {
  const given = { ...settings, statusChecks: { ...settings.statusChecks, payments } };
  const context = testContext({ prisma, now: () => at, settings: given as never });
  for (let n = 0; n < minutes; n += 1) {
    await measureStatus(context, { signal: new AbortController().signal } as Job<'measure-status'>);
    at = new Date(at.getTime() + 60_000);
  }
}

const disturbed = async () => {
  const rows = await prisma.statusPart.findMany({ where: { isDisturbed: true }, orderBy: { part: 'asc' } });
  return rows.map(({ part }) => part);
};
const incidents = () =>
  prisma.statusIncident.findMany({
    orderBy: { startedAt: 'asc' },
    include: { entries: { orderBy: { id: 'asc' } } },
  });

test('counts each minute once for each part', async () => {
  await measure();
  at = new Date('2026-11-21T12:00:40Z');
  await measure();
  const days = await prisma.statusDay.findMany({ orderBy: { part: 'asc' } });
  expect(days.map(({ part, measured, disturbed }) => [part, measured, disturbed])).toEqual([
    ['api', 1, 0],
    ['checks', 1, 0],
    ['mail', 1, 0],
    ['realtime', 1, 0],
    ['website', 1, 0],
  ]);
  await measure(2);
  expect(await prisma.statusDay.findFirst({ where: { part: 'api' } })).toMatchObject({ measured: 3 });
  expect(await prisma.statusIncident.count()).toBe(0);
});

test('counts a minute once when two workers measure it at the same time', async () => {
  const context = testContext({ prisma, now: () => at, settings: settings as never });
  const job = { signal: new AbortController().signal } as Job<'measure-status'>;
  const reports = await Promise.all([measureStatus(context, job), measureStatus(context, job)]);
  expect(reports.map(({ measured }) => measured).sort()).toEqual([0, 5]);
  const days = await prisma.statusDay.findMany();
  expect(days.map(({ measured }) => measured)).toEqual([1, 1, 1, 1, 1]);
});

test('calls website and API disturbed when they do not answer', async () => {
  answers['/login'] = 502;
  await measure();
  expect(await disturbed()).toEqual(['website']);
  answers['/api/health'] = 503;
  await measure();
  expect(await disturbed()).toEqual(['api', 'website']);
  expect(await prisma.statusDay.findFirst({ where: { part: 'api' } })).toMatchObject({
    measured: 2,
    disturbed: 1,
  });
});

test('calls nothing disturbed that answers when it is asked once more, as after a start', async () => {
  answers = { '/login': [502, 200], '/api/health': [503, 200], '/': 401 };
  await measure();
  expect(await disturbed()).toEqual([]);
});

test('measures payments where a provider is set up, by whether it answers', async () => {
  await measure();
  expect(await prisma.statusPart.count({ where: { part: 'payments' } })).toBe(0);
  await measure(1, { payments: [`${site}/`, `${site}/`] });
  expect(await disturbed()).toEqual([]);
  answers['/paypal'] = 503;
  await measure(1, { payments: [`${site}/paypal`, `${site}/`] });
  expect(await disturbed()).toEqual(['payments']);
});

test('calls checks late when an account was not checked for half an hour and does not wait for Smartsheet', async () => {
  const longAgo = new Date(Date.now() - 31 * 60_000);
  const late = { lastSweptAt: longAgo, createdAt: longAgo, statusChangedAt: longAgo };
  const connection = await testConnection(prisma, late);
  await measure();
  expect(await disturbed()).toEqual(['checks']);
  const change = (data: object) =>
    prisma.smartsheetConnection.update({ where: { id: connection.id }, data: { ...late, ...data } });
  await change({ retryingSince: longAgo });
  await measure();
  expect(await disturbed()).toEqual([]);
  await change({ retryingSince: null, parkedUntil: new Date() });
  await measure();
  expect(await disturbed()).toEqual([]);
  await change({ parkedUntil: null, status: 'needs_reconnect' });
  await measure();
  expect(await disturbed()).toEqual([]);
});

test('calls changes slow when more than five of a hundred took longer than a minute', async () => {
  const automation = await testAutomation(prisma, { connection: await testConnection(prisma) });
  const run = (delayMs: number | null) =>
    ({ automationId: automation.id, outcome: 'changed', durationMs: 1, delayMs, at: new Date() }) as const;
  await prisma.automationRun.createMany({
    data: [...Array.from({ length: 19 }, () => run(900)), run(60_001), run(null)],
  });
  await measure();
  expect(await disturbed()).toEqual([]);
  await prisma.automationRun.create({ data: run(90_000) });
  await measure();
  expect(await disturbed()).toEqual(['realtime']);
  // Smartsheet had asked for a pause meanwhile.
  await prisma.smartsheetConnection.update({
    where: { id: automation.connectionId },
    data: { parkedUntil: new Date(Date.now() - 30_000) },
  });
  await measure();
  expect(await disturbed()).toEqual([]);
});

test('calls changes slow while one waits for a worker', async () => {
  const startsAt = new Date(Date.now() - 61_000);
  const queued = {
    syncState: 'queued',
    syncPriority: 1,
    syncStartsAt: startsAt,
    syncJobId: randomUUID(),
  } as const;
  const connection = await testConnection(prisma, queued);
  await measure();
  expect(await disturbed()).toEqual(['realtime']);
  await prisma.smartsheetConnection.update({ where: { id: connection.id }, data: { syncPriority: 0 } });
  await measure();
  expect(await disturbed()).toEqual([]);
});

test('calls mail late when one has waited for five minutes', async () => {
  await queue.send(prisma, 'send-mail', { mail: 'welcome' });
  await measure();
  expect(await disturbed()).toEqual([]);
  await prisma.$executeRaw`UPDATE pgboss.job SET created_on = now() - interval '6 minutes',
    start_after = now() - interval '6 minutes' WHERE name = 'send-mail'`;
  await measure();
  expect(await disturbed()).toEqual(['mail']);
});

test('writes an incident after three minutes, adds the parts that follow, and ends it', async () => {
  answers['/login'] = 502;
  await measure(3);
  expect(await incidents()).toEqual([]);
  await measure();
  answers['/api/health'] = 503;
  await measure(4);
  const [open] = await incidents();
  expect(open).toMatchObject({
    title: 'The website does not answer',
    parts: ['website', 'api'],
    isMeasured: true,
    startedAt: new Date('2026-11-21T12:00:10Z'),
    endedAt: null,
    entries: [
      { text: 'Measured: website and sign-in do not answer within 2 s.', isMeasured: true },
      { text: 'Measured: the API does not answer within 2 s.' },
    ],
  });
  answers = { '/login': 200, '/api/health': 200 };
  await measure(3);
  expect((await incidents())[0]?.endedAt).toBeNull();
  await measure(2);
  expect(await incidents()).toMatchObject([
    { endedAt: new Date('2026-11-21T12:08:10Z'), entries: [{}, {}, { text: 'Measured: this works again.' }] },
  ]);
});

test('ends an incident whose only part is not measured any more', async () => {
  answers['/paypal'] = 503;
  await measure(4, { payments: [`${site}/paypal`] });
  expect(await incidents()).toMatchObject([{ parts: ['payments'], endedAt: null }]);
  await measure(6);
  expect(await incidents()).toMatchObject([
    {
      parts: ['payments'],
      endedAt: new Date('2026-11-21T12:08:10Z'),
      entries: [{}, { text: 'This is not measured any more.' }],
    },
  ]);
});

test('keeps an incident open while a part of it is disturbed that another worker records', async () => {
  const payments = [`${site}/paypal`];
  Object.assign(answers, { '/paypal': 503, '/login': 502 });
  await measure(4, { payments });
  answers['/login'] = 200;
  for (let minute = 0; minute < 5; minute += 1) {
    const begun = at;
    // A worker that knows no provider, as before a deployment, is first in each minute.
    await measure();
    at = begun;
    await measure(1, { payments });
  }
  expect(await incidents()).toMatchObject([{ parts: ['website', 'payments'], endedAt: null }]);
});

test('goes on measuring after the clock was wrong for a while', async () => {
  at = new Date('2026-11-22T12:00:10Z');
  await measure();
  at = new Date('2026-11-21T12:00:10Z');
  answers['/login'] = 502;
  await measure(4);
  expect(await prisma.statusPart.findFirst({ where: { part: 'website' } })).toMatchObject({
    measuredAt: new Date('2026-11-21T12:03:10Z'),
    since: new Date('2026-11-21T12:00:10Z'),
  });
  expect(await incidents()).toMatchObject([{ parts: ['website'], endedAt: null }]);
});

test('tells of minutes in which nothing was measured', async () => {
  await measure();
  at = new Date('2026-11-21T12:47:10Z');
  await measure(2);
  expect(await incidents()).toMatchObject([
    {
      title: 'No measurement',
      startedAt: new Date('2026-11-21T12:00:10Z'),
      endedAt: new Date('2026-11-21T12:47:10Z'),
    },
  ]);
  expect(await prisma.statusDay.findFirst({ where: { part: 'api' } })).toMatchObject({ measured: 3 });
});

test('tells nothing of minutes in which Picksync was updated', async () => {
  await measure();
  const window = { startsAt: new Date('2026-11-21T12:01:00Z'), endsAt: new Date('2026-11-21T12:20:00Z') };
  await prisma.maintenanceWindow.create({ data: { ...window, endedAt: new Date('2026-11-21T12:46:00Z') } });
  at = new Date('2026-11-21T12:47:10Z');
  await measure(2);
  expect(await incidents()).toEqual([]);
});

test('measures nothing when the job is aborted', async () => {
  const context = testContext({ prisma, now: () => at, settings: settings as never });
  const job = { signal: AbortSignal.abort(new Error('stopping')) } as Job<'measure-status'>;
  await expect(measureStatus(context, job)).rejects.toThrow('stopping');
  expect(await prisma.statusPart.count()).toBe(0);
});
