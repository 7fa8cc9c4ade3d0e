import { maxOutgoingWebhooks, nextCursorHeader } from '@picksync/contracts';
import { Prisma, sealedColumns } from '@picksync/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actBeside } from '../../testing/act-beside.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const url = '/api/account/webhooks';
const wanted = {
  url: 'https://ops.example.com/hook?key=1',
  events: ['automation.failed', 'automation.synced'],
};

type Headers = Record<string, string>;
const call = (headers: Headers, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  app.app.inject({ method, url: `${url}${path}`, headers, ...(payload && { payload }) });
const create = (headers: Headers, payload: object = wanted) => call(headers, 'POST', '', payload);

async function owner() {
  const person = await app.signIn(premium);
  const { secret, webhook } = (await create(person.headers)).json();
  return { ...person, secret, id: webhook.id as string };
}
const readRow = (id: string) => app.db.outgoingWebhook.findUniqueOrThrow({ where: { id } });
const { outgoingSecret, previousOutgoingSecret } = sealedColumns;

test('a webhook is created with a secret that is shown once, and stored sealed', async () => {
  const { headers, secret, id } = await owner();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const row = await readRow(id);
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(app.context.sealer.open(row.secretSealed, outgoingSecret.identity(id))).toBe(secret);
  const list = await call(headers, 'GET');
  expect(list.json()).toMatchObject([
    {
      id,
      url: wanted.url,
      events: ['automation.synced', 'automation.failed'],
      isActive: true,
      stopReason: null,
    },
  ]);
  expect(list.body).not.toContain('whsec_');
  expect(app.log.lines().join('\n')).not.toContain(secret);
});

test('a new secret signs beside the old one for a day', async () => {
  const { headers, secret, id } = await owner();
  const { secret: fresh, webhook } = (await call(headers, 'POST', `/${id}/secret`)).json();
  expect(fresh).not.toBe(secret);
  const row = await readRow(id);
  expect(app.context.sealer.open(row.secretSealed, outgoingSecret.identity(id))).toBe(fresh);
  expect(app.context.sealer.open(row.previousSecretSealed ?? '', previousOutgoingSecret.identity(id))).toBe(
    secret,
  );
  const until = new Date(app.clock.at.getTime() + 24 * 3_600_000).toISOString();
  expect(webhook.previousSecretUntil).toBe(until);
});

test.each([
  ['a trial', {}],
  ['Free', { subscriptionStatus: 'free' }],
  ['Basic', { subscriptionStatus: 'active', subscriptionTier: 'basic' }],
] as const)('no webhook is created on %s', async (_, user) => {
  const { headers } = await app.signIn(user);
  const answer = await create(headers);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'plan_required']);
});

test('a webhook on a plan that has ended can be deleted and switched off, and neither switched on nor tried', async () => {
  const { headers, userId, id } = await owner();
  await app.db.user.update({ where: { id: userId }, data: { subscriptionStatus: 'expired' } });
  expect((await call(headers, 'PATCH', `/${id}`, { isActive: false })).statusCode).toBe(200);
  expect((await call(headers, 'PATCH', `/${id}`, { isActive: true })).json().code).toBe('plan_required');
  expect((await call(headers, 'POST', `/${id}/test`)).json().code).toBe('plan_required');
  expect((await call(headers, 'DELETE', `/${id}`)).statusCode).toBe(200);
  expect((await call(headers, 'GET')).json()).toEqual([]);
});

test('creates as many webhooks as fit when twenty come at once at the limit', async () => {
  const { headers } = await owner();
  for (let made = 1; made < maxOutgoingWebhooks - 1; made += 1) await create(headers);
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(headers)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.json().code === 'too_many_webhooks')).toHaveLength(19);
});

test.each([
  [{ url: 'http://ops.example.com/' }, 'url'],
  [{ url: 'https://127.0.0.1/' }, 'url'],
  [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
  [{ url: 'https://metadata.google.internal/' }, 'url'],
  [{ url: 'https://ops.example.com:5432/' }, 'url'],
  [{ url: 'https://a:b@ops.example.com/' }, 'url'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: '' }, 'url'],
  [{ url: `https://ops.example.com/${'x'.repeat(500)}` }, 'url'],
  [{ events: [] }, 'events'],
  [{ events: ['automation.deleted'] }, 'events.0'],
])('%j is refused at its field', async (change, field) => {
  const { headers, id } = await owner();
  for (const answer of [
    await create(headers, { ...wanted, ...change }),
    await call(headers, 'PATCH', `/${id}`, change),
  ]) {
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
  }
});

