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
  /** Takes the right to make one call for each of these accounts, in one statement. Returns those that got it. */
  takeForEach: (input: { connectionIds: readonly string[]; reserve: number }) => Promise<Set<string>>;
  /** Gives back the right to a call that was not made, for each of these accounts. */
  refund: (connectionIds: readonly string[]) => Promise<void>;
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
    takeForEach: async ({ connectionIds, reserve }) => {
      if (connectionIds.length === 0) return new Set();
      const maxSeconds = (burst - reserve) * stepSeconds;
      // The lock keeps a user who leaves meanwhile from failing all the others.
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        INSERT INTO smartsheet_budgets AS b (connection_id, full_at)
        SELECT * FROM (
          SELECT id, clock_timestamp() + make_interval(secs => ${stepSeconds}) FROM smartsheet_connections
          WHERE id = ANY(${connectionIds}::uuid[]) ORDER BY id FOR KEY SHARE) standing
        ON CONFLICT (connection_id) DO UPDATE
        SET full_at = greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${stepSeconds})
        WHERE greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${stepSeconds})
          <= clock_timestamp() + make_interval(secs => ${maxSeconds})
        RETURNING connection_id AS id`;
      return new Set(rows.map(({ id }) => id));
    },
    refund: async (connectionIds) => {
      if (connectionIds.length === 0) return;
      await prisma.$executeRaw`
        WITH locked AS (
          SELECT connection_id FROM smartsheet_budgets WHERE connection_id = ANY(${connectionIds}::uuid[])
          ORDER BY connection_id FOR UPDATE)
        UPDATE smartsheet_budgets b SET full_at = b.full_at - make_interval(secs => ${stepSeconds})
        FROM locked WHERE b.connection_id = locked.connection_id`;
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
