import type { Sealer } from '@picksync/db';
import type { RetryPolicy, SmartsheetClient } from '@picksync/smartsheet-client';
import type { SmartsheetBudget } from './budget.ts';
import { forOneCall } from './limiter.ts';
import type { OpenAccount } from './smartsheet-accounts.ts';
import { type AccessTokenRow, usableToken } from './token-row.ts';

/** One call of one account: its right to be made, and the token for it. Each is given once. */
export type PrepaidCall = {
  /** Returns false when the call that was paid for has been made, or when this one costs more. */
  takeCall: (weight: number) => boolean;
  takeToken: () => string | undefined;
};

export type PrepaidAccounts = {
  /** Opens one of the accounts; undefined when its budget is used up. */
  open: (connectionId: string, options?: { retry?: RetryPolicy }) => SmartsheetClient | undefined;
  /** Gives back what was paid for the accounts that were not called. */
  refund: () => Promise<void>;
};

export type PrepayAccounts = (rows: readonly AccessTokenRow[]) => Promise<PrepaidAccounts>;

/** How long a token has to be good for still: a refresh begins before. */
const marginMs = 5 * 60_000;

/**
 * Creates the way to make one call of each of many accounts: one statement pays for all of them, and tokens are those of
 * the rows. A token that has to be refreshed, and every call after the first, is had in the ordinary way.
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
        let token = tokenOf(row, deps);
        const takeToken = () => {
          const taken = token;
          token = undefined;
          return taken;
        };
        const takeCall = (weight: number) => weight === 1 && unused.delete(connectionId);
        return openAccount({ ...forOneCall, ...options, connection: row, prepaid: { takeCall, takeToken } });
      },
      refund: () => budget.refund([...unused]),
    };
  };
}

/** Returns the token of a row; undefined when there is anything special about it. */
function tokenOf(row: AccessTokenRow, { sealer, now }: { sealer: Sealer; now: () => Date }) {
  try {
    return usableToken(sealer, row, { now: now(), marginMs });
  } catch {
    // What is wrong with it is reported by the ordinary way.
    return undefined;
  }
}
