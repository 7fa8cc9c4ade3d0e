/**
 * The call budget of one access token, from which every attempt takes first. Smartsheet allows 300 requests a minute
 * and token ("Rate limiting"); a costly call weighs 10.
 */
export type SmartsheetLimiter = {
  /**
   * Resolves when the call may go out. When the wait would be too long for the implementation it throws an error with a
   * numeric `retryAfterMs` (such as `BudgetExhausted`); the client turns that into a SmartsheetError of class `retry`,
   * reason `rate_limited`, which says by `heldBackBy` whether Smartsheet has asked for the pause.
   */
  acquire(input: { weight: number; signal?: AbortSignal | undefined }): Promise<void>;
  /** Allows no calls for this many milliseconds; called when Smartsheet answers 429. */
  backOff(input: { forMs: number }): Promise<void>;
};

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
  readonly retryAfterMs: number;
  /** Whether the pause follows a 429 of Smartsheet; otherwise it is our own pacing. */
  readonly isAfterRefusal: boolean;

  constructor({ retryAfterMs, isAfterRefusal }: { retryAfterMs: number; isAfterRefusal: boolean }) {
    super(`No call is free for ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
    this.isAfterRefusal = isAfterRefusal;
  }
}

/**
 * Creates a limiter for one process: `burst` calls at once after a pause, then `perMinute` a minute, in the order of
 * the requests. The defaults together stay within 300 in any minute. Waits up to `maxWaitMs`, then throws
 * `BudgetExhausted`.
 */
export function createMemoryLimiter(options: {
  /** Default 240. */
  perMinute?: number | undefined;
  /** Default 60. */
  burst?: number | undefined;
  /** Default 10,000. */
  maxWaitMs?: number | undefined;
  now: () => Date;
  sleep: Sleep;
}): SmartsheetLimiter {
  const { perMinute = 240, burst = 60, maxWaitMs = 10_000, now, sleep } = options;
  const stepMs = 60_000 / perMinute;
  // When the budget is full again; a call is allowed while that is less than a whole burst away.
  let fullAt = 0;
  let parkedUntil = 0;

  const waitUntil = (goAt: number) => {
    const waitMs = Math.ceil(Math.max(goAt, parkedUntil) - now().getTime());
    if (waitMs > maxWaitMs) {
      throw new BudgetExhausted({ retryAfterMs: waitMs, isAfterRefusal: parkedUntil > now().getTime() });
    }
    return waitMs;
  };

  return {
    async acquire({ weight, signal }) {
      const nextFullAt = Math.max(fullAt, now().getTime()) + weight * stepMs;
      const goAt = nextFullAt - burst * stepMs;
      let waitMs = waitUntil(goAt);
      fullAt = nextFullAt;
      // Parking may begin while we sleep, so look again after each sleep.
      while (waitMs > 0) {
        await sleep(waitMs, signal);
        waitMs = waitUntil(goAt);
      }
    },
    async backOff({ forMs }) {
      parkedUntil = Math.max(parkedUntil, now().getTime() + forMs);
      fullAt = Math.max(fullAt, parkedUntil + burst * stepMs);
    },
  };
}
