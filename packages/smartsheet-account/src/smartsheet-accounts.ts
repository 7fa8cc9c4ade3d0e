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
import { type AccountUse, createAccountLimiter, prepaid } from './limiter.ts';
import { createPrepayAccounts, type PrepaidCall, type PrepayAccounts } from './prepay-accounts.ts';
import { recordRefusal } from './record-refusal.ts';
import { endRetiredAccount, handOverTokens } from './retired-account.ts';
import { AccountSwitchedError, NotConnectedError } from './token-row.ts';
import { createTokens, type TokenInput } from './tokens.ts';

export type OpenAccount = (
  input: AccountUse & {
    connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
    /** Called right before each call is sent; what it throws stops the call. */
    beforeCall?: (() => void) | undefined;
    /** Called for every call that was made. */
    onCall?: ((call: SmartsheetCall) => void) | undefined;
    /** The token and the right to a call that this account was given together with others. */
    prepaid?: PrepaidCall | undefined;
  },
) => SmartsheetClient;

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

  const openAccount: OpenAccount = (input) => {
    const { connection, reserve, maxWaitMs, usefulCalls, prepaid: paid, ...call } = input;
    const { id: connectionId, region } = connection;
    const wanted = { connectionId, account: connection, maxWaitMs };
    const limiter = createAccountLimiter({ connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep });
    return createSmartsheetClient({
      baseUrl: siteOf(region).apiBase,
      accessToken: async () => paid?.takeToken() ?? readToken(wanted),
      onTokenRefused: async ({ refusedToken }) => {
        await readToken({ ...wanted, rejected: refusedToken });
      },
      limiter: paid ? prepaid(limiter, paid) : limiter,
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
