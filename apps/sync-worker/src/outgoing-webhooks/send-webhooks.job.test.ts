import { randomBytes, randomUUID } from 'node:crypto';
import { createSealer, type Job, openQueue, sealedColumns } from '@picksync/db';
import { testDatabase, testUser } from '@picksync/db/testing';
import type { Post, PostResult } from '@picksync/process';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { sendWebhooks, sweepWebhooks } from './send-webhooks.job.ts';

const database = await testDatabase();
const queue = await openQueue({ url: database.url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await database.close();
});
const { prisma } = database;
const sealer = createSealer([{ id: 'test', key: randomBytes(32) }]);
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

let at: Date;
const given = { prisma, queue, sealer, now: () => at };
beforeEach(async () => {
  at = new Date('2026-11-21T12:00:00Z');
  await prisma.user.deleteMany();
  await database.pool.query('DELETE FROM pgboss.job');
});
const pass = (ms: number) => {
  at = new Date(at.getTime() + ms);
};
const [minute, hour] = [60_000, 3_600_000];

async function webhook(more: { url?: string; user?: object } = {}) {
  const id = randomUUID();
  const { id: userId } = await testUser(prisma, { ...premium, ...more.user });
  const secretSealed = sealer.seal(
    `whsec_${randomBytes(32).toString('base64')}`,
    sealedColumns.outgoingSecret.identity(id),
  );
  const url = more.url ?? 'https://ops.example.com/hook';
  return prisma.outgoingWebhook.create({
    data: { id, userId, url, events: ['automation.synced'], secretSealed, createdAt: at },
  });
}

const delivery = (webhookId: string, count = 1) =>
  prisma.webhookDelivery.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => {
      const body = { type: 'automation.synced', data: { n } };
      return { webhookId, event: 'automation.synced', body, nextAttemptAt: at, createdAt: at };
    }),
  });

type Outcome = Pick<PostResult, 'responseStatus' | 'failure'>;

/** Runs one job against a receiver that answers as given; returns what it got. */
async function send(webhookId: string, answer: (post: Post) => Outcome | Promise<Outcome> = () => took) {
  const posts: Post[] = [];
  const postWebhook = async (post: Post) => {
    posts.push(post);
    return { answer: '', retryAfterSeconds: null, ...(await answer(post)) };
  };
  const job = { id: randomUUID(), payload: { webhookId }, signal: new AbortController().signal };
  const report = await sendWebhooks(testContext({ ...given, postWebhook }), job as Job<'send-webhooks'>);
  return { posts, report };
}
const took: Outcome = { responseStatus: 200, failure: null };
const unavailable: Outcome = { responseStatus: 503, failure: 'status' };
const readRow = (id: string) => prisma.outgoingWebhook.findUniqueOrThrow({ where: { id } });
const findDelivery = (id: string) => prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
const waiting = async () =>
  (
    await database.pool.query(
      "SELECT data FROM pgboss.job WHERE name = 'send-webhooks' AND state = 'created'",
    )
  ).rows;

test('a job sends each due delivery once, in order, under its own id', async () => {
  const { id } = await webhook();
  const due = await delivery(id, 3);
  const { posts } = await send(id);
  expect(posts.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
    due.map((one) => one.id).toSorted(),
  );
  expect((await send(id)).posts).toEqual([]);
  const [first] = due;
  expect(await findDelivery(first?.id ?? '')).toMatchObject({
    state: 'delivered',
    attempts: 1,
    responseStatus: 200,
    nextAttemptAt: null,
    failure: null,
  });
});

test('a receiver that is unwell is tried again over three days, with the same id, and then left alone', async () => {
  const { id } = await webhook();
  const [one] = await delivery(id);
  const ids = new Set<string | undefined>();
  let tries = 0;
  for (let hours = 0; hours < 90; hours += 1) {
    const { posts } = await send(id, () => unavailable);
    tries += posts.length;
    for (const { headers } of posts) ids.add(headers['webhook-id']);
    pass(hour);
  }
  expect([...ids]).toEqual([one?.id]);
  expect(tries).toBeGreaterThanOrEqual(7);
  expect(tries).toBeLessThanOrEqual(10);
  expect(await findDelivery(one?.id ?? '')).toMatchObject({ state: 'failed', responseStatus: 503 });
  expect(await readRow(id)).toMatchObject({ isActive: false, stopReason: 'failing' });
});

test('days without a try, as while no process ran, are not held against a receiver', async () => {
  const { id } = await webhook();
  const [one] = await delivery(id);
  await send(id, () => unavailable);
  pass(5 * 24 * hour);
  expect((await send(id, () => unavailable)).posts).toHaveLength(1);
  expect(await readRow(id)).toMatchObject({ isActive: true });
  pass(hour);
  expect((await send(id)).posts).toHaveLength(1);
  expect(await findDelivery(one?.id ?? '')).toMatchObject({ state: 'delivered', attempts: 3 });
});

