import type { Tx } from './database.ts';
import type { PrismaClient, SmartsheetConnection, SmartsheetRegion } from './generated/client.ts';
import type { Sealer } from './sealed.ts';

export interface SmartsheetTokenSet {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
}

/** Asks Smartsheet for new tokens. Must give up by itself within `signal`'s time. */
export type RefreshTokens = (ask: {
  connectionId: string;
  refreshToken: string;
  region: SmartsheetRegion;
  signal: AbortSignal;
}) => Promise<SmartsheetTokenSet>;

/** There is no token to work with: the user has to connect, or connect again. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

export interface SmartsheetTokens {
  /**
   * An access token that is good for some minutes yet, refreshed if need be. `rejected` is one that Smartsheet did not
   * accept although it should have been good: unless there is another by now, it is refreshed as well. Throws
   * `NotConnectedError`, or what `refresh` threw.
   */
  read: (ask: { connectionId: string; rejected?: string }) => Promise<string>;
}

const MARGIN_MS = 5 * 60 * 1000;
const REFRESH_TIMEOUT_MS = 15_000;
const WAIT_FOR_OTHERS_MS = 20_000;
/** A fixed number that keeps these locks apart from any other advisory locks. */
const LOCK_SPACE = 728_190_012;

type Row = Pick<SmartsheetConnection, 'id' | 'region' | 'status'> &
  Pick<SmartsheetConnection, 'accessTokenSealed' | 'refreshTokenSealed' | 'tokenExpiresAt'>;

interface Parts {
  prisma: PrismaClient;
  sealer: Sealer;
  refresh: RefreshTokens;
  now: () => Date;
  /**
   * Why Smartsheet will never take this refresh token again, as a status reason; undefined when trying later may help.
   * With a reason the connection becomes `needs_reconnect` before anybody else tries.
   */
  refusalOf?: (error: unknown) => string | undefined;
  marginMs?: number;
}

/**
 * Tokens of Smartsheet accounts. However many ask at the moment one expires, in however many processes, Smartsheet is
 * asked for a new one exactly once: under a lock of the account, after reading again inside it. The lock is an advisory
 * one of the transaction rather than the row's own, so that marking the account dirty never waits for Smartsheet.
 */
export function createSmartsheetTokens(parts: Parts): SmartsheetTokens {
  const underway = new Map<string, Promise<string>>();
  return {
    read: async ({ connectionId, rejected }) => {
      const row = await readRow(parts.prisma, connectionId);
      const usable = usableToken(parts, row, rejected);
      if (usable !== undefined) return usable;
      // Within the process one waits for all, so that an account does not hold many connections to the database.
      const waiting = underway.get(connectionId);
      if (waiting) return waiting;
      const refreshing = refreshOnce(parts, connectionId, rejected).finally(() =>
        underway.delete(connectionId),
      );
      underway.set(connectionId, refreshing);
      return refreshing;
    },
  };
}

/** The columns that hold a set of tokens, sealed for this connection. */
export function sealTokens(sealer: Sealer, connectionId: string, tokens: SmartsheetTokenSet) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, identity(connectionId, 'access_token')),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, identity(connectionId, 'refresh_token')),
    tokenExpiresAt: tokens.expiresAt,
  };
}

const identity = (connectionId: string, column: string) => `smartsheet_connections:${connectionId}:${column}`;

const readRow = (db: PrismaClient | Tx, id: string): Promise<Row | null> =>
  db.smartsheetConnection.findUnique({
    where: { id },
    select: {
      id: true,
      region: true,
      status: true,
      accessTokenSealed: true,
      refreshTokenSealed: true,
      tokenExpiresAt: true,
    },
  });

/** The token of a row if it still is good enough; undefined when it has to be refreshed. */
function usableToken({ sealer, now, marginMs = MARGIN_MS }: Parts, row: Row | null, rejected?: string) {
  if (row?.status !== 'connected' || !row.accessTokenSealed) {
    throw new NotConnectedError('This account is not connected to Smartsheet');
  }
  if (!row.tokenExpiresAt || row.tokenExpiresAt.getTime() - now().getTime() <= marginMs) return undefined;
  const token = sealer.open(row.accessTokenSealed, identity(row.id, 'access_token'));
  return token === rejected ? undefined : token;
}

async function refreshOnce(parts: Parts, connectionId: string, rejected?: string): Promise<string> {
  let renewed: Renewed | undefined;
  const outcome = await parts.prisma
    .$transaction(
      async (tx): Promise<{ token: string } | { error: unknown }> => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${connectionId}))`;
        const row = await readRow(tx, connectionId);
        const usable = usableToken(parts, row, rejected);
        if (usable !== undefined) return { token: usable };
        if (!row?.refreshTokenSealed)
          throw new NotConnectedError('There is nothing to refresh the token with');
        try {
          const tokens = await askSmartsheet(parts, { ...row, refreshTokenSealed: row.refreshTokenSealed });
          renewed = { connectionId, instead: row.refreshTokenSealed, tokens };
        } catch (error) {
          // Kept, not thrown: what is noted about it has to be committed.
          await noteRefusal(tx, { connectionId, reason: parts.refusalOf?.(error), at: parts.now() });
          return { error };
        }
        return { token: await store(tx, parts, renewed) };
      },
      { maxWait: WAIT_FOR_OTHERS_MS, timeout: REFRESH_TIMEOUT_MS + WAIT_FOR_OTHERS_MS },
    )
    .catch(async (error: unknown) => {
      // The old refresh token is spent: losing the new one now would cost the user the connection.
      if (!renewed) throw error;
      return { token: await store(parts.prisma, parts, renewed) };
    });
  if ('error' in outcome) throw outcome.error;
  return outcome.token;
}

interface Renewed {
  connectionId: string;
  /** The sealed refresh token these were got for. */
  instead: string;
  tokens: SmartsheetTokenSet;
}

function askSmartsheet({ sealer, refresh }: Parts, row: Row & { refreshTokenSealed: string }) {
  return refresh({
    connectionId: row.id,
    region: row.region,
    refreshToken: sealer.open(row.refreshTokenSealed, identity(row.id, 'refresh_token')),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  });
}

/** Stores new tokens, unless the user has connected anew meanwhile: then theirs count. */
async function store(db: PrismaClient | Tx, parts: Parts, renewed: Renewed): Promise<string> {
  const { connectionId, instead, tokens } = renewed;
  const { count } = await db.smartsheetConnection.updateMany({
    where: { id: connectionId, refreshTokenSealed: instead },
    data: sealTokens(parts.sealer, connectionId, tokens),
  });
  if (count === 1) return tokens.accessToken;
  const row = await readRow(db, connectionId);
  return usableToken(parts, row) ?? tokens.accessToken;
}

async function noteRefusal(
  tx: Tx,
  { connectionId, reason, at }: { connectionId: string; reason: string | undefined; at: Date },
): Promise<void> {
  if (reason === undefined) return;
  await tx.smartsheetConnection.update({
    where: { id: connectionId },
    data: { status: 'needs_reconnect', statusReason: reason, statusChangedAt: at },
  });
}
