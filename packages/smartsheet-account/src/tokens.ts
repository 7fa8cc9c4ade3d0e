import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  type RefreshOptions,
  type RefreshResult,
  refreshDefaults,
  refreshTokens,
  type TokensOptions,
} from './refresh-tokens.ts';
import {
  AccountSwitchedError,
  assertConnected,
  heldBack,
  NotConnectedError,
  type OpenedAccount,
  readTokenRow,
  type TokenRow,
  usableToken,
} from './token-row.ts';

export type TokenInput = {
  connectionId: string;
  /** A token that Smartsheet rejected although it should have been valid. */
  rejected?: string | undefined;
  /** The account that was opened: tokens of an account that has replaced it are not returned. */
  account?: OpenedAccount | undefined;
  /** How long to wait for a refresh, by this process or another. Default 5,000. */
  maxWaitMs?: number | undefined;
};

export type Tokens = {
  /**
   * Returns an access token that is valid for a while, refreshed if needed. Throws `NotConnectedError`,
   * `AccountSwitchedError`, a SmartsheetError held back by `token` when the refresh takes longer than `maxWaitMs`, or
   * what `refresh` threw.
   */
  read: (input: TokenInput) => Promise<string>;
  /**
   * Waits for the refreshes of this process: after a refresh the old tokens are invalid, so the new ones must be
   * stored.
   */
  settle: () => Promise<void>;
};

/** When a caller that waited too long should try again. */
const retryAfterMs = 5_000;

/**
 * Creates what reads the tokens of connections. However many callers in however many processes find a token expired at
 * the same moment, it is refreshed once: by the process that takes the lease in the connection's row. No database
 * connection is held meanwhile, and a refresh that has begun is finished even if no caller waits for it any more.
 */
export function createTokens(given: TokensOptions): Tokens {
  const options: RefreshOptions = { ...refreshDefaults, ...given };
  const refreshes = new Map<string, Promise<RefreshResult>>();

  const refreshOnce = (row: TokenRow): Promise<RefreshResult> => {
    const current = refreshes.get(row.id);
    if (current) return current;
    const result = refreshTokens(row, options).finally(() => refreshes.delete(row.id));
    refreshes.set(row.id, result);
    return result;
  };

  return {
    read: async ({ connectionId, rejected, account, maxWaitMs = 5_000 }) => {
      const timeUp = createTimeout(maxWaitMs);
      try {
        let row = assertConnected(await readTokenRow(options.prisma, connectionId));
        let isNew = false;
        for (;;) {
          const token = usableToken(options.sealer, row, { now: options.now(), isNew, rejected, account });
          if (token !== undefined) return token;
          const result = await Promise.race([refreshOnce(row), timeUp.promise]);
          if (result === undefined)
            throw heldBack('token', { retryAfterMs, detail: 'a refresh of the token is under way' });
          if ('error' in result) throw result.error;
          const { tokenVersion } = row;
          row = assertConnected(result.row);
          isNew = row.tokenVersion !== tokenVersion;
        }
      } finally {
        timeUp.cancel();
      }
    },
    settle: async () => {
      while (refreshes.size > 0) await Promise.all(refreshes.values());
    },
  };
}

/** Resolves to undefined after a while, unless it is cancelled. */
function createTimeout(ms: number): { promise: Promise<undefined>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return { promise, cancel: () => clearTimeout(timer) };
}

/** Throws the SmartsheetError that a call without tokens would get. */
export function throwSmartsheetError(error: unknown): never {
  if (error instanceof NotConnectedError) {
    throw new SmartsheetError({ class: 'needs_user', reason: 'revoked', operation: 'oauth.refresh' });
  }
  if (!(error instanceof AccountSwitchedError)) throw error;
  throw heldBack('switch', { retryAfterMs: 1_000 });
}
