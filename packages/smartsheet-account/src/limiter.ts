import {
  BudgetExhausted,
  type RetryPolicy,
  type Sleep,
  type SmartsheetLimiter,
  singleTry,
  type TimeLimits,
} from '@picksync/smartsheet-client';
import {
  keptFromSearches,
  refillMs,
  reservedForPeople,
  type SmartsheetBudget,
  usefulToJobs,
} from './budget.ts';

/** How users or jobs use an account. */
export type AccountUse = TimeLimits & {
  /** Calls that have to be left for others. */
  reserve: number;
  /** How long to wait in total for the call budget and for a token that is being refreshed. */
  maxWaitMs: number;
  /** How many calls must be free before deferred work continues. */
  usefulCalls: number;
  retry?: RetryPolicy;
};

/** For requests of users: the whole budget, and fewer and shorter tries. */
export const forPeople: AccountUse = {
  reserve: 0,
  maxWaitMs: 5_000,
  usefulCalls: 1,
  timeoutMs: 15_000,
  overallTimeoutMs: 30_000,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 300, maxPauseMs: 2_000 },
};

/**
 * For searches through many sheets, while somebody watches: they use what is left over, a few calls at a time, and say
 * when they have to wait.
 */
export const forSearches: AccountUse = {
  ...forPeople,
  reserve: keptFromSearches,
  maxWaitMs: 1_000,
  usefulCalls: 6,
};

/** For the search through an empty form's sheets: quicker, and it still leaves a first sync the calls that it needs. */
export const forPairs: AccountUse = {
  ...forSearches,
  reserve: reservedForPeople + 15,
  maxWaitMs: 8_000,
};

/** For a look at how the account stands: one quick try, with a call that nobody else needs. */
export const forLooks: AccountUse = {
  reserve: keptFromSearches,
  maxWaitMs: 1_000,
  usefulCalls: 1,
  timeoutMs: 8_000,
  overallTimeoutMs: 10_000,
  retry: singleTry,
};

/** For jobs: they leave a reserve for users, and are deferred when they have to wait for longer than a second. */
export const forJobs: AccountUse = {
  reserve: reservedForPeople,
  maxWaitMs: 1_000,
  usefulCalls: usefulToJobs,
  timeoutMs: 30_000,
  // A source of 20,000 rows at a tenth of a megabyte a second.
  overallTimeoutMs: 300_000,
};

/**
 * For a look into the place of a rule, which may have hundreds of sheets to read: it has the calls of a job, and goes on as they
 * are refilled. With fewer, the syncs of the first sheets would keep it from the others until they are all done.
 */
export const forRules: AccountUse = {
  ...forJobs,
  maxWaitMs: 60_000,
};

/** For a sweep's one call per account: it waits less long, because the next sweep comes soon. */
export const forOneCall: AccountUse = {
  ...forJobs,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 500, maxPauseMs: 2_000 },
};

/**
 * Limits the calls of one opened account to the budget that all processes share. Waits up to `maxWaitMs` in total. Work
 * that would have to wait longer gets an error that says when a useful number of calls will be free, so that it can be
 * deferred until then.
 */
export function createAccountLimiter(options: {
  connectionId: string;
  budget: SmartsheetBudget;
  /** How many calls have to be left for others. */
  reserve: number;
  maxWaitMs: number;
  /** How many calls must be free before deferred work continues. */
  usefulCalls: number;
  sleep: Sleep;
}): SmartsheetLimiter {
  const { connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep } = options;
  let waitedMs = 0;
  return {
    async acquire({ weight, signal }) {
      for (;;) {
        signal?.throwIfAborted();
        const { granted, waitMs, isAfterRefusal } = await budget.take({ connectionId, weight, reserve });
        if (granted) return;
        if (waitedMs + waitMs > maxWaitMs) {
          const retryAfterMs = Math.ceil(waitMs + refillMs(usefulCalls - 1));
          throw new BudgetExhausted({ retryAfterMs, isAfterRefusal });
        }
        await sleep(waitMs, signal);
        waitedMs += waitMs;
      }
    },
    backOff: ({ forMs }) => budget.backOff({ connectionId, forMs }),
  };
}
