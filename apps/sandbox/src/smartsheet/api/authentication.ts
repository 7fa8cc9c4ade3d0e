import type { State } from '../../state/state.ts';
import type { ErrorCode } from '../errors.ts';
import type { Account, Token } from '../model.ts';

/** The token of a call and its account. */
export type Caller = { token: Token; account: Account };

/** The caller of a request where its token is known, and the error that it gets where the token may not be used. */
type Bearer = { caller: Caller; refusal: null } | { caller: Caller | null; refusal: ErrorCode };

/**
 * Reads the token of a request. Smartsheet refuses an unknown one with 1002, an expired one with 1003, and a missing
 * header with 1004.
 */
export function readBearer(
  { tokens, accounts }: State,
  { authorization, now }: { authorization: string | undefined; now: Date },
): Bearer {
  if (!authorization) return { caller: null, refusal: 1004 };
  const [, secret = ''] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? [];
  const token = tokens.get(secret);
  const account = token && accounts.get(token.accountId);
  if (!token || !account) return { caller: null, refusal: 1002 };
  const isOver = token.expiresAt !== null && token.expiresAt <= now.getTime();
  const caller = { token, account };
  return isOver ? { caller, refusal: 1003 } : { caller, refusal: null };
}
