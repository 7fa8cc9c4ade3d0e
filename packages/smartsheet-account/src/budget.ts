import { Prisma, type PrismaClient } from '@picksync/db';

/** What Smartsheet allows a token in a minute (developers.smartsheet.com, "Rate limiting"). */
const limitPerMinute = 300;
/**
 * How many calls may be made at once after a pause. Together with the calls that a minute refills, this stays within
 * the limit of any minute, whenever Smartsheet's minute begins.
 */
const burst = 120;
const refillPerMinute = limitPerMinute - burst;
const stepSeconds = 60 / refillPerMinute;

/** The shortest wait before another try. */
const minWaitMs = 50;

/** Calls that jobs leave for requests of users. */
export const reservedForPeople = 60;

/** Calls that a search through an account leaves: for people, and for the syncs that follow what they choose. */
export const keptFromSearches = reservedForPeople + 30;

/** How many calls must be free before a waiting job continues. */
export const usefulToJobs = 20;

/** Returns how long it takes to refill this many calls. */
export function refillMs(calls: number): number {
  return calls * stepSeconds * 1000;
}

export type Taken = {
  granted: boolean;
  /** How long to wait before another try, when not granted. */
  waitMs: number;
  /** When not granted: whether that follows a 429 of Smartsheet, and is not our own pacing. */
  isAfterRefusal: boolean;
};

export type SmartsheetBudget = {
  /**
   * Takes a call from the budget. `weight` is how many calls Smartsheet counts it as (10 for the costly ones, see the
   * client); `reserve` is how many have to be left. Never waits. Throws when the call can never fit into the budget.
   */
  take: (input: { connectionId: string; weight?: number; reserve?: number }) => Promise<Taken>;
  /**
   * Takes one call from the budget of each of these accounts, in one statement. Returns the accounts that had one left.
   */
  takeForEach: (input: { connectionIds: readonly string[]; reserve: number }) => Promise<Set<string>>;
  /** Refunds one call to each of these accounts, which was not made. */
  refund: (connectionIds: readonly string[]) => Promise<void>;
  /**
   * After a 429: empties the budget, so that no process makes calls for a while. Jobs are deferred for longer, until
   * the calls that they reserve for users and a useful number for themselves are refilled.
   */
  backOff: (input: { connectionId: string; forMs: number }) => Promise<void>;
};

type Price = {
  /** How many calls Smartsheet counts it as. */
  weight?: number | undefined;
  /** How many calls have to be left. */
  reserve: number;
};

/** Returns a price as the statements need it. Throws when the call can never fit into the budget. */
function toSeconds({ weight = 1, reserve }: Price): { cost: number; maxSeconds: number } {
  const maxCalls = burst - reserve;
  if (weight > maxCalls) throw new RangeError(`A call of weight ${weight} never fits into ${maxCalls}`);
  return { cost: weight * stepSeconds, maxSeconds: maxCalls * stepSeconds };
}

/**
 * Returns the statement that takes one call from the budget of each connection that `payers` selects as `id`. It
 * returns the `id` of those that had one left.
 */
export function takeStatement(payers: Prisma.Sql, price: Price): Prisma.Sql {
  const { cost, maxSeconds } = toSeconds(price);
  return Prisma.sql`
    INSERT INTO smartsheet_budgets AS b (connection_id, full_at)
    SELECT id, clock_timestamp() + make_interval(secs => ${cost}) FROM (${payers}) AS payers
    ON CONFLICT (connection_id) DO UPDATE
    SET full_at = greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${cost})
    WHERE greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${cost})
      <= clock_timestamp() + make_interval(secs => ${maxSeconds})
    RETURNING connection_id AS id`;
}

/**
 * Returns the statement that refunds calls that were not made to each of these accounts. Who deletes a connection locks it
 * before its budget is deleted, so this comes after it.
 */
