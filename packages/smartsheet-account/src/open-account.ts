import type { SmartsheetConnection } from '@picksync/db';
import {
  createSmartsheetClient,
  type SmartsheetCall,
  type SmartsheetClient,
} from '@picksync/smartsheet-client';
import type { AccountUse } from './account-use.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { SmartsheetBudget } from './budget.ts';
import { changeAgentOf } from './change-agent.ts';
import { createAccountLimiter, prepaid } from './limiter.ts';
import type { PrepaidCall } from './prepay-accounts.ts';
import type { TokenInput } from './tokens.ts';

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

/** Creates the way to a client: every call of it takes its token and its budget from here. */
export function createOpenAccount({
  budget,
  readToken,
  siteOf,
  now,
  random,
  sleep,
}: Pick<AccountsDeps, 'siteOf' | 'now' | 'random' | 'sleep'> & {
  budget: SmartsheetBudget;
  readToken: (input: TokenInput) => Promise<string>;
}): OpenAccount {
  return (input) => {
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
}
