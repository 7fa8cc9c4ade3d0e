import { afterAll, expect, test } from 'vitest';
import { testConnection, testDatabase } from './testing.ts';
import { inTransaction, repeatOnDeadlock } from './transaction.ts';

const db = await testDatabase();
afterAll(db.close);

/** Two transactions that lock two rows in opposite orders, each only when the other has its first. */
async function crossed(transact: (first: string, second: string) => () => Promise<void>) {
  const [one, two] = [await testConnection(db.prisma), await testConnection(db.prisma)];
  await Promise.all([repeatOnDeadlock(transact(one.id, two.id)), repeatOnDeadlock(transact(two.id, one.id))]);
}

/** At least one more than the two: the one that was given up may take its first row again before the other wakes up. */
function expectOneMore(runs: number): void {
  expect(runs).toBeGreaterThan(2);
}

/** Resolves for both callers of a first round when both have come; later callers pass. */
function rendezvous() {
  const met = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived === 2) met.resolve();
    await met.promise;
  };
}

test('a transaction of Prisma that was given up for another one is run again', async () => {
  const meet = rendezvous();
  let runs = 0;
  await crossed((first, second) => () => {
    runs += 1;
    return db.prisma.$transaction(async (tx) => {
      await tx.smartsheetConnection.update({ where: { id: first }, data: { syncAttempt: 1 } });
      await meet();
      await tx.$executeRaw`UPDATE smartsheet_connections SET sync_attempt = 2 WHERE id = ${second}::uuid`;
    });
  });
  expectOneMore(runs);
});

test('a transaction on the pool that was given up for another one is run again', async () => {
  const meet = rendezvous();
  let runs = 0;
  const sql = 'UPDATE smartsheet_connections SET sync_attempt = 3 WHERE id = $1';
  await crossed((first, second) => () => {
    runs += 1;
    return inTransaction(db.pool, async (client) => {
      await client.query(sql, [first]);
      await meet();
      await client.query(sql, [second]);
    });
  });
  expectOneMore(runs);
});

test('any other error is thrown at once, and a deadlock the third time', async () => {
  let runs = 0;
  const failing = (code: string) =>
    repeatOnDeadlock(async () => {
      runs += 1;
      throw Object.assign(new Error('no'), { code });
    });
  await expect(failing('23505')).rejects.toThrow('no');
  expect(runs).toBe(1);
  await expect(failing('40P01')).rejects.toThrow('no');
  expect(runs).toBe(4);
});
