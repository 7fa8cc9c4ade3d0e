import type { PrismaClient } from './generated/client.ts';

type DatabaseClock = {
  /** The time of the database, whatever the clock of this machine says. */
  now: () => Date;
  close: () => void;
};

const syncEveryMs = 30_000;

/**
 * Reads the time of the database, and from then on counts on with a clock that never jumps: all processes agree on the
 * time, and none has to ask for it. Looks again every now and then, since clocks drift apart.
 */
export async function openDatabaseClock({ prisma }: { prisma: PrismaClient }): Promise<DatabaseClock> {
  let aheadMs = await readAheadMs(prisma);
  const timer = setInterval(async () => {
    // While the database cannot be reached, the last known difference counts.
    aheadMs = await readAheadMs(prisma).catch(() => aheadMs);
  }, syncEveryMs);
  timer.unref();
  return { now: () => new Date(performance.now() + aheadMs), close: () => clearInterval(timer) };
}

/** Returns how far the database's time is ahead of this process's monotonic clock. */
async function readAheadMs(prisma: PrismaClient): Promise<number> {
  const askedAt = performance.now();
  const [row] = await prisma.$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  if (!row) throw new Error('The database did not return the time');
  return row.ms - (askedAt + performance.now()) / 2;
}
