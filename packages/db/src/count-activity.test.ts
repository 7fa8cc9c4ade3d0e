import { afterAll, expect, test } from 'vitest';
import { countActivity } from './count-activity.ts';
import { testDatabase, testUser } from './testing.ts';

const db = await testDatabase();
afterAll(() => db.close());

const words = { action: 'webhook_received', one: 'One change.', many: '{count} changes.' };
const findEntries = (userId: string) =>
  db.prisma.activityLog.findMany({ where: { userId }, orderBy: { timestamp: 'asc' } });

test('frequent events make one entry per user and day, with a count', async () => {
  const [ada, bob] = [await testUser(db.prisma), await testUser(db.prisma)];
  const count = (at: string, ...of: [string, number][]) =>
    countActivity(
      db.prisma,
      of.map(([userId, n]) => ({ userId, count: n, at: new Date(at) })),
      words,
    );
  await count('2026-11-21T10:00:00Z', [ada.id, 1], [bob.id, 3]);
  expect((await findEntries(ada.id)).map(({ details }) => details)).toEqual(['One change.']);
  await count('2026-11-21T23:59:59Z', [ada.id, 2]);
  await count('2026-11-22T00:00:00Z', [ada.id, 5]);
  expect(
    (await findEntries(ada.id)).map(({ details, count: n, timestamp }) => [details, n, timestamp]),
  ).toEqual([
    ['3 changes.', 3, new Date('2026-11-21T23:59:59Z')],
    ['5 changes.', 5, new Date('2026-11-22T00:00:00Z')],
  ]);
  expect(await findEntries(bob.id)).toMatchObject([{ details: '3 changes.', status: 'success' }]);
});

test('concurrent counts lose nothing', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => testUser(db.prisma)));
  const all = users.map(({ id }) => ({ userId: id, count: 1, at: new Date() }));
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => countActivity(db.prisma, n % 2 ? all : all.toReversed(), words)),
  );
  for (const { id } of users) expect(await findEntries(id)).toMatchObject([{ count: 20 }]);
});
