import { describe, expect, it } from 'vitest';
import { SmartsheetError, type SmartsheetErrorFields } from './errors.ts';
import { pauseBeforeRetry, defaultRetryPolicy as policy } from './retry.ts';

const pause = (fields: Partial<SmartsheetErrorFields>, attempt = 1, random = 0) =>
  pauseBeforeRetry({
    error: new SmartsheetError({ class: 'retry', reason: 'outage', operation: 'sheets.get', ...fields }),
    attempt,
    policy,
    random: () => random,
  });

describe('retries of a failed call', () => {
  it('pauses twice as long from try to try, with jitter between half and whole', () => {
    expect([1, 2, 3].map((attempt) => pause({}, attempt, 0))).toEqual([250, 500, 1_000]);
    expect([1, 2, 3].map((attempt) => pause({}, attempt, 1))).toEqual([500, 1_000, 2_000]);
  });

  it('gives up after the last try', () => {
    expect(pause({}, policy.maxAttempts)).toBeUndefined();
  });

  it('tries only twice when answers do not come in time', () => {
    expect(pause({ reason: 'timeout' }, 1)).toBe(250);
    expect(pause({ reason: 'timeout' }, 2)).toBeUndefined();
  });

  it('never pauses longer than the policy says', () => {
    const many = { ...policy, maxAttempts: 50 };
    const error = new SmartsheetError({ class: 'retry', reason: 'outage', operation: 'sheets.get' });
    expect(pauseBeforeRetry({ error, attempt: 49, policy: many, random: () => 1 })).toBe(policy.maxPauseMs);
  });

  it.each(['needs_user', 'configuration', 'bug'] as const)('never tries class %s again', (errorClass) => {
    expect(pause({ class: errorClass })).toBeUndefined();
  });

  it('never repeats a write that may have been done', () => {
    expect(pause({ outcome: 'unknown' })).toBeUndefined();
    expect(pause({ outcome: 'not_done' })).toBe(250);
  });

  it('honours a short pause that was asked for', () => {
    expect(pause({ reason: 'rate_limited', retryAfterMs: 3_000 })).toBe(3_000);
    expect(pause({ reason: 'rate_limited', retryAfterMs: 0 })).toBe(250);
  });

  it('leaves a long pause to the caller', () => {
    expect(pause({ reason: 'rate_limited', retryAfterMs: 60_000 })).toBeUndefined();
  });
});
