import { countActivity } from '@picksync/db';
import { revoke, SmartsheetError } from '@picksync/smartsheet-client';
import type { AccountsDeps } from './accounts-deps.ts';
import { createSmartsheetBudget } from './budget.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';
import { createOpenAccount, type OpenAccount } from './open-account.ts';
import { createPrepayAccounts, type PrepayAccounts } from './prepay-accounts.ts';
import { recordRefusal } from './record-refusal.ts';
import { endRetiredAccount, handOverTokens } from './retired-account.ts';
import { AccountSwitchedError, NotConnectedError } from './token-row.ts';
import { createTokens, type TokenInput } from './tokens.ts';

export type SmartsheetAccounts = {
  /** Returns the calls of one account: with its own tokens, refreshed when need be, and within its budget. */
  openAccount: OpenAccount;
  /** Pays for one call of each of many accounts. */
  prepayAccounts: PrepayAccounts;
  /** Returns an access token; throws a SmartsheetError when there is none to be had. */
  readToken: (input: TokenInput) => Promise<string>;
  /** Ends an account that its user has left, at Smartsheet and here. Returns how many webhooks it deleted. */
  endRetiredAccount: (input: { id: string; signal?: AbortSignal | undefined }) => Promise<number>;
  /** Waits until every refresh under way here is stored. The database must stay open until then. */
  settle: () => Promise<void>;
};

/** Opens the Smartsheet accounts of users. There is one of these in a process, and it is the only way to a client. */
export function createSmartsheetAccounts(deps: AccountsDeps): SmartsheetAccounts {
  const { prisma, sealer, siteOf, now, random, sleep } = deps;
  const budget = createSmartsheetBudget({ prisma });
  const tokens = createTokens({
    prisma,
    sealer,
    now,
    sleep,
    refresh: ({ region, refreshToken }) => exchangeRefreshToken({ region, refreshToken }, deps),
    recordRefusal: async ({ row, error }) =>
      error instanceof SmartsheetError && recordRefusal({ connection: row, error }, { prisma, now }),
    onRefreshed: ({ userId }) =>
      countActivity(prisma, [{ userId, count: 1, at: now() }], {
        action: 'token_refresh',
        one: 'The access to Smartsheet was renewed.',
        many: 'The access to Smartsheet was renewed {count} times.',
      }),
    onUnneeded: async ({ row, tokens }) => {
      if (await handOverTokens({ row, tokens }, deps)) return;
      await revoke({ site: siteOf(row.region), accessToken: tokens.accessToken, now });
    },
  });
  const readToken = (input: TokenInput) => tokens.read(input).catch(throwSmartsheetError);

  const openAccount = createOpenAccount({ budget, readToken, siteOf, now, random, sleep });

  return {
    openAccount,
    prepayAccounts: createPrepayAccounts({ budget, sealer, now, openAccount }),
    readToken,
    endRetiredAccount: (input) => endRetiredAccount(input, deps),
    settle: tokens.settle,
  };
}

/** Throws what Smartsheet itself would say of an account without tokens. */
function throwSmartsheetError(error: unknown): never {
  if (error instanceof NotConnectedError) {
    throw new SmartsheetError({ class: 'needs_user', reason: 'revoked', operation: 'oauth.refresh' });
  }
  if (!(error instanceof AccountSwitchedError)) throw error;
  throw new SmartsheetError({
    class: 'retry',
    reason: 'outage',
    operation: 'oauth.refresh',
    heldBackBy: 'switch',
    retryAfterMs: 1_000,
  });
}
