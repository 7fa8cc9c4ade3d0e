import {
  countActivity,
  Prisma,
  type PrismaClient,
  type Sealer,
  type SmartsheetConnection,
} from '@picksync/db';
import {
  createSmartsheetClient,
  type RetryPolicy,
  revoke,
  type SmartsheetCall,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { createSmartsheetBudget, refundStatement, type SmartsheetBudget, takeStatement } from './budget.ts';
import { type AccountsOptions, exchangeRefreshToken } from './exchange-refresh-token.ts';
import { type AccountUse, createAccountLimiter, forJobs, forOneCall } from './limiter.ts';
import { recordRefusal } from './refusals.ts';
import { endRetiredAccount, handOverTokens } from './retired-account.ts';
import { type AccessTokenRow, longestMarginMs, usableToken } from './token-row.ts';
import { createTokens, type TokenInput, throwSmartsheetError } from './tokens.ts';

type OpenAccount = (
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
export function createSmartsheetAccounts(options: AccountsOptions): SmartsheetAccounts {
  const { prisma, sealer, toSite, now, random, sleep, onCallIn, onRefresh } = options;
  const budget = createSmartsheetBudget({ prisma });
  const tokens = createTokens({
    prisma,
    sealer,
    now,
    sleep,
    refresh: ({ region, refreshToken }) => exchangeRefreshToken({ region, refreshToken }, options),
    recordRefusal: async ({ row, error }) => {
      const isRefused =
        error instanceof SmartsheetError &&
        (await recordRefusal({ connection: row, error }, { prisma, now }));
      onRefresh?.(isRefused ? 'refused' : 'retried');
      return isRefused;
    },
    onRefreshed: ({ userId }) => {
      onRefresh?.('ok');
      return countActivity(prisma, [{ userId, count: 1, at: now() }], {
        action: 'token_refresh',
        one: 'The access to Smartsheet was renewed.',
        many: 'The access to Smartsheet was renewed {count} times.',
      });
    },
    onUnneeded: async ({ row, tokens }) => {
      if (await handOverTokens({ row, tokens }, options)) return;
      await revoke({
        site: toSite(row.region),
        accessToken: tokens.accessToken,
        now,
        onCall: onCallIn?.(row.region),
      });
    },
  });
  const readToken = (input: TokenInput) => tokens.read(input).catch(throwSmartsheetError);

  const openAccount: OpenAccount = (input) => {
    const { connection, reserve, maxWaitMs, usefulCalls, takePrepaidToken, ...call } = input;
    const { id: connectionId, region } = connection;
    const wanted = { connectionId, account: connection, maxWaitMs };
    const limiter = createAccountLimiter({ connectionId, budget, reserve, maxWaitMs, usefulCalls, sleep });
    const { apiBase: baseUrl, integrationSource } = toSite(region);
    const measure = onCallIn?.(region);
    return createSmartsheetClient({
      baseUrl,
      integrationSource,
      accessToken: () => readToken(wanted),
      paidToken: async ({ weight }) =>
        takePrepaidToken?.(weight) ?? takePaidToken({ connection, weight, reserve }, options),
      onTokenRefused: async ({ refusedToken }) => {
        await readToken({ ...wanted, rejected: refusedToken });
      },
      limiter,
      changeAgent: toChangeAgent(connectionId),
      ...call,
      onCall: (made) => {
        measure?.(made);
        call.onCall?.(made);
      },
      now,
      random,
      sleep,
    });
  };

  return {
    openAccount,
    prepayAccounts: createPrepayAccounts({ budget, sealer, now, openAccount }),
    readToken,
    endRetiredAccount: (input) => endRetiredAccount(input, options),
    settle: tokens.settle,
  };
}

/**
 * Returns the `Smartsheet-Change-Agent` of a write to an account. Callbacks name it, which distinguishes our own
 * changes from others'. It names the connection, because what one user writes is a change for another who shares the
 * sheet, and then the automation that writes, because rows that one adds are a change for the others that read the
 * sheet.
 */
export function toChangeAgent(connectionId: string, automationId?: string): string {
  const connectionAgent = `picksync-${connectionId}`;
  return automationId === undefined
    ? connectionAgent
    : `${connectionAgent},${automationPrefix}${automationId}`;
}

const automationPrefix = 'picksync-automation-';

/** Returns the automation that a change agent names; undefined when it names none. */
export function readAutomationId(changeAgent: string): string | undefined {
  const links = changeAgent.split(',').map((link) => link.trim());
  return links.findLast((link) => link.startsWith(automationPrefix))?.slice(automationPrefix.length);
}

/**
 * Reads the access token of the opened account and takes a call from its budget, in one statement. Returns undefined,
 * and takes nothing, when the connection has ended, belongs to another account or has to be refreshed, or when its
 * budget is used up; the separate functions for token and budget handle those cases. Throws when the call can never fit
 * into the budget.
 */
export async function takePaidToken(
  call: {
    connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
    weight: number;
    /** Calls that have to be left for others. */
    reserve: number;
  },
  { prisma, sealer, now }: Pick<AccountsOptions, 'prisma' | 'sealer' | 'now'>,
): Promise<string | undefined> {
  const { connection: account, ...price } = call;
  const demand = { now: now(), account };
  const [row] = await prisma.$queryRaw<AccessTokenRow[]>`
    WITH usable AS MATERIALIZED (
      SELECT id, region::text, account_id AS "accountId", access_token_sealed AS "accessTokenSealed",
        token_expires_at AS "tokenExpiresAt", token_refresh_at AS "tokenRefreshAt"
      FROM smartsheet_connections c
      WHERE id = ${account.id}::uuid AND ${hasUsableToken(demand.now)}
        AND region::text = ${account.region} AND account_id IS NOT DISTINCT FROM ${account.accountId}),
    taken AS (${takeStatement(Prisma.sql`SELECT id FROM usable`, price)})
    SELECT usable.* FROM usable JOIN taken USING (id)`;
  return row && usableToken(sealer, row, demand);
}

/**
 * The conditions of `assertConnected` and `usableToken` on the row `c` of a connection: a call that cannot be made must not
 * use up the budget.
 */
function hasUsableToken(now: Date): Prisma.Sql {
  return Prisma.sql`c.status = 'connected' AND c.access_token_sealed <> '' AND c.token_expires_at > ${now}::timestamptz
    AND greatest(c.token_refresh_at, c.token_expires_at - make_interval(secs => ${longestMarginMs / 1000}))
      > ${now}::timestamptz`;
}

/** The calls of a run that writes one dropdown: the source, the target, and the write. */
const callsOfOneWrite = 3;

/**
 * Returns the statement that takes the calls of one write from the budget of the connection that `payer` selects, as its
 * whole row. It returns no row, and takes nothing, when the token cannot be used as it is or the budget has not that many
 * left.
 */
export function prepayStatement(payer: Prisma.Sql, now: Date): Prisma.Sql {
  return takeStatement(Prisma.sql`SELECT c.id FROM (${payer}) c WHERE ${hasUsableToken(now)}`, {
    weight: callsOfOneWrite,
    reserve: forJobs.reserve,
  });
}

/** Calls of one account that were taken from its budget in advance. */
export type PrepaidCalls = {
  takeToken: TakePrepaidToken;
  /** Ends it. Returns the statement that refunds the calls that were not made, none where all were. */
  end: () => Prisma.Sql[];
};

/** Opens the calls that `prepayStatement` has taken for the connection with this row. */
export function openPrepaidCalls(
  row: AccessTokenRow,
  options: { sealer: Sealer; now: () => Date },
): PrepaidCalls {
  let left = callsOfOneWrite;
  let token: string | undefined;
  return {
    takeToken: (weight) => {
      token ??= openToken(row, options);
      if (token === undefined || weight > left) return undefined;
      left -= weight;
      return token;
    },
    end: () => {
      const unused = left;
      left = 0;
      return unused > 0 ? [refundStatement([row.id], unused)] : [];
    },
  };
}

/**
 * Returns the token for a prepaid call. Undefined when those have been made, when this one costs more than is left, or when
 * the token has to be read in the usual way.
 */
export type TakePrepaidToken = (weight: number) => string | undefined;

export type PrepaidAccounts = {
  /** Opens one of the accounts; undefined when its budget is used up. */
  open: (connectionId: string, options?: { retry?: RetryPolicy }) => SmartsheetClient | undefined;
  /** Refunds the calls of the accounts that were not called. */
  refund: () => Promise<void>;
};

type PrepayAccounts = (rows: readonly AccessTokenRow[]) => Promise<PrepaidAccounts>;

/**
 * Creates the function that prepares one call for each of many accounts: one statement takes them from all budgets and
 * reads the tokens. Tokens that have to be refreshed, and all calls after the first, go the usual way.
 */
function createPrepayAccounts(options: {
  budget: SmartsheetBudget;
  sealer: Sealer;
  now: () => Date;
  openAccount: OpenAccount;
}): PrepayAccounts {
  const { budget, openAccount } = options;
  return async (rows) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const unused = await budget.takeForEach({ connectionIds: [...byId.keys()], reserve: forOneCall.reserve });
    const paid = new Set(unused);
    return {
      open: (connectionId, call = {}) => {
        const row = byId.get(connectionId);
        if (!row || !paid.delete(connectionId)) return undefined;
        const token = openToken(row, options);
        const takePrepaidToken: TakePrepaidToken = (weight) =>
          token !== undefined && weight === 1 && unused.delete(connectionId) ? token : undefined;
        return openAccount({ ...forOneCall, ...call, connection: row, takePrepaidToken });
      },
      refund: () => budget.refund([...unused]),
    };
  };
}

/** Returns the token of a row; undefined when it cannot be used as it is. */
function openToken(row: AccessTokenRow, { sealer, now }: { sealer: Sealer; now: () => Date }) {
  try {
    return usableToken(sealer, row, { now: now() });
  } catch {
    // The usual way reports what is wrong with it.
    return undefined;
  }
}

/**
 * Returns whether the user of a connection has a Smartsheet license, and stores it; null where Smartsheet does not say.
 * Without one, an admin of a sheet may not change its columns.
 */
export async function readLicense(
  { client, connection: { id } }: { client: SmartsheetClient; connection: Pick<SmartsheetConnection, 'id'> },
  { prisma }: { prisma: PrismaClient },
): Promise<boolean | null> {
  const { licensed } = await client.users.me();
  const isAnother = { OR: [{ licensed: null }, { licensed: { not: licensed } }] };
  if (licensed !== null)
    await prisma.smartsheetConnection.updateMany({ where: { id, ...isAnother }, data: { licensed } });
  return licensed;
}
