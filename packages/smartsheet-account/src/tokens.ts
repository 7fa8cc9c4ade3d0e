import { isDatabaseUnavailable, type PrismaClient, type Sealer, type SmartsheetRegion } from '@picksync/db';
import { type Sleep, SmartsheetError, type SmartsheetTokens } from '@picksync/smartsheet-client';
import {
  findLeaseState,
  type RefreshLease,
  releaseRefreshLease,
  storeRefreshedTokens,
  takeRefreshLease,
} from './refresh-lease.ts';
import {
  assertConnected,
  type OpenedAccount,
  openRefreshToken,
  readTokenRow,
  type TokenRow,
  usableToken,
} from './token-row.ts';

/** Trades a refresh token for a new pair at Smartsheet. Must end by itself well before `leaseMs`. */
export type RefreshTokens = (input: {
  region: SmartsheetRegion;
  refreshToken: string;
}) => Promise<SmartsheetTokens>;

export type TokensDeps = {
  prisma: PrismaClient;
  sealer: Sealer;
  now: () => Date;
  sleep: Sleep;
  refresh: RefreshTokens;
  /** Records that Smartsheet refuses these tokens for good. True when the error says so and the row still has them. */
  recordRefusal: (input: { row: TokenRow; error: unknown }) => Promise<boolean>;
  /** Called after a refresh was stored. */
  onRefreshed?: ((row: TokenRow) => Promise<void>) | undefined;
  /** Called with new tokens that came too late: the user has connected anew or disconnected. */
  onUnneeded?: ((input: { row: TokenRow; tokens: SmartsheetTokens }) => Promise<void>) | undefined;
  /** Tokens that expire within this time are refreshed. */
  marginMs?: number;
  /** How long the lease lasts; longer than `refresh` and the storing of its answer may take. */
  leaseMs?: number;
  /** How often to look whether another process has refreshed. */
  pollMs?: number;
  /** How long to try to store new tokens while the database is away: without them the connection is lost. */
  storeTimeoutMs?: number;
};

export type TokenInput = {
  connectionId: string;
  /** One that Smartsheet did not accept although it should have been good. */
  rejected?: string | undefined;
  /** The account that was opened: its successor's tokens are not given. */
  account?: OpenedAccount | undefined;
  /** How long to wait for a refresh, by whomever. Default 5,000. */
  maxWaitMs?: number | undefined;
};

export type Tokens = {
  /**
   * Returns an access token that is good for some minutes, refreshed if need be. Throws `NotConnectedError`,
   * `AccountSwitchedError`, a SmartsheetError held back by `token` when the refresh takes longer than `maxWaitMs`, or
   * what `refresh` threw.
   */
  read: (input: TokenInput) => Promise<string>;
  /** Waits until no refresh is under way here: after a refresh the old tokens are worth nothing. */
  settle: () => Promise<void>;
};

const defaults = {
  marginMs: 5 * 60_000,
  leaseMs: 150_000,
  pollMs: 250,
  storeTimeoutMs: 60_000,
};

/** When a caller that waited too long should try again. */
const retryAfterMs = 5_000;

type Deps = TokensDeps & typeof defaults;

/** The outcome of one try to get usable tokens, shared by all callers of a process. */
type Step = { row: TokenRow | null } | { error: unknown };

/**
 * Gives out the tokens of connections. However many callers find one expired at the same moment, in however many
 * processes, Smartsheet is asked for a new one once: by the process that takes the lease in the connection's row.
 * Nobody holds a database connection meanwhile, and a refresh that was begun is finished even if no caller waits for it
 * any more.
 */
