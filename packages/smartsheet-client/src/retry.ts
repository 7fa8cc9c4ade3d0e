import type { SmartsheetError } from './errors.ts';

export type RetryPolicy = {
  /** Tries in all, the first included. */
  maxAttempts: number;
  /** Tries in all when the answer does not come in time: each of them costs a whole timeout. */
  maxTimeouts: number;
  /** First pause in milliseconds; doubles from try to try. */
  baseMs: number;
  /** The longest pause a caller is kept waiting; longer ones are left to the caller's queue. */
  maxPauseMs: number;
};

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 4,
  maxTimeouts: 2,
  baseMs: 500,
  maxPauseMs: 5_000,
};

/** No retries: for a first call after an outage, or while a person waits for the answer. */
export const singleTry: RetryPolicy = { maxAttempts: 1, maxTimeouts: 1, baseMs: 0, maxPauseMs: 0 };

/**
 * Returns how long to pause before the next try, in milliseconds, or undefined to throw the error.
 *
 * Only class `retry` is tried again, and a write only when it was not done for sure: there is no idempotency key.
 * A pause Smartsheet asks for (Retry-After, or a minute after 4003) is honoured if it is short; a worker is never
 * put to sleep for a minute. Otherwise the pause doubles, with jitter between half and whole.
 *
 * After a 429 the caller has also told the limiter to let no call out (`backOff`), for all processes; a job that meets it
 * ends and is deferred (`toDeferral`), and a person's request is answered `smartsheet_busy`.
 */
export function pauseBeforeRetry(input: {
  error: SmartsheetError;
  /** The try that failed, from 1. */
  attempt: number;
  policy: RetryPolicy;
  random: () => number;
}): number | undefined {
  const { error, attempt, policy, random } = input;
  if (error.class !== 'retry' || error.outcome === 'unknown') return undefined;
  const maxTries =
    error.reason === 'timeout' ? Math.min(policy.maxTimeouts, policy.maxAttempts) : policy.maxAttempts;
  if (attempt >= maxTries) return undefined;
  const askedMs = error.retryAfterMs ?? 0;
  if (askedMs > policy.maxPauseMs) return undefined;
  const wholeMs = Math.min(policy.baseMs * 2 ** (attempt - 1), policy.maxPauseMs);
  return Math.max(askedMs, Math.round(wholeMs * (0.5 + random() / 2)));
}
