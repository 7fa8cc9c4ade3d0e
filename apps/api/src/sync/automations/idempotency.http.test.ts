import { beforeAll, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

let headers: Record<string, string>;
let userId: string;
beforeAll(async () => {
  ({ userId } = await app.signIn(premium));
  await connectSandbox(app, sandbox, { userId });
  ({ headers } = await app.createKey(userId));
});

const draft = (column: string) =>
  draftAutomation(sandbox, { from: ['Clients', 'Client name'], to: ['Time sheet 2026', column] });
const create = (payload: object, key?: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/configurations',
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    payload,
  });

test('the same creation sent twenty times at once, and once more later, makes one automation', async () => {
  const payload = await draft('Client');
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(payload, 'order-4711')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201));
  const ids = new Set(answers.map((answer) => answer.json().configuration.id));
  expect(ids.size).toBe(1);
  expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(19);
  expect(await app.db.automation.count({ where: { userId } })).toBe(1);

  const reused = await create({ ...payload, name: 'Another one' }, 'order-4711');
  expect([reused.statusCode, reused.json().code]).toEqual([422, 'idempotency_key_reused']);

  const [id] = ids;
  await app.app.inject({ method: 'DELETE', url: `/api/configurations/${id}`, headers });
  const afterwards = await create(payload, 'order-4711');
  expect([afterwards.statusCode, afterwards.json().code]).toEqual([409, 'idempotency_key_spent']);
  expect(afterwards.json().message).toContain('Use a new key');
  expect(await app.db.automation.count({ where: { userId } })).toBe(0);

  expect((await create(payload, 'order-4712')).statusCode).toBe(201);
  await app.db.automation.deleteMany({ where: { userId } });
});

test('a creation sent again meets the first although that has taken the last place meanwhile', async () => {
  const payload = await draft('Client');
  // In the trial, with room for one alone.
  const other = await app.signIn({ maxConfigurations: 1 });
  const whose = { userId: other.userId };
  await connectSandbox(app, sandbox, whose);
  const headers = { ...other.headers, 'idempotency-key': 'order-5001' };
  const createOne = () => app.app.inject({ method: 'POST', url: '/api/configurations', headers, payload });
  const { id } = (await createOne()).json().configuration;
  // As it is before the first one is committed.
  const key = await app.db.idempotencyKey.findFirstOrThrow({ where: whose });
  await app.db.idempotencyKey.deleteMany({ where: whose });
  const countWaiting = (table: string) => async () => {
    const [row] = await app.db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = ${table}::text::regclass`;
    return row?.waiting;
  };
  const [beforeKeys, beforeCount] = [await app.admin.connect(), await app.admin.connect()];
  await beforeKeys.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
  const again = Promise.resolve(createOne());
  await expect.poll(countWaiting('idempotency_keys')).toBe(1);
  await beforeCount.query('BEGIN; LOCK TABLE automations IN ACCESS EXCLUSIVE MODE');
  await beforeKeys.query('ROLLBACK');
  await expect.poll(countWaiting('automations')).toBe(1);
  await app.db.idempotencyKey.create({ data: key });
  await beforeCount.query('ROLLBACK');
  for (const client of [beforeKeys, beforeCount]) client.release();

  const answer = await again;
  expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect(answer.json().configuration.id).toBe(id);
  await app.db.automation.deleteMany({ where: whose });
});

test('a key of one person means nothing for another', async () => {
  const payload = await draft('Staff');
  expect((await create(payload, 'mine')).statusCode).toBe(201);
  const other = await app.signIn(premium);
  await connectSandbox(app, sandbox, { userId: other.userId });
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/configurations',
    headers: { ...(await app.createKey(other.userId)).headers, 'idempotency-key': 'mine' },
    payload,
  });
  expect(answer.json().code).toBe('column_taken');
});

test('a creation that failed may be sent again with its key', async () => {
  const payload = { ...(await draft('Staff')), sourceColumnId: '1' };
  expect((await create(payload, 'retried')).statusCode).toBe(422);
  expect((await create(payload, 'retried')).statusCode).toBe(422);
});

test.each(['', ' ', 'x'.repeat(201), 'schlüssel'])('the key %j is refused', async (key) => {
  const answer = await create(await draft('Staff'), key);
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['Idempotency-Key']]);
});