export function createTokens(options: TokensDeps): Tokens {
  const deps: Deps = { ...defaults, ...options };
  const steps = new Map<string, Promise<Step>>();

  const nextStep = (row: TokenRow): Promise<Step> => {
    const current = steps.get(row.id);
    if (current) return current;
    const step = takeStep(row, deps).finally(() => steps.delete(row.id));
    steps.set(row.id, step);
    return step;
  };

  return {
    read: async ({ connectionId, rejected, account, maxWaitMs = 5_000 }) => {
      const timeUp = createTimeout(maxWaitMs);
      const usable = (row: TokenRow) =>
        usableToken(deps.sealer, row, { now: deps.now(), marginMs: deps.marginMs, rejected, account });
      try {
        let row = assertConnected(await readTokenRow(deps.prisma, connectionId));
        for (;;) {
          const token = usable(row);
          if (token !== undefined) return token;
          const step = await Promise.race([nextStep(row), timeUp.promise]);
          if (step === undefined) throw pendingError();
          if ('error' in step) throw step.error;
          row = assertConnected(step.row);
        }
      } finally {
        timeUp.cancel();
      }
    },
    settle: async () => {
      while (steps.size > 0) await Promise.all(steps.values());
    },
  };
}

/** Refreshes, or waits a little for the process that does. Never rejects. */
async function takeStep(row: TokenRow, deps: Deps): Promise<Step> {
  try {
    const lease = await takeRefreshLease(deps.prisma, { row, leaseMs: deps.leaseMs });
    return lease ? await refreshTokens(lease, row, deps) : await waitForOthers(row, deps);
  } catch (error) {
    return { error };
  }
}

async function waitForOthers(seen: TokenRow, { prisma, sleep, pollMs }: Deps): Promise<Step> {
  const state = await findLeaseState(prisma, seen.id);
  if (state === 'held') await sleep(pollMs);
  const row = await readTokenRow(prisma, seen.id);
  const isSame = row?.tokenVersion === seen.tokenVersion && row.status === 'connected';
  // The lease was given back without new tokens: asking again at once would only be one more call.
  if (isSame && row.refreshLeaseUntil === null && state !== 'over') return { error: failedElsewhere() };
  return { row };
}

async function refreshTokens(lease: RefreshLease, row: TokenRow, deps: Deps): Promise<Step> {
  const { prisma, sealer, refresh } = deps;
  let tokens: SmartsheetTokens;
  try {
    tokens = await refresh({ region: row.region, refreshToken: openRefreshToken(sealer, row) });
  } catch (error) {
    // Also when it was refused: another process may have had these tokens refreshed, and the row has its own by now.
    const isRefused = await deps.recordRefusal({ row, error }).catch(() => false);
    await releaseRefreshLease(prisma, lease).catch(() => {});
    const now = await readTokenRow(prisma, row.id);
    const isReplaced = !isRefused && now?.tokenVersion !== row.tokenVersion;
    return isReplaced ? { row: now } : { error };
  }
  const isStored = await persistently(() => storeRefreshedTokens(prisma, { lease, tokens, sealer }), deps);
  const outcome = isStored ? deps.onRefreshed?.(row) : deps.onUnneeded?.({ row, tokens });
  await outcome?.catch(() => {});
  return { row: await readTokenRow(prisma, row.id) };
}

/** Tries again while the database is away. */
async function persistently<T>(work: () => Promise<T>, { sleep, storeTimeoutMs }: Deps): Promise<T> {
  for (let pauseMs = 100, waitedMs = 0; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || waitedMs >= storeTimeoutMs) throw error;
      await sleep(pauseMs);
      waitedMs += pauseMs;
    }
  }
}

function pendingError() {
  return new SmartsheetError({
    class: 'retry',
    reason: 'outage',
    operation: 'oauth.refresh',
    heldBackBy: 'token',
    retryAfterMs,
    detail: 'a refresh of the token is under way',
  });
}

function failedElsewhere() {
  return new SmartsheetError({
    class: 'retry',
    reason: 'outage',
    operation: 'oauth.refresh',
    detail: 'another process could not refresh the token',
  });
}

/** Resolves to undefined after a while, unless it is cancelled. */
function createTimeout(ms: number): { promise: Promise<undefined>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return { promise, cancel: () => clearTimeout(timer) };
}
