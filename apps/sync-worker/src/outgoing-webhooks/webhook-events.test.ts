import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSealer, parseSealingKeys, sealedColumns } from '@picksync/db';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import { runWorker } from '../testing/run-worker.ts';
import { openWorld, sealingKeys, type TestAccount, type World } from '../testing/world.ts';

type Received = { id: string; type: string; timestamp: string; data: Record<string, unknown> };

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const received: Received[] = [];
let answerWith = 200;

// Somebody's own program, with the official library.
const receiver = http.createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const headers = request.headers as Record<string, string>;
  const event = new Webhook(secret).verify(body, headers) as Received;
  received.push({ ...event, id: headers['webhook-id'] ?? '' });
  response.writeHead(answerWith).end();
});

let world: World;
let worker: Awaited<ReturnType<typeof runWorker>>;
let account: TestAccount;
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  world = await openWorld();
  worker = await runWorker(world, { OUTGOING_WEBHOOK_TARGETS: 'anywhere' });
  account = await world.newAccount();
  const data = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  await world.prisma.user.update({ where: { id: account.connection.userId }, data });
  // None of the automations of this file is too many for Free.
  await world.prisma.plan.update({ where: { id: 1 }, data: { configsLimit: 100 } });
});
afterAll(async () => {
  await worker.stop();
  await world.close();
  receiver.close();
});

async function webhook(events: string[]) {
  const id = randomUUID();
  const sealer = createSealer(parseSealingKeys(sealingKeys));
  const { port } = receiver.address() as AddressInfo;
  return world.prisma.outgoingWebhook.create({
    data: {
      ...{ id, events, userId: account.connection.userId, url: `http://127.0.0.1:${port}/hook` },
      secretSealed: sealer.seal(secret, sealedColumns.outgoingSecret.identity(id)),
      createdAt: new Date(),
    },
  });
}

async function sync(automationId: string): Promise<void> {
  await world.mark(account.connection.id, { automationIds: [automationId] });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
}

test('a receiver is told, signed, what came of the runs that are news: in names and counts, without a value', async () => {
  const { id: webhookId } = await webhook(['automation.synced', 'automation.needs_review']);
  const values = ['Canary one', 'Canary two'];
  const made = await world.newAutomation({ account, values, options: [] });
  const { id, name, targetColumnName } = made.automation;
  await sync(id);
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    type: 'automation.synced',
    data: { automation: { id, name, targetColumnName }, added: 2, removed: 0, optionCount: 2 },
  });

  // In step: no news.
  await sync(id);
  const stopped = await world.newAutomation({ account, values: [null], options: ['Canary three'] });
  await sync(stopped.automation.id);
  await expect.poll(() => received).toHaveLength(2);
  expect(received[1]).toMatchObject({
    type: 'automation.needs_review',
    data: { automation: { id: stopped.automation.id }, removed: 1 },
  });

  expect(JSON.stringify(received)).not.toContain('Canary');
  const stored = await world.prisma.webhookDelivery.findMany({ where: { webhookId } });
  expect(JSON.stringify(stored)).not.toContain('Canary');
  await expect
    .poll(() => world.prisma.webhookDelivery.count({ where: { webhookId, state: 'delivered' } }))
    .toBe(2);
  expect(new Set(received.map((event) => event.id))).toEqual(new Set(stored.map((row) => row.id)));
  await world.prisma.outgoingWebhook.delete({ where: { id: webhookId } });
});

test('a failure is told once, and nobody is told whose plan has ended', async () => {
  received.length = 0;
  answerWith = 500;
  const { id: webhookId } = await webhook(['automation.failed']);
  const made = await world.newAutomation({ account, values: ['One'], options: [] });
  const { id } = made.automation;
  await world.prisma.automation.update({ where: { id }, data: { sourceColumnId: '1' } });
  await sync(id);
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toMatchObject({ type: 'automation.failed', data: { optionCount: null } });
  await sync(id);
  expect(await world.prisma.webhookDelivery.count({ where: { webhookId } })).toBe(1);
  await expect
    .poll(() => world.prisma.webhookDelivery.findFirst({ where: { webhookId } }))
    .toMatchObject({ state: 'pending', attempts: 1, responseStatus: 500, failure: 'status' });

  const userId = account.connection.userId;
  await world.prisma.user.update({ where: { id: userId }, data: { subscriptionStatus: 'expired' } });
  await world.prisma.automation.update({ where: { id }, data: { lastErrorReason: null } });
  await sync(id);
  expect(await world.prisma.webhookDelivery.count({ where: { webhookId } })).toBe(1);
});

test('a receiver is told in counts of options that were renamed, and of those that a review asks about', async () => {
  const { userId } = account.connection;
  await world.prisma.user.update({ where: { id: userId }, data: { subscriptionStatus: 'active' } });
  const { id: webhookId } = await webhook(['automation.synced', 'automation.needs_review']);
  const scene = await makeRenamedScene(world, account, {
    names: ['Canary one', 'Canary two'],
    options: ['Canary one', 'Canary two'],
    cells: ['Canary one', 'Canary one', 'Canary two'],
    fields: { maxRenamedRows: 2 },
  });
  await scene.lockRow(1, true);
  const { id } = scene.automation;
  await scene.sync();
  await scene.rename({ 0: 'Canary three' });
  await scene.sync();
  const told = async () => {
    const deliveries = await world.prisma.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: { id: 'asc' },
    });
    const bodies = deliveries.map(({ body }) => body as { type: string; data: Record<string, unknown> });
    return bodies.filter(({ data }) => (data.automation as { id: string }).id === id);
  };
  const renamed = { renamed: 1, cellsRenamed: 1, cellsLocked: 1, added: 0, removed: 0 };
  expect((await told()).at(-1)).toMatchObject({ type: 'automation.synced', data: renamed });
  await world.prisma.automation.update({ where: { id }, data: { maxRenamedRows: 0 } });
  await scene.rename({ 1: 'Canary four' });
  await scene.sync();
  const asked = (await told()).at(-1);
  expect(asked).toMatchObject({ type: 'automation.needs_review', data: { renamed: 1 } });
  expect(JSON.stringify(await told())).not.toContain('Canary');
});
