import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testDatabase, testUser } from './testing.ts';
import { isUserGone } from './unavailable.ts';

const db = await testDatabase();
afterAll(db.close);

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a row whose user was deleted meanwhile is told from other refusals, by Prisma and by SQL', async () => {
  const userId = randomUUID();
  const message = { userId, email: 'ada@clients.example', message: 'Hello' };
  expect(isUserGone(await failure(db.prisma.contactMessage.create({ data: message })))).toBe(true);
  const sql = db.prisma.$executeRaw`
    INSERT INTO audit_events (id, user_id, action) VALUES (gen_random_uuid(), ${userId}::uuid, 'login')`;
  expect(isUserGone(await failure(sql))).toBe(true);

  const { email } = await testUser(db.prisma);
  expect(isUserGone(await failure(testUser(db.prisma, { email })))).toBe(false);
  for (const other of [new Error('no'), 'no', null, undefined]) expect(isUserGone(other)).toBe(false);
});
