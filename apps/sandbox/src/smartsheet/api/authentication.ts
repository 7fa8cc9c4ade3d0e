import type { State } from '../../state/state.ts';
import { apiError } from '../errors.ts';
import type { Account, Scope, Token } from '../model.ts';

/** The token of a call and its account. */
export type Caller = { token: Token; account: Account };

export type Bearer =
  | { kind: 'known' | 'expired'; caller: Caller }
  | { kind: 'missing' | 'unknown'; caller: null };

/** Returns the token of a request and its account, without checking whether it may be used. */
export function readBearer(
  { tokens, accounts }: Pick<State, 'tokens' | 'accounts'>,
  { authorization, now }: { authorization: string | undefined; now: Date },
): Bearer {
  if (!authorization) return { kind: 'missing', caller: null };
  const [, secret = ''] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? [];
  const token = tokens.get(secret);
  const account = token && accounts.get(token.accountId);
  if (!token || !account) return { kind: 'unknown', caller: null };
  const isOver = token.expiresAt !== null && token.expiresAt <= now.getTime();
  return { kind: isOver ? 'expired' : 'known', caller: { token, account } };
}

/**
 * Returns the caller. Throws 1002 for an unknown token, 1003 for an expired one, and 1004 for a missing header, as
 * Smartsheet does.
 */
export function authenticate(bearer: Bearer): Caller {
  if (bearer.kind === 'known') return bearer.caller;
  if (bearer.kind === 'expired') throw apiError(1003);
  throw apiError(bearer.kind === 'missing' ? 1004 : 1002);
}

export function assertScope({ token }: Caller, scope: Scope | null): void {
  if (scope !== null && !token.scopes.includes(scope)) throw apiError(1004);
}
