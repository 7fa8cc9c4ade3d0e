import { reservedForPeople, type SmartsheetBudget } from '@picksync/db';
import { BudgetExhausted, type Sleep, type SmartsheetLimiter } from '@picksync/smartsheet-client';

/** Longer waits are left to the queue: the account is put off and the worker does something else. */
const maxWaitMs = 10_000;

/** The calls background work may make for an account, out of the budget that all processes share. */
export function backgroundLimiter(ask: {
  budget: SmartsheetBudget;
  connectionId: string;
  sleep: Sleep;
}): SmartsheetLimiter {
  const { budget, connectionId, sleep } = ask;
  return {
    async acquire({ weight, signal }) {
      for (let waitedMs = 0; ; ) {
        signal?.throwIfAborted();
        const { granted, waitMs } = await budget.take({ connectionId, weight, reserve: reservedForPeople });
        if (granted) return;
        if (waitedMs + waitMs > maxWaitMs) throw new BudgetExhausted({ retryAfterMs: waitMs });
        await sleep(waitMs, signal);
        waitedMs += waitMs;
      }
    },
    park: ({ forMs }) => budget.park({ connectionId, forMs }),
  };
}
