import type { PrismaClient } from '@picksync/db';

/** What Smartsheet allows a token in a minute (developers.smartsheet.com, "Rate limiting"). */
const limitPerMinute = 300;
/**
 * How many calls may go out at once after a pause. Together with what comes back in a minute this stays within the
 * limit in any minute, wherever Smartsheet begins to count.
 */
const burst = 120;
const refillPerMinute = limitPerMinute - burst;
const stepSeconds = 60 / refillPerMinute;

/** The shortest wait before another try. */
const minWaitMs = 50;

/** Calls that jobs leave for people. */
export const reservedForPeople = 60;

/** How many calls make it worth a job's while to begin again after a wait. */
export const usefulToJobs = 20;

/** Returns how long it takes until so many calls have come back. */
export function refillMs(calls: number): number {
  return calls * stepSeconds * 1000;
}

export type Taken = {
  granted: boolean;
  /** When not granted: after how long it is worth trying again. */
  waitMs: number;
};

export type SmartsheetBudget = {
  /**
   * Takes the right to make a call. `weight` is what Smartsheet counts it as (10 for the costly ones, see the client);
   * `reserve` is what has to be left afterwards. Never waits. Throws when no waiting could ever be enough.
   */
  take: (input: { connectionId: string; weight?: number; reserve?: number }) => Promise<Taken>;
  /**
   * After a 429: empties the budget and lets nothing out for a while, for every process. Jobs are deferred for longer,
   * until the calls that they leave to people and those that are useful to them have come back.
   */
  park: (input: { connectionId: string; forMs: number }) => Promise<void>;
};

/**
 * Counts the calls an account may make, shared by all processes. The whole state is one moment per account: when the
 * budget is full again if nobody calls. A call moves it on by the time one call takes to come back, and may go out
 * while it is less than a whole burst away. Times are the database's, so clocks of machines do not matter; one
 * statement decides.
 */
export function createSmartsheetBudget({ prisma }: { prisma: PrismaClient }): SmartsheetBudget {
  return {
    take: async ({ connectionId, weight = 1, reserve = 0 }) => {
      const maxCalls = burst - reserve;
      if (weight > maxCalls) throw new RangeError(`A call of weight ${weight} never fits into ${maxCalls}`);
      const cost = weight * stepSeconds;
      const maxSeconds = maxCalls * stepSeconds;
      const [row] = await prisma.$queryRaw<{ granted: boolean; wait: number | null }[]>`
        WITH taken AS (
          INSERT INTO smartsheet_budgets AS b (connection_id, full_at)
          VALUES (${connectionId}::uuid, clock_timestamp() + make_interval(secs => ${cost}))
          ON CONFLICT (connection_id) DO UPDATE
          SET full_at = greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${cost})
          WHERE greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${cost})
            <= clock_timestamp() + make_interval(secs => ${maxSeconds})
          RETURNING full_at)
        SELECT EXISTS (SELECT FROM taken) AS granted, (
          SELECT extract(epoch FROM full_at - clock_timestamp())::float8 + ${cost}::float8 - ${maxSeconds}::float8
          FROM smartsheet_budgets WHERE connection_id = ${connectionId}::uuid) AS wait`;
      if (row?.granted) return { granted: true, waitMs: 0 };
      // Read beside the decision, so it may be a call too early: then the next one waits a little again.
      return { granted: false, waitMs: Math.max(Math.ceil((row?.wait ?? 0) * 1000), minWaitMs) };
    },
    park: async ({ connectionId, forMs }) => {
      const empty = burst * stepSeconds;
      const enoughForJobs = (burst - reservedForPeople - usefulToJobs) * stepSeconds;
      await prisma.$executeRaw`
        WITH parked AS (
          INSERT INTO smartsheet_budgets AS b (connection_id, full_at)
          VALUES (${connectionId}::uuid, clock_timestamp() + make_interval(secs => ${forMs / 1000 + empty}))
          ON CONFLICT (connection_id) DO UPDATE SET full_at = greatest(b.full_at, excluded.full_at)
          RETURNING full_at)
        UPDATE smartsheet_connections
        SET parked_until = greatest(parked_until, (SELECT full_at FROM parked) - make_interval(secs => ${enoughForJobs}))
        WHERE id = ${connectionId}::uuid`;
    },
  };
}
