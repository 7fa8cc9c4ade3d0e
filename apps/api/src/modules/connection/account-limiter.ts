import type { SmartsheetBudget } from '@picksync/db';
import { BudgetExhausted, type Sleep, type SmartsheetLimiter } from '@picksync/smartsheet-client';

/** A person who clicks is kept waiting for their turn no longer than this. */
const PATIENCE_MS = 5000;

/** The budget that all processes share for an account, to its last call: the worker leaves some for people. */
export function createAccountLimiter(options: {
  connectionId: string;
  budget: SmartsheetBudget;
  sleep: Sleep;
}): SmartsheetLimiter {
  const { connectionId, budget, sleep } = options;
  return {
    async acquire({ weight, signal }) {
      let waitedMs = 0;
      for (;;) {
        const { granted, waitMs } = await budget.take({ connectionId, weight });
        if (granted) return;
        if (waitedMs + waitMs > PATIENCE_MS) throw new BudgetExhausted({ retryAfterMs: waitMs });
        await sleep(waitMs, signal);
        waitedMs += waitMs;
      }
    },
    park: ({ forMs }) => budget.park({ connectionId, forMs }),
  };
}
