import type { SandboxDeps } from '../../deps.ts';
import { matchesFilter } from '../../faults/faults.ts';
import { newSecret } from '../ids.ts';
import type { Account, Id, Scope, Token } from '../model.ts';

const tokenLength = 37;

type Grant = {
  accountId: Id;
  scopes: Scope[];
  /** Null for a personal access token, which does not expire and cannot be refreshed. */
  clientId: string | null;
  lifetimeSeconds?: number;
};

/** Issues a token for an account. */
export function issueToken(
  deps: SandboxDeps,
  { accountId, scopes, clientId, lifetimeSeconds = getLifetime(accountId, deps) }: Grant,
): Token {
  const { state, now, random, changes } = deps;
  const at = now().getTime();
  const token: Token = {
    accessToken: newSecret(random, tokenLength),
    refreshToken: clientId === null ? null : newSecret(random, tokenLength),
    clientId,
    accountId,
    scopes,
    createdAt: at,
    expiresAt: clientId === null ? null : at + lifetimeSeconds * 1000,
  };
  state.tokens.set(token.accessToken, token);
  changes.announce({});
  return token;
}

/** Returns how many seconds a new token of an account lives: the usual time, unless an administrator has set another. */
function getLifetime(accountId: Id, { state, config, faults: { current } }: SandboxDeps): number {
  const isAffected = matchesFilter(current.accounts, state.accounts.get(accountId)?.email ?? null);
  return (isAffected ? current.tokenLifetimeSeconds : null) ?? config.TOKEN_LIFETIME_SECONDS;
}

/** Revokes a token and its refresh token, or with `everywhere` all tokens of this app and account. */
export function revokeToken(
  { state, changes }: SandboxDeps,
  { token, everywhere }: { token: Token; everywhere: boolean },
): void {
  for (const other of state.tokens.values()) {
    const isSameApp = other.accountId === token.accountId && other.clientId === token.clientId;
    if (other === token || (everywhere && isSameApp)) state.tokens.delete(other.accessToken);
  }
  changes.announce({});
}

/** Revokes the app for an account: removes its tokens and permanently disables its webhooks. */
export function revokeApp({ state, config, changes, onAppRevoked }: SandboxDeps, account: Account): void {
  for (const { accountId, clientId, accessToken } of state.tokens.values()) {
    if (accountId === account.id && clientId === config.CLIENT_ID) state.tokens.delete(accessToken);
  }
  onAppRevoked(account.id);
  changes.announce({});
}
