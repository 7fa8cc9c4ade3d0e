import { BudgetExhausted, type Sleep, type SmartsheetLimiter } from '@picksync/smartsheet-client';
import { refillMs, type SmartsheetBudget } from './budget.ts';

/**
 * Limits the calls of one opened account to the budget that all processes share. Waits up to `maxWaitMs` in all; work
 * that would have to wait longer gets an error that says when a useful number of calls will be there again, so that it
 * can be deferred until then.
 */
export function createAccountLimiter(options: {
  connectionId: string;
  budget: SmartsheetBudget;
  /** What has to be left for others. */
  reserve: number;
  maxWaitMs: number;
  /** How many calls make it worth beginning again after a wait that is too long. */
  usefulCalls: number;
  sleep: Sleep;
}): SmartsheetLimiter {
  const { connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep } = options;
  let waitedMs = 0;
  return {
    async acquire({ weight, signal }) {
      for (;;) {
        signal?.throwIfAborted();
        const { granted, waitMs } = await budget.take({ connectionId, weight, reserve });
        if (granted) return;
        if (waitedMs + waitMs > maxWaitMs) {
          throw new BudgetExhausted({ retryAfterMs: waitMs + refillMs(usefulCalls - 1) });
        }
        await sleep(waitMs, signal);
        waitedMs += waitMs;
      }
    },
    park: ({ forMs }) => budget.park({ connectionId, forMs }),
  };
}

/** Returns a limiter that lets the call out that is paid for; every further one is paid for as usual. */
export function prepaid(
  limiter: SmartsheetLimiter,
  paid: { takeCall: (weight: number) => boolean },
): SmartsheetLimiter {
  return {
    acquire: async (call) => {
      if (!paid.takeCall(call.weight)) await limiter.acquire(call);
    },
    park: limiter.park,
  };
}
