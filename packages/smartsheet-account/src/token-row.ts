import { type Db, type Sealer, type SmartsheetConnection, sealedColumns } from '@picksync/db';
import type { SmartsheetTokens } from '@picksync/smartsheet-client';

/** Thrown when there is no token: the user has to connect, or connect again. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** Thrown when the tokens belong to another Smartsheet account than the one that was opened. */
export class AccountSwitchedError extends Error {
  override readonly name = 'AccountSwitchedError';
}

const columns = {
  id: true,
  userId: true,
  region: true,
  accountId: true,
  status: true,
  accessTokenSealed: true,
  refreshTokenSealed: true,
  tokenExpiresAt: true,
  tokenVersion: true,
  refreshLeaseUntil: true,
} as const;

/** The columns of a connection that its tokens need. */
export type TokenRow = Pick<SmartsheetConnection, keyof typeof columns>;

/** Reads the tokens of a connection; null when there is no such connection. */
export function readTokenRow(db: Db, id: string): Promise<TokenRow | null> {
  return db.smartsheetConnection.findUnique({ where: { id }, select: columns });
}

/** The Smartsheet account that was opened: after a switch the other one's tokens must not be used. */
export type OpenedAccount = Pick<SmartsheetConnection, 'accountId' | 'region'>;

/** Returns the columns that hold a pair of tokens, sealed for this connection, for a row that has others or none. */
export function sealTokens(sealer: Sealer, connectionId: string, tokens: SmartsheetTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, sealedColumns.accessToken.identity(connectionId)),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, sealedColumns.refreshToken.identity(connectionId)),
    tokenExpiresAt: tokens.expiresAt,
  };
}

/**
 * What a caller needs of a token: valid for `marginMs` after `now`, not rejected, and of the account that it opened.
 */
export type TokenDemand = {
  now: Date;
  marginMs: number;
  rejected?: string | undefined;
  account?: OpenedAccount | undefined;
};

/** Throws `NotConnectedError` for a connection that is gone, or that Smartsheet or the user has ended. */
export function assertConnected(row: TokenRow | null): TokenRow {
  if (row?.status === 'connected' && row.accessTokenSealed) return row;
  throw new NotConnectedError('This account is not connected to Smartsheet');
}

/** The columns of a connection that are needed to use its access token while it is valid. */
export type AccessTokenRow = Pick<
  TokenRow,
  'id' | 'region' | 'accountId' | 'accessTokenSealed' | 'tokenExpiresAt'
>;

/** Returns the access token of a row, or undefined when it has to be refreshed. Throws `AccountSwitchedError`. */
export function usableToken(sealer: Sealer, row: AccessTokenRow, demand: TokenDemand): string | undefined {
  const { now, marginMs, rejected, account } = demand;
  if (account && (account.accountId !== row.accountId || account.region !== row.region)) {
    throw new AccountSwitchedError('The user has connected another Smartsheet account');
  }
  if (!row.accessTokenSealed || !row.tokenExpiresAt) return undefined;
  if (row.tokenExpiresAt.getTime() - now.getTime() <= marginMs) return undefined;
  const token = sealer.open(row.accessTokenSealed, sealedColumns.accessToken.identity(row.id));
  return token === rejected ? undefined : token;
}

/** Returns the refresh token of a row. Throws `NotConnectedError` when it has none. */
export function openRefreshToken(
  sealer: Sealer,
  { id, refreshTokenSealed }: Pick<TokenRow, 'id' | 'refreshTokenSealed'>,
): string {
  if (!refreshTokenSealed) throw new NotConnectedError('There is nothing to refresh the token with');
  return sealer.open(refreshTokenSealed, sealedColumns.refreshToken.identity(id));
}
