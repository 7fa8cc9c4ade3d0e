import type { RetryPolicy, TimeLimits } from '@picksync/smartsheet-client';
import { reservedForPeople, usefulToJobs } from './budget.ts';

/** How people or jobs use an account. */
export type AccountUse = TimeLimits & {
  /** Calls that have to be left for others. */
  reserve: number;
  /** How long to wait for the call budget, in all, and for a token that is being refreshed. */
  maxWaitMs: number;
  /** How many calls make it worth beginning again after a wait that is too long. */
  usefulCalls: number;
  retry?: RetryPolicy;
};

/** For requests of a person: the whole budget, and fewer and shorter tries. */
export const forPeople: AccountUse = {
  reserve: 0,
  maxWaitMs: 5_000,
  usefulCalls: 1,
  timeoutMs: 15_000,
  overallTimeoutMs: 30_000,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 300, maxPauseMs: 2_000 },
};

/** For jobs: they leave a reserve to people, and defer what has to wait for longer than a second. */
export const forJobs: AccountUse = {
  reserve: reservedForPeople,
  maxWaitMs: 1_000,
  usefulCalls: usefulToJobs,
  timeoutMs: 30_000,
  // A source of 20,000 rows at a tenth of a megabyte a second.
  overallTimeoutMs: 300_000,
};

/** For a job's one call of an account among many: with less patience, because the next sweep is not far. */
export const forOneCall: AccountUse = {
  ...forJobs,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 500, maxPauseMs: 2_000 },
};
