import { randomUUID } from 'node:crypto';
import type { Db, PrismaClient, Sealer } from '@picksync/db';
import type { SmartsheetTokens } from '@picksync/smartsheet-client';
import { sealTokens, type TokenRow } from './token-row.ts';

/** The right to refresh the tokens of one connection, as long as they have not been replaced. */
export type RefreshLease = { id: string; connectionId: string; tokenVersion: number };

/**
 * Takes the lease of a connection if it is free, by the database's clock. Undefined when somebody else has it, or when
 * the tokens are no longer the ones in `row`. A caller that found it held takes it only when it has run out: a holder
 * that released it without new tokens has just had its refresh refused or failed.
 */
export async function takeRefreshLease(
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

/** Gives the lease back after an attempt that changed nothing. */
export async function releaseRefreshLease(prisma: PrismaClient, lease: RefreshLease): Promise<void> {
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
export async function storeRefreshedTokens(
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
    { status: 'needs_reconnect' as const, statusReason: 'revoked' },
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
export async function findLeaseState(db: Db, connectionId: string): Promise<'free' | 'held' | 'over'> {
  const [row] = await db.$queryRaw<{ state: 'free' | 'held' | 'over' }[]>`
    SELECT CASE WHEN refresh_lease_until IS NULL THEN 'free'
      WHEN refresh_lease_until > clock_timestamp() THEN 'held' ELSE 'over' END AS state
    FROM smartsheet_connections WHERE id = ${connectionId}::uuid`;
  return row?.state ?? 'free';
}
