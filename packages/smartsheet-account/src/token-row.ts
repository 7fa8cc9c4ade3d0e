import { type Db, type Sealer, type SmartsheetConnection, sealedColumns } from '@picksync/db';
import { SmartsheetError, type SmartsheetTokens } from '@picksync/smartsheet-client';

/** Thrown when there is no token: the user has to connect, or connect again. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** Thrown when the tokens belong to another Smartsheet account than the one that was opened. */
export class AccountSwitchedError extends Error {
  override readonly name = 'AccountSwitchedError';
}

/** Returns the error of a call that was not made because there is no token for it yet. */
export function heldBack(
  heldBackBy: 'token' | 'switch',
  { retryAfterMs, detail }: { retryAfterMs: number; detail?: string },
): SmartsheetError {
  const operation = 'oauth.refresh';
  return new SmartsheetError({
    class: 'retry',
    reason: 'outage',
    operation,
    heldBackBy,
    retryAfterMs,
    detail,
  });
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
  tokenRefreshAt: true,
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

/** A token is renewed this long before it expires, or when three quarters of its life are over if that is later. */
export const longestMarginMs = 5 * 60_000;

/** Returns when a token is to be renewed; null for the longest margin. */
function getRefreshTime({ issuedAt, expiresAt }: SmartsheetTokens): Date | null {
  if (issuedAt === undefined) return null;
  const lifeMs = expiresAt.getTime() - issuedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(longestMarginMs, lifeMs / 4));
}

/** Returns the columns that hold a pair of tokens, sealed for this connection, for a row that has others or none. */
export function sealTokens(sealer: Sealer, connectionId: string, tokens: SmartsheetTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, sealedColumns.accessToken.identity(connectionId)),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, sealedColumns.refreshToken.identity(connectionId)),
    tokenExpiresAt: tokens.expiresAt,
    tokenRefreshAt: getRefreshTime(tokens),
  };
}

/** What a caller needs of a token: not to be renewed by `now`, not rejected, and of the account that it opened. */
type TokenDemand = {
  now: Date;
  /** The token has just been renewed. It is used whatever its life: another would not live longer. */
  isNew?: boolean | undefined;
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
  'id' | 'region' | 'accountId' | 'accessTokenSealed' | 'tokenExpiresAt' | 'tokenRefreshAt'
>;

/** Returns the access token of a row, or undefined when it has to be refreshed. Throws `AccountSwitchedError`. */
export function usableToken(sealer: Sealer, row: AccessTokenRow, demand: TokenDemand): string | undefined {
  const { now, isNew = false, rejected, account } = demand;
  if (account && (account.accountId !== row.accountId || account.region !== row.region)) {
    throw new AccountSwitchedError('The user has connected another Smartsheet account');
  }
  if (!row.accessTokenSealed || !(isNew || isFresh(row, now))) return undefined;
  const token = sealer.open(row.accessTokenSealed, sealedColumns.accessToken.identity(row.id));
  return token === rejected ? undefined : token;
}

/** `takePaidToken` has the same rule in SQL. */
function isFresh({ tokenExpiresAt, tokenRefreshAt }: AccessTokenRow, now: Date): boolean {
  if (!tokenExpiresAt || tokenExpiresAt <= now) return false;
  // A time that is further from the end than the longest margin belongs to an earlier token.
  return Math.max(tokenRefreshAt?.getTime() ?? 0, tokenExpiresAt.getTime() - longestMarginMs) > now.getTime();
}

/** Returns the refresh token of a row. Throws `NotConnectedError` when it has none. */
export function openRefreshToken(
  sealer: Sealer,
  { id, refreshTokenSealed }: Pick<TokenRow, 'id' | 'refreshTokenSealed'>,
): string {
  if (!refreshTokenSealed) throw new NotConnectedError('There is nothing to refresh the token with');
  return sealer.open(refreshTokenSealed, sealedColumns.refreshToken.identity(id));
}
