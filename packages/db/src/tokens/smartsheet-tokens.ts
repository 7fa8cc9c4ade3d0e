import { demandOf, type RefreshParts, refreshOnce } from './refresh-once.ts';
import { readTokenRow, usableToken } from './token-row.ts';

export interface SmartsheetTokens {
  /**
   * An access token that is good for some minutes yet, refreshed if need be. `rejected` is one that Smartsheet did not
   * accept although it should have been good: unless there is another by now, it is refreshed as well. Throws
   * `NotConnectedError`, or what `refresh` threw.
   */
  read: (ask: { connectionId: string; rejected?: string }) => Promise<string>;
}

const MARGIN_MS = 5 * 60 * 1000;

/**
 * Tokens of Smartsheet accounts. However many ask at the moment one expires, in however many processes, Smartsheet is
 * asked for a new one exactly once: under a lock of the account, after reading again inside it. The lock is an advisory
 * one of the transaction rather than the row's own, so that marking the account dirty never waits for Smartsheet.
 */
export function createSmartsheetTokens(
  options: Omit<RefreshParts, 'marginMs'> & Partial<Pick<RefreshParts, 'marginMs'>>,
): SmartsheetTokens {
  const parts: RefreshParts = { marginMs: MARGIN_MS, ...options };
  const underway = new Map<string, Promise<string>>();
  return {
    read: async (ask) => {
      const row = await readTokenRow(parts.prisma, ask.connectionId);
      const usable = usableToken(parts.sealer, row, demandOf(parts, ask));
      if (usable !== undefined) return usable;
      // Within the process one waits for all, so that an account does not hold many connections to the database.
      const waiting = underway.get(ask.connectionId);
      if (waiting) return waiting;
      const refreshing = refreshOnce(parts, ask).finally(() => underway.delete(ask.connectionId));
      underway.set(ask.connectionId, refreshing);
      return refreshing;
    },
  };
}
