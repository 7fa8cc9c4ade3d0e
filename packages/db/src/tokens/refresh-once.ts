import type { Db, Tx } from '../database.ts';
import type { PrismaClient, SmartsheetRegion } from '../generated/client.ts';
import type { Sealer } from '../sealed.ts';
import {
  NotConnectedError,
  openRefreshToken,
  readTokenRow,
  type SmartsheetTokenSet,
  sealTokens,
  type TokenRow,
  usableToken,
} from './token-row.ts';

/** Asks Smartsheet for new tokens. Must give up by itself when `signal` says so. */
export type RefreshTokens = (ask: {
  connectionId: string;
  refreshToken: string;
  region: SmartsheetRegion;
  signal: AbortSignal;
}) => Promise<SmartsheetTokenSet>;

export interface RefreshParts {
  prisma: PrismaClient;
  sealer: Sealer;
  refresh: RefreshTokens;
  now: () => Date;
  /**
   * Why Smartsheet will never take this refresh token again, as a status reason; undefined when trying later may help.
   * With a reason the connection becomes `needs_reconnect` before anybody else tries.
   */
  refusalOf?: (error: unknown) => string | undefined;
  /** Tokens that expire within this time are refreshed. */
  marginMs: number;
}

const REFRESH_TIMEOUT_MS = 15_000;
const WAIT_FOR_OTHERS_MS = 20_000;
/** A fixed number that keeps these locks apart from any other advisory locks. */
const LOCK_SPACE = 728_190_012;

interface Ask {
  connectionId: string;
  rejected?: string | undefined;
}

interface Renewed {
  connectionId: string;
  /** The sealed refresh token these were got for. */
  instead: string;
  tokens: SmartsheetTokenSet;
}

/** Refreshes under the account's lock, or finds inside it that somebody just did. */
export async function refreshOnce(parts: RefreshParts, ask: Ask): Promise<string> {
  let renewed: Renewed | undefined;
  const outcome = await parts.prisma
    .$transaction(
      async (tx): Promise<{ token: string } | { error: unknown }> => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${ask.connectionId}))`;
        const row = await readTokenRow(tx, ask.connectionId);
        const usable = usableToken(parts.sealer, row, demandOf(parts, ask));
        if (usable !== undefined) return { token: usable };
        try {
          renewed = await askSmartsheet(parts, row);
        } catch (error) {
          // Kept, not thrown: what is noted about it has to be committed.
          await noteRefusal(tx, { ...ask, reason: parts.refusalOf?.(error), at: parts.now() });
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

export const demandOf = ({ now, marginMs }: RefreshParts, { rejected }: Pick<Ask, 'rejected'>) => ({
  now: now(),
  marginMs,
  rejected,
});

async function askSmartsheet({ sealer, refresh }: RefreshParts, row: TokenRow | null): Promise<Renewed> {
  if (!row?.refreshTokenSealed) throw new NotConnectedError('There is nothing to refresh the token with');
  const tokens = await refresh({
    connectionId: row.id,
    region: row.region,
    refreshToken: openRefreshToken(sealer, row, row.refreshTokenSealed),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  });
  return { connectionId: row.id, instead: row.refreshTokenSealed, tokens };
}

/** Stores new tokens, unless the user has connected anew meanwhile: then theirs count. */
async function store(db: Db, parts: RefreshParts, renewed: Renewed): Promise<string> {
  const { connectionId, instead, tokens } = renewed;
  const { count } = await db.smartsheetConnection.updateMany({
    where: { id: connectionId, refreshTokenSealed: instead },
    data: sealTokens(parts.sealer, connectionId, tokens),
  });
  if (count === 1) return tokens.accessToken;
  const row = await readTokenRow(db, connectionId);
  return usableToken(parts.sealer, row, demandOf(parts, {})) ?? tokens.accessToken;
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