export function refundStatement(connectionIds: readonly string[], calls: number): Prisma.Sql {
  return Prisma.sql`
    UPDATE smartsheet_budgets b SET full_at = b.full_at - make_interval(secs => ${calls * stepSeconds})
    FROM (
      SELECT connection_id FROM smartsheet_budgets WHERE connection_id IN (
        SELECT id FROM smartsheet_connections WHERE id = ANY(${connectionIds}::uuid[]) ORDER BY id FOR KEY SHARE)
      ORDER BY connection_id FOR UPDATE) locked
    WHERE b.connection_id = locked.connection_id
    RETURNING 1`;
}

/**
 * Creates the budget of calls per account, shared by all processes. Its state is one time per account: when the budget
 * is full again if there are no calls. A call moves that time on by the time one call takes to refill, and is allowed
 * while it is less than a whole burst away. Times are the database's, so the clocks of machines do not matter; one
 * statement decides.
 */
export function createSmartsheetBudget({ prisma }: { prisma: PrismaClient }): SmartsheetBudget {
  return {
    take: async ({ connectionId, weight = 1, reserve = 0 }) => {
      const { cost, maxSeconds } = toSeconds({ weight, reserve });
      const payer = Prisma.sql`SELECT ${connectionId}::uuid AS id`;
      const [row] = await prisma.$queryRaw<
        { granted: boolean; wait: number | null; limited: boolean | null }[]
      >`
        WITH taken AS (${takeStatement(payer, { weight, reserve })})
        SELECT EXISTS (SELECT FROM taken) AS granted, (
          SELECT extract(epoch FROM full_at - clock_timestamp())::float8 + ${cost}::float8 - ${maxSeconds}::float8
          FROM smartsheet_budgets WHERE connection_id = ${connectionId}::uuid) AS wait, (
          SELECT limited_until > clock_timestamp() FROM smartsheet_connections
          WHERE id = ${connectionId}::uuid) AS limited`;
      if (row?.granted) return { granted: true, waitMs: 0, isAfterRefusal: false };
      // Read next to the decision, so the wait may be one call too short; then the next try waits a little longer.
      const waitMs = Math.max(Math.ceil((row?.wait ?? 0) * 1000), minWaitMs);
      return { granted: false, waitMs, isAfterRefusal: row?.limited ?? false };
    },
    takeForEach: async ({ connectionIds, reserve }) => {
      if (connectionIds.length === 0) return new Set();
      // Without the lock a user who is deleted meanwhile would make the statement fail for all others.
      const payers = Prisma.sql`
        SELECT id FROM smartsheet_connections WHERE id = ANY(${connectionIds}::uuid[]) ORDER BY id FOR KEY SHARE`;
      const rows = await prisma.$queryRaw<{ id: string }[]>(takeStatement(payers, { reserve }));
      return new Set(rows.map(({ id }) => id));
    },
    refund: async (connectionIds) => {
      if (connectionIds.length === 0) return;
      await prisma.$executeRaw(refundStatement(connectionIds, 1));
    },
    backOff: async ({ connectionId, forMs }) => {
      const empty = burst * stepSeconds;
      const enoughForJobs = (burst - reservedForPeople - usefulToJobs) * stepSeconds;
      await prisma.$executeRaw`
        WITH parked AS (
          INSERT INTO smartsheet_budgets AS b (connection_id, full_at)
          VALUES (${connectionId}::uuid, clock_timestamp() + make_interval(secs => ${forMs / 1000 + empty}))
          ON CONFLICT (connection_id) DO UPDATE SET full_at = greatest(b.full_at, excluded.full_at)
          RETURNING full_at)
        UPDATE smartsheet_connections SET
          parked_until = greatest(parked_until, (SELECT full_at FROM parked) - make_interval(secs => ${enoughForJobs})),
          limited_until = greatest(limited_until, (SELECT full_at FROM parked) - make_interval(secs => ${enoughForJobs}))
        WHERE id = ${connectionId}::uuid`;
    },
  };
}
