import { randomUUID } from 'node:crypto';
import {
  type Db,
  isDatabaseUnavailable,
  type PrismaClient,
  type Sealer,
  type SmartsheetRegion,
} from '@picksync/db';
import { type Sleep, SmartsheetError, type SmartsheetTokens } from '@picksync/smartsheet-client';
import { openRefreshToken, readTokenRow, sealTokens, type TokenRow } from './token-row.ts';

/** Exchanges a refresh token for new tokens at Smartsheet. Must end by itself well before `leaseMs`. */
export type RefreshTokens = (input: {
  region: SmartsheetRegion;
  refreshToken: string;
}) => Promise<SmartsheetTokens>;

export type TokensOptions = {
  prisma: PrismaClient;
  sealer: Sealer;
  now: () => Date;
  sleep: Sleep;
  refresh: RefreshTokens;
  /** Records that Smartsheet refuses these tokens for good. True when the error says so and the row still has them. */
  recordRefusal: (input: { row: TokenRow; error: unknown }) => Promise<boolean>;
  /** Called after a refresh was stored. */
  onRefreshed?: ((row: TokenRow) => Promise<void>) | undefined;
  /** Called with new tokens that came too late: the user has connected again or disconnected. */
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

export type RefreshOptions = TokensOptions & typeof refreshDefaults;

/** The outcome of one try to get usable tokens, shared by all callers of a process. */
export type RefreshResult = { row: TokenRow | null } | { error: unknown };

/**
 * Refreshes the tokens of a connection when this process gets the lease in its row; otherwise waits a little for the
 * process that has it. Returns the row after that, or the error. Never rejects.
 */
export async function refreshTokens(row: TokenRow, options: RefreshOptions): Promise<RefreshResult> {
  try {
    const lease = await takeRefreshLease(options.prisma, { row, leaseMs: options.leaseMs });
    return lease ? await refreshUnderLease(lease, row, options) : await waitForOthers(row, options);
  } catch (error) {
    return { error };
  }
}

async function waitForOthers(
  seen: TokenRow,
  { prisma, sleep, pollMs }: RefreshOptions,
): Promise<RefreshResult> {
  const state = await findLeaseState(prisma, seen.id);
  if (state === 'held') await sleep(pollMs);
  const row = await readTokenRow(prisma, seen.id);
  const isSame = row?.tokenVersion === seen.tokenVersion && row.status === 'connected';
  // The other process failed and released the lease: another call at once would fail as well.
  if (isSame && row.refreshLeaseUntil === null && state !== 'over') return { error: failedElsewhere() };
  return { row };
}

async function refreshUnderLease(
  lease: RefreshLease,
  row: TokenRow,
  options: RefreshOptions,
): Promise<RefreshResult> {
  const { prisma, sealer, refresh } = options;
  let tokens: SmartsheetTokens;
  try {
    tokens = await refresh({ region: row.region, refreshToken: openRefreshToken(sealer, row) });
  } catch (error) {
    // Smartsheet also refuses tokens that another process has refreshed: then the row holds newer ones.
    const isRefused = await options.recordRefusal({ row, error }).catch(() => false);
    await releaseRefreshLease(prisma, lease).catch(() => {});
    const now = await readTokenRow(prisma, row.id);
    const isReplaced = !isRefused && now?.tokenVersion !== row.tokenVersion;
    return isReplaced ? { row: now } : { error };
  }
  const isStored = await retryWhileUnavailable(
    () => storeRefreshedTokens(prisma, { lease, tokens, sealer }),
    options,
  );
  const outcome = isStored
    ? options.onRefreshed?.(row)
    : retryWhileUnavailable(async () => options.onUnneeded?.({ row, tokens }), options);
  await outcome?.catch(() => {});
  return { row: await readTokenRow(prisma, row.id) };
}

/** Repeats work while the database is unavailable, for `storeTimeoutMs` at most. */
async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { sleep, storeTimeoutMs }: RefreshOptions,
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

/** The right to refresh the tokens of one connection, as long as they have not been replaced. */
type RefreshLease = { id: string; connectionId: string; tokenVersion: number };

/**
 * Takes the lease of a connection if it is free, by the database's clock. Undefined when somebody else has it, or when
 * the tokens are no longer the ones in `row`. A caller that found it held takes it only when it has run out: a holder
 * that released it without new tokens has just had its refresh refused or failed.
 */
async function takeRefreshLease(
  prisma: PrismaClient,
  { row, leaseMs }: { row: TokenRow; leaseMs: number },
): Promise<RefreshLease | undefined> {
  const id = randomUUID();
  const { id: connectionId, tokenVersion, refreshLeaseUntil } = row;
  const hasSeenItFree = refreshLeaseUntil === null;
  const taken = await prisma.$executeRaw`
    UPDATE smartsheet_connections SET refresh_lease_id = ${id}::uuid,
      refresh_lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000}::float8)
    WHERE id = ${connectionId}::uuid AND status = 'connected' AND token_version = ${tokenVersion}
      AND (refresh_lease_until <= clock_timestamp() OR (${hasSeenItFree} AND refresh_lease_until IS NULL))`;
  return taken === 1 ? { id, connectionId, tokenVersion } : undefined;
}

const noLease = { refreshLeaseId: null, refreshLeaseUntil: null };

/** Releases the lease after an attempt that changed nothing. */
async function releaseRefreshLease(prisma: PrismaClient, lease: RefreshLease): Promise<void> {
  await prisma.smartsheetConnection.updateMany({
    where: { id: lease.connectionId, refreshLeaseId: lease.id },
    data: noLease,
  });
}

/**
 * Stores new tokens in place of those they were got for. False when the row has others by now: the user has connected
 * anew, or disconnected. If a holder was paused for longer than its lease, another process may have been refused with
 * the old refresh token and have ended the connection; the new tokens are good, so the connection is active again.
 */
async function storeRefreshedTokens(
  prisma: PrismaClient,
  { lease, tokens, sealer }: { lease: RefreshLease; tokens: SmartsheetTokens; sealer: Sealer },
): Promise<boolean> {
  const { connectionId: id, tokenVersion } = lease;
  const data = {
    ...sealTokens(sealer, id, tokens),
    ...noLease,
    tokenVersion: { increment: 1 },
    status: 'connected' as const,
    statusReason: null,
  };
  const states = [
    { status: 'connected' as const },
    { status: 'needs_reconnect' as const, statusReason: { in: ['revoked', 'restored'] } },
  ];
  const { count } = await prisma.smartsheetConnection.updateMany({
    where: { id, tokenVersion, OR: states },
    data,
  });
  return count === 1;
}

/** The columns to set when a row's tokens are replaced by the user's new ones or removed. */
export const replacedTokens = { ...noLease, tokenVersion: { increment: 1 } };

/** Finds the lease of a connection: `free`, `held`, or `over` when it has run out. */
async function findLeaseState(db: Db, connectionId: string): Promise<'free' | 'held' | 'over'> {
  const [row] = await db.$queryRaw<{ state: 'free' | 'held' | 'over' }[]>`
    SELECT CASE WHEN refresh_lease_until IS NULL THEN 'free'
      WHEN refresh_lease_until > clock_timestamp() THEN 'held' ELSE 'over' END AS state
    FROM smartsheet_connections WHERE id = ${connectionId}::uuid`;
  return row?.state ?? 'free';
}