test('the first retry is after a minute, and a receiver that is well again is no longer failing', async () => {
  const { id } = await webhook();
  const [one] = await delivery(id);
  await send(id, () => unavailable);
  expect(await readRow(id)).toMatchObject({ failingSince: at, isActive: true });
  expect((await send(id)).posts).toEqual([]);
  pass(minute);
  await sweepWebhooks(testContext(given));
  expect(await waiting()).toEqual([{ data: { webhookId: id } }]);
  expect((await send(id)).posts).toHaveLength(1);
  expect(await readRow(id)).toMatchObject({ failingSince: null });
  expect(await findDelivery(one?.id ?? '')).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('a receiver that is unwell is not asked for the rest; one that refuses one event is', async () => {
  const { id } = await webhook();
  await delivery(id, 5);
  expect((await send(id, () => unavailable)).posts).toHaveLength(1);
  expect((await send(id, () => ({ responseStatus: null, failure: 'timeout' }))).posts).toHaveLength(1);
  expect((await send(id, () => ({ responseStatus: 400, failure: 'status' }))).posts).toHaveLength(3);
});

test('a receiver that says it is gone gets nothing more', async () => {
  const { id } = await webhook();
  await delivery(id, 3);
  await send(id, () => ({ responseStatus: 410, failure: 'status' }));
  expect(await readRow(id)).toMatchObject({ isActive: false, stopReason: 'gone' });
  expect(await prisma.webhookDelivery.count({ where: { webhookId: id, state: 'failed' } })).toBe(3);
  expect((await send(id)).posts).toEqual([]);
});

test('an address that was entered with another port is switched off at the first delivery', async () => {
  const { id } = await webhook();
  const [one] = await delivery(id);
  await send(id, () => ({ responseStatus: null, failure: 'port_refused' }));
  expect(await readRow(id)).toMatchObject({ isActive: false, stopReason: 'port_refused' });
  expect(await findDelivery(one?.id ?? '')).toMatchObject({ state: 'failed', failure: 'port_refused' });
});

test('a job sends nothing for an owner whose plan has ended', async () => {
  const { id } = await webhook({ user: { subscriptionStatus: 'expired' } });
  const [one] = await delivery(id);
  expect((await send(id)).posts).toEqual([]);
  expect(await findDelivery(one?.id ?? '')).toMatchObject({ state: 'failed', failure: 'plan_ended' });
});

test('two jobs never send to one receiver at once, and what comes meanwhile is sent next', async () => {
  const { id } = await webhook();
  await delivery(id);
  const { posts } = await send(id, async () => {
    await delivery(id);
    expect((await send(id)).report).toMatchObject({ ended: 'not to be sent' });
    return unavailable;
  });
  expect(posts).toHaveLength(1);
  expect((await send(id)).posts).toHaveLength(1);
});

test('a job that died holds its receiver for a minute, and then another sends', async () => {
  const { id } = await webhook();
  await delivery(id);
  await expect(send(id, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  const claimedUntil = new Date(at.getTime() + minute);
  await prisma.outgoingWebhook.update({ where: { id }, data: { claimedBy: randomUUID(), claimedUntil } });
  expect((await send(id)).posts).toEqual([]);
  await sweepWebhooks(testContext(given));
  expect(await waiting()).toEqual([]);
  pass(minute);
  await sweepWebhooks(testContext(given));
  expect(await waiting()).toHaveLength(1);
  expect((await send(id)).posts).toHaveLength(1);
});

test('a flood makes room after fifty, and goes on a little later', async () => {
  const { id } = await webhook();
  await delivery(id, 60);
  expect((await send(id)).posts).toHaveLength(50);
  expect(await waiting()).toHaveLength(1);
  expect((await send(id)).posts).toHaveLength(10);
});

test('a receiver that takes its time over each makes room after twenty seconds, and goes on a little later', async () => {
  const { id } = await webhook();
  await delivery(id, 5);
  const slowly = () => {
    pass(9_000);
    return took;
  };
  expect((await send(id, slowly)).posts).toHaveLength(3);
  const { rows } = await database.pool.query(
    "SELECT start_after > now() + interval '1 second' AS later FROM pgboss.job WHERE name = 'send-webhooks'",
  );
  expect(rows).toEqual([{ later: true }]);
  expect((await send(id, slowly)).posts).toHaveLength(2);
});

test('an address that was changed while the old one failed is not blamed for it', async () => {
  const { id } = await webhook();
  await delivery(id);
  await send(id, async () => {
    await prisma.outgoingWebhook.update({ where: { id }, data: { url: 'https://new.example.com/' } });
    return unavailable;
  });
  expect(await readRow(id)).toMatchObject({ failingSince: null, isActive: true });
});

test('a webhook whose secret was sealed with a key that is lost is switched off, and says why', async () => {
  const { id } = await webhook();
  const [due] = await delivery(id);
  const lost = createSealer([{ id: 'other', key: randomBytes(32) }]);
  const secretSealed = lost.seal('whsec_x', sealedColumns.outgoingSecret.identity(id));
  await prisma.outgoingWebhook.update({ where: { id }, data: { secretSealed } });
  const { posts } = await send(id);
  expect(posts).toEqual([]);
  expect(await readRow(id)).toMatchObject({ isActive: false, stopReason: 'secret_lost', claimedBy: null });
  expect(await findDelivery(due?.id ?? '')).toMatchObject({ state: 'failed', failure: 'switched_off' });
});

test('a secret from before that can no longer be read leaves the present one to sign', async () => {
  const { id } = await webhook();
  await delivery(id);
  const previousSecretUntil = new Date(at.getTime() + hour);
  await prisma.outgoingWebhook.update({
    where: { id },
    data: { previousSecretSealed: 'other.unreadable', previousSecretUntil },
  });
  const { posts } = await send(id);
  expect(posts).toHaveLength(1);
  expect(posts[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});
