import { countActivity, type SmartsheetConnection } from '@picksync/db';
import {
  createSmartsheetClient,
  revoke,
  type SmartsheetCall,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import type { AccountsDeps } from './accounts-deps.ts';
import { createSmartsheetBudget } from './budget.ts';
import { changeAgentOf } from './change-agent.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';
import { type AccountUse, createAccountLimiter } from './limiter.ts';
import { createPrepayAccounts, type PrepayAccounts, type TakePrepaidToken } from './prepay-accounts.ts';
import { recordRefusal } from './record-refusal.ts';
import { endRetiredAccount, handOverTokens } from './retired-account.ts';
import { takePaidToken } from './take-paid-token.ts';
import { createTokens, type TokenInput, throwSmartsheetError } from './tokens.ts';

export type OpenAccount = (
  input: AccountUse & {
    connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
    /** Called right before each call is sent; what it throws stops the call. */
    beforeCall?: (() => void) | undefined;
    /** Called for every call that was made. */
    onCall?: ((call: SmartsheetCall) => void) | undefined;
    /** Returns the token for the call that was prepaid together with those of other accounts. */
    takePrepaidToken?: TakePrepaidToken | undefined;
  },
) => SmartsheetClient;

export type SmartsheetAccounts = {
  /** Returns a client for one account, which uses its tokens, refreshes them when needed, and keeps to its budget. */
  openAccount: OpenAccount;
  /** Takes one call from the budget of each of many accounts. */
  prepayAccounts: PrepayAccounts;
  /** Returns an access token; throws a SmartsheetError when there is none. */
  readToken: (input: TokenInput) => Promise<string>;
  /** Ends an account that its user has disconnected, at Smartsheet and here. Returns how many webhooks it deleted. */
  endRetiredAccount: (input: { id: string; signal?: AbortSignal | undefined }) => Promise<number>;
  /** Waits until every refresh of this process is stored. The database must stay open until then. */
  settle: () => Promise<void>;
};

/**
 * Creates what opens the Smartsheet accounts of users. Each process has one, and it is the only way to get a client.
 */
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

  const openAccount: OpenAccount = (input) => {
    const { connection, reserve, maxWaitMs, usefulCalls, takePrepaidToken, ...call } = input;
    const { id: connectionId, region } = connection;
    const wanted = { connectionId, account: connection, maxWaitMs };
    const limiter = createAccountLimiter({ connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep });
    const { apiBase: baseUrl, integrationSource } = siteOf(region);
    return createSmartsheetClient({
      baseUrl,
      integrationSource,
      accessToken: () => readToken(wanted),
      paidToken: async ({ weight }) =>
        takePrepaidToken?.(weight) ?? takePaidToken({ connection, weight, reserve }, deps),
      onTokenRefused: async ({ refusedToken }) => {
        await readToken({ ...wanted, rejected: refusedToken });
      },
      limiter,
      changeAgent: changeAgentOf(connectionId),
      ...call,
      now,
      random,
      sleep,
    });
  };

  return {
    openAccount,
    prepayAccounts: createPrepayAccounts({ budget, sealer, now, openAccount }),
    readToken,
    endRetiredAccount: (input) => endRetiredAccount(input, deps),
    settle: tokens.settle,
  };
}
