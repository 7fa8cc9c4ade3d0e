import { isDatabaseUnavailable, type PrismaClient, type Sealer, type SmartsheetRegion } from '@picksync/db';
import { type Sleep, SmartsheetError, type SmartsheetTokens } from '@picksync/smartsheet-client';
import {
  findLeaseState,
  type RefreshLease,
  releaseRefreshLease,
  storeRefreshedTokens,
  takeRefreshLease,
} from './refresh-lease.ts';
import { openRefreshToken, readTokenRow, type TokenRow } from './token-row.ts';

/** Exchanges a refresh token for new tokens at Smartsheet. Must end by itself well before `leaseMs`. */
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
  /** How long the lease lasts; longer than `refresh` and the storing of its answer may take. */
  leaseMs?: number;
  /** How often to look whether another process has refreshed. */
  pollMs?: number;
  /** How long to try to store new tokens while the database is away: without them the connection is lost. */
  storeTimeoutMs?: number;
};

export const refreshDefaults = {
  leaseMs: 150_000,
  pollMs: 250,
  storeTimeoutMs: 60_000,
};

export type RefreshDeps = TokensDeps & typeof refreshDefaults;

/** The outcome of one try to get usable tokens, shared by all callers of a process. */
export type RefreshResult = { row: TokenRow | null } | { error: unknown };

/**
 * Refreshes the tokens of a connection when this process gets the lease in its row; otherwise waits a little for the
 * process that has it. Returns the row after that, or the error. Never rejects.
 */
export async function refreshTokens(row: TokenRow, deps: RefreshDeps): Promise<RefreshResult> {
  try {
    const lease = await takeRefreshLease(deps.prisma, { row, leaseMs: deps.leaseMs });
    return lease ? await refreshUnderLease(lease, row, deps) : await waitForOthers(row, deps);
  } catch (error) {
    return { error };
  }
}

async function waitForOthers(seen: TokenRow, { prisma, sleep, pollMs }: RefreshDeps): Promise<RefreshResult> {
  const state = await findLeaseState(prisma, seen.id);
  if (state === 'held') await sleep(pollMs);
  const row = await readTokenRow(prisma, seen.id);
  const isSame = row?.tokenVersion === seen.tokenVersion && row.status === 'connected';
  // The other process failed and gave the lease back: another call at once would fail as well.
  if (isSame && row.refreshLeaseUntil === null && state !== 'over') return { error: failedElsewhere() };
  return { row };
}

async function refreshUnderLease(
  lease: RefreshLease,
  row: TokenRow,
  deps: RefreshDeps,
): Promise<RefreshResult> {
  const { prisma, sealer, refresh } = deps;
  let tokens: SmartsheetTokens;
  try {
    tokens = await refresh({ region: row.region, refreshToken: openRefreshToken(sealer, row) });
  } catch (error) {
    // Smartsheet also refuses tokens that another process has refreshed: then the row holds newer ones.
    const isRefused = await deps.recordRefusal({ row, error }).catch(() => false);
    await releaseRefreshLease(prisma, lease).catch(() => {});
    const now = await readTokenRow(prisma, row.id);
    const isReplaced = !isRefused && now?.tokenVersion !== row.tokenVersion;
    return isReplaced ? { row: now } : { error };
  }
  const isStored = await retryWhileUnavailable(
    () => storeRefreshedTokens(prisma, { lease, tokens, sealer }),
    deps,
  );
  const outcome = isStored
    ? deps.onRefreshed?.(row)
    : retryWhileUnavailable(async () => deps.onUnneeded?.({ row, tokens }), deps);
  await outcome?.catch(() => {});
  return { row: await readTokenRow(prisma, row.id) };
}

/** Repeats work while the database is unavailable, for `storeTimeoutMs` at most. */
async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { sleep, storeTimeoutMs }: RefreshDeps,
): Promise<T> {
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

function failedElsewhere() {
  return new SmartsheetError({
    class: 'retry',
    reason: 'outage',
    operation: 'oauth.refresh',
    detail: 'another process could not refresh the token',
  });
}
