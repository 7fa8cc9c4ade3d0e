import { countActivity, type SmartsheetConnection } from '@picksync/db';
import {
  createSmartsheetClient,
  type RetryPolicy,
  revoke,
  type SmartsheetCall,
  type SmartsheetClient,
  SmartsheetError,
  type TimeLimits,
} from '@picksync/smartsheet-client';
import type { AccountsDeps } from './accounts-deps.ts';
import { createSmartsheetBudget, reservedForPeople, usefulToJobs } from './budget.ts';
import { changeAgentOf } from './change-agent.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';
import { createAccountLimiter } from './limiter.ts';
import { recordRefusal } from './record-refusal.ts';
import { endRetiredAccount, handOverTokens } from './retired-account.ts';
import { AccountSwitchedError, NotConnectedError } from './token-row.ts';
import { createTokens, type TokenInput } from './tokens.ts';

/** How people or jobs use an account. */
export type AccountUse = TimeLimits & {
  /** Calls that have to be left for others. */
  reserve: number;
  /** How long to wait for the call budget, in all, and for a token that is being refreshed. */
  maxWaitMs: number;
  /** How many calls make it worth beginning again after a wait that is too long. */
  usefulCalls: number;
  retry?: RetryPolicy;
};

/** For requests of a person: the whole budget, and fewer and shorter tries. */
export const forPeople: AccountUse = {
  reserve: 0,
  maxWaitMs: 5_000,
  usefulCalls: 1,
  timeoutMs: 15_000,
  overallTimeoutMs: 30_000,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 300, maxPauseMs: 2_000 },
};

/** For jobs: they leave a reserve to people, and defer what has to wait for longer than a second. */
export const forJobs: AccountUse = {
  reserve: reservedForPeople,
  maxWaitMs: 1_000,
  usefulCalls: usefulToJobs,
  timeoutMs: 30_000,
  // A source of 20,000 rows at a tenth of a megabyte a second.
  overallTimeoutMs: 300_000,
};

export type OpenAccount = (
  input: AccountUse & {
    connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
    /** Called right before each call is sent; what it throws stops the call. */
    beforeCall?: (() => void) | undefined;
    /** Called for every call that was made. */
    onCall?: ((call: SmartsheetCall) => void) | undefined;
  },
) => SmartsheetClient;

export type SmartsheetAccounts = {
  /** Returns the calls of one account: with its own tokens, refreshed when need be, and within its budget. */
  openAccount: OpenAccount;
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

  return {
    openAccount: ({ connection, reserve, maxWaitMs, usefulCalls, ...call }) => {
      const { id: connectionId, region } = connection;
      const wanted = { connectionId, account: connection, maxWaitMs };
      return createSmartsheetClient({
        baseUrl: siteOf(region).apiBase,
        accessToken: () => readToken(wanted),
        onTokenRefused: async ({ refusedToken }) => {
          await readToken({ ...wanted, rejected: refusedToken });
        },
        limiter: createAccountLimiter({ connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep }),
        changeAgent: changeAgentOf(connectionId),
        ...call,
        now,
        random,
        sleep,
      });
    },
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