test.each([
  ['HTTPS://Ops.Example.com:443', 'https://ops.example.com/'],
  ['https://ops.example.com:8443/a/../hook?b=1#part', 'https://ops.example.com:8443/hook?b=1'],
  [' https:\\\\ops.example.com\\ho\tok ', 'https://ops.example.com/hook'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
])('the address %j is kept as it is called', async (url, called) => {
  const { headers, id } = await owner();
  expect((await create(headers, { ...wanted, url })).json().webhook.url).toBe(called);
  expect((await call(headers, 'PATCH', `/${id}`, { url })).json().webhook.url).toBe(called);
  expect((await readRow(id)).url).toBe(called);
});

test('a webhook whose port is no longer called is switched on with another address only', async () => {
  const { headers, id } = await owner();
  const data = { url: 'https://ops.example.com:9000/', isActive: false, stopReason: 'port_refused' } as const;
  await app.db.outgoingWebhook.update({ where: { id }, data });
  const refused = await call(headers, 'PATCH', `/${id}`, { isActive: true });
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Please use port 443 or 8443']);
  expect(await readRow(id)).toMatchObject({ isActive: false, stopReason: 'port_refused' });
  const mended = await call(headers, 'PATCH', `/${id}`, { isActive: true, url: wanted.url });
  expect(mended.json().webhook).toMatchObject({ isActive: true, stopReason: null });
});

test('another receiver and switching on need a recent step-up, as a new webhook does; switching off does not', async () => {
  const { headers, id } = await owner();
  await app.passTime(11 * 60_000);
  const elsewhere = await call(headers, 'PATCH', `/${id}`, { url: 'https://thief.example.com/' });
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([403, 'proof_required']);
  expect((await readRow(id)).url).toBe(wanted.url);
  expect((await call(headers, 'PATCH', `/${id}`, { isActive: false })).statusCode).toBe(200);
  const on = await call(headers, 'PATCH', `/${id}`, { isActive: true });
  expect([on.statusCode, on.json().code]).toEqual([403, 'proof_required']);
  expect((await readRow(id)).isActive).toBe(false);
});

test('a test and a delivery that is sent again become due with a job, and not while the webhook is off', async () => {
  const { headers, id } = await owner();
  const { delivery } = (await call(headers, 'POST', `/${id}/test`)).json();
  expect(delivery).toMatchObject({ event: 'webhook.test', state: 'pending', attempts: 0 });
  expect(await app.waitingJobs('send-webhooks')).toContainEqual({ webhookId: id });

  const done = { state: 'delivered', attempts: 3, nextAttemptAt: null, responseStatus: 200 } as const;
  await app.db.webhookDelivery.update({ where: { id: delivery.id }, data: done });
  const again = await call(headers, 'POST', `/${id}/deliveries/${delivery.id}`);
  expect(again.json().delivery).toMatchObject({ id: delivery.id, state: 'pending', attempts: 0 });

  await call(headers, 'PATCH', `/${id}`, { isActive: false });
  expect((await call(headers, 'GET', `/${id}/deliveries`)).json()).toMatchObject([
    { id: delivery.id, state: 'failed', failure: 'switched_off' },
  ]);
  expect((await call(headers, 'POST', `/${id}/test`)).json().code).toBe('webhook_switched_off');
  expect((await call(headers, 'POST', `/${id}/deliveries/${delivery.id}`)).json().code).toBe(
    'webhook_switched_off',
  );
});

test('a delivery that a run adds as its webhook is switched off is not sent once that is on again', async () => {
  const { headers, id } = await owner();
  await call(headers, 'PATCH', `/${id}`, { isActive: false });
  const due = { nextAttemptAt: app.clock.at, createdAt: app.clock.at };
  await app.db.webhookDelivery.create({
    data: { webhookId: id, event: 'automation.synced', body: {}, ...due },
  });
  await call(headers, 'PATCH', `/${id}`, { isActive: true });
  const list = async () => (await call(headers, 'GET', `/${id}/deliveries`)).json();
  expect(await list()).toMatchObject([{ state: 'failed', failure: 'switched_off', nextAttemptAt: null }]);
  // One that is on already keeps what waits.
  await call(headers, 'POST', `/${id}/test`);
  await call(headers, 'PATCH', `/${id}`, { isActive: true });
  expect(await list()).toMatchObject([{ state: 'pending' }, { state: 'failed' }]);
});

test.each([
  ['deleted', 'not_found'],
  ['switched off', 'webhook_switched_off'],
] as const)('a test of a webhook that is %s at that moment is refused', async (end, code) => {
  const { headers, id } = await owner();
  const answer = await actBeside(app, () => call(headers, 'POST', `/${id}/test`), {
    lock: Prisma.sql`SELECT FROM outgoing_webhooks WHERE id = ${id}::uuid FOR UPDATE`,
    change: ({ outgoingWebhook }) =>
      end === 'deleted'
        ? outgoingWebhook.delete({ where: { id } })
        : outgoingWebhook.update({ where: { id }, data: { isActive: false } }),
  });
  expect(answer.json().code).toBe(code);
  expect(await app.db.webhookDelivery.count({ where: { webhookId: id } })).toBe(0);
});

test('a webhook that was switched off for failing begins afresh when it is switched on', async () => {
  const { headers, id } = await owner();
  const data = { isActive: false, stopReason: 'failing', failingSince: app.clock.at } as const;
  await app.db.outgoingWebhook.update({ where: { id }, data });
  expect((await call(headers, 'GET')).json()).toMatchObject([{ isActive: false, stopReason: 'failing' }]);
  const { webhook } = (await call(headers, 'PATCH', `/${id}`, { isActive: true })).json();
  expect(webhook).toMatchObject({ isActive: true, stopReason: null, failingSince: null });
});

test('deliveries come in pages, newest first, without what was sent', async () => {
  const { headers, id } = await owner();
  const names = Array.from({ length: 5 }, (_, n) => n);
  await app.db.webhookDelivery.createMany({
    data: names.map((n) => {
      const createdAt = new Date(app.clock.at.getTime() + n);
      return { webhookId: id, event: 'automation.synced', body: { name: 'Clients' }, createdAt };
    }),
  });
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await call(headers, 'GET', `/${id}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.body).not.toContain('Clients');
    seen.push(...page.json().map(({ createdAt }: { createdAt: string }) => createdAt));
    cursor = page.headers[nextCursorHeader]?.toString();
  }
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted().reverse());
});

test('another user’s webhook is not found, whatever is asked of it', async () => {
  const { headers: mine, id } = await owner();
  const { delivery } = (await call(mine, 'POST', `/${id}/test`)).json();
  const other = await owner();
  const tries = [
    ['PATCH', `/${id}`, { isActive: false }],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/secret`],
    ['POST', `/${id}/test`],
    ['GET', `/${id}/deliveries`],
    ['POST', `/${id}/deliveries/${delivery.id}`],
    // Their own webhook, and the delivery of another.
    ['POST', `/${other.id}/deliveries/${delivery.id}`],
  ] as const;
  for (const [method, path, payload] of tries) {
    const answer = await call(other.headers, method, path, payload);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'not_found']);
  }
  expect((await call(mine, 'GET')).json()).toMatchObject([{ id, isActive: true }]);
});

test('test calls to an address are limited per person', async () => {
  const { headers, id } = await owner();
  const codes: number[] = [];
  for (let times = 0; times < 31; times += 1)
    codes.push((await call(headers, 'POST', `/${id}/test`)).statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(30);
  expect(codes.at(-1)).toBe(429);
});

test('the security activity names a changed webhook by its host alone', async () => {
  const { headers, id } = await owner();
  await call(headers, 'DELETE', `/${id}`);
  const trail = await app.app.inject({ url: '/api/account/security-activity', headers });
  expect(trail.json()).toMatchObject([
    { action: expect.stringContaining('webhook_'), details: { name: 'ops.example.com' } },
    { action: expect.stringContaining('webhook_'), details: { name: 'ops.example.com' } },
  ]);
  expect(trail.body).not.toContain('key=1');
});
