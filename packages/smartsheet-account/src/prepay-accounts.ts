import type { Sealer } from '@picksync/db';
import type { RetryPolicy, SmartsheetClient } from '@picksync/smartsheet-client';
import type { SmartsheetBudget } from './budget.ts';
import { forOneCall } from './limiter.ts';
import type { OpenAccount } from './smartsheet-accounts.ts';
import { type AccessTokenRow, usableToken } from './token-row.ts';

/**
 * Returns the token for the one prepaid call. Undefined when that call has been made, when this one costs more, or when
 * the token has to be read in the usual way.
 */
export type TakePrepaidToken = (weight: number) => string | undefined;

export type PrepaidAccounts = {
  /** Opens one of the accounts; undefined when its budget is used up. */
  open: (connectionId: string, options?: { retry?: RetryPolicy }) => SmartsheetClient | undefined;
  /** Gives back the calls of the accounts that were not called. */
  refund: () => Promise<void>;
};

export type PrepayAccounts = (rows: readonly AccessTokenRow[]) => Promise<PrepaidAccounts>;

/**
 * Creates the function that prepares one call for each of many accounts: one statement takes them from all budgets and
 * reads the tokens. Tokens that have to be refreshed, and all calls after the first, go the usual way.
 */
export function createPrepayAccounts(deps: {
  budget: SmartsheetBudget;
  sealer: Sealer;
  now: () => Date;
  openAccount: OpenAccount;
}): PrepayAccounts {
  const { budget, openAccount } = deps;
  return async (rows) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const unused = await budget.takeForEach({ connectionIds: [...byId.keys()], reserve: forOneCall.reserve });
    const paid = new Set(unused);
    return {
      open: (connectionId, options = {}) => {
        const row = byId.get(connectionId);
        if (!row || !paid.delete(connectionId)) return undefined;
        const token = tokenOf(row, deps);
        const takePrepaidToken: TakePrepaidToken = (weight) =>
          token !== undefined && weight === 1 && unused.delete(connectionId) ? token : undefined;
        return openAccount({ ...forOneCall, ...options, connection: row, takePrepaidToken });
      },
      refund: () => budget.refund([...unused]),
    };
  };
}

/** Returns the token of a row; undefined when it cannot be used as it is. */
function tokenOf(row: AccessTokenRow, { sealer, now }: { sealer: Sealer; now: () => Date }) {
  try {
    return usableToken(sealer, row, { now: now() });
  } catch {
    // The usual way reports what is wrong with it.
    return undefined;
  }
}
