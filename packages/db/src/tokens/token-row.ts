import type { Db } from '../database.ts';
import type { SmartsheetConnection } from '../generated/client.ts';
import type { Sealer } from '../sealed.ts';

export interface SmartsheetTokenSet {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
}

/** There is no token to work with: the user has to connect, or connect again. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** What of a connection its tokens need. */
export type TokenRow = Pick<SmartsheetConnection, 'id' | 'region' | 'status'> &
  Pick<SmartsheetConnection, 'accessTokenSealed' | 'refreshTokenSealed' | 'tokenExpiresAt'>;

/** The columns that hold a set of tokens, sealed for this connection. */
export function sealTokens(sealer: Sealer, connectionId: string, tokens: SmartsheetTokenSet) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, identity(connectionId, 'access_token')),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, identity(connectionId, 'refresh_token')),
    tokenExpiresAt: tokens.expiresAt,
  };
}

const identity = (connectionId: string, column: string) => `smartsheet_connections:${connectionId}:${column}`;

export const readTokenRow = (db: Db, id: string): Promise<TokenRow | null> =>
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

/** Whether a token still is good at `now` with this much to spare; a rejected one never is. */
export interface Demand {
  now: Date;
  marginMs: number;
  rejected?: string | undefined;
}

/** The access token of a row; undefined when it has to be refreshed. Throws `NotConnectedError`. */
export function usableToken(sealer: Sealer, row: TokenRow | null, demand: Demand): string | undefined {
  if (row?.status !== 'connected' || !row.accessTokenSealed) {
    throw new NotConnectedError('This account is not connected to Smartsheet');
  }
  const { now, marginMs, rejected } = demand;
  if (!row.tokenExpiresAt || row.tokenExpiresAt.getTime() - now.getTime() <= marginMs) return undefined;
  const token = sealer.open(row.accessTokenSealed, identity(row.id, 'access_token'));
  return token === rejected ? undefined : token;
}

/** The refresh token of a row, open. */
export const openRefreshToken = (sealer: Sealer, { id }: Pick<TokenRow, 'id'>, sealed: string): string =>
  sealer.open(sealed, identity(id, 'refresh_token'));
