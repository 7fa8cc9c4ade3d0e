import { afterAll, expect, test, vi } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';
import { testDatabase } from './testing.ts';

const db = await testDatabase();
afterAll(db.close);

const databaseTime = async () => {
  const { rows } = await db.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return rows[0]?.at.getTime() ?? 0;
};

test.each([-2, 2])('the clock of a machine that is %d hours off has no part in it', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  const clock = await openDatabaseClock({ prisma: db.prisma });
  try {
    const before = await databaseTime();
    const said = clock.now().getTime();
    const after = await databaseTime();
    expect(said).toBeGreaterThan(before - 1_000);
    expect(said).toBeLessThan(after + 1_000);
    expect(Math.abs(Date.now() - said)).toBeGreaterThan(3_600_000);
    vi.setSystemTime(Date.now() - hours * 7_200_000);
    expect(clock.now().getTime()).toBeLessThan((await databaseTime()) + 1_000);
  } finally {
    clock.close();
    vi.useRealTimers();
  }
});
