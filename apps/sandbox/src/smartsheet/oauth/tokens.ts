import type { SandboxDeps } from '../../deps.ts';
import { newSecret } from '../ids.ts';
import type { Account, Id, Scope, Token } from '../model.ts';

const tokenLength = 37;

type Grant = {
  accountId: Id;
  scopes: Scope[];
  /** The app; null makes a personal token, which has no end and cannot be refreshed. */
  clientId: string | null;
  lifetimeSeconds?: number;
};

/** A new token of an account, known from now on. */
export function issueToken(
  { state, config, now, random, changes }: SandboxDeps,
  { accountId, scopes, clientId, lifetimeSeconds = config.TOKEN_LIFETIME_SECONDS }: Grant,
): Token {
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

/** Ends a token and its refresh token; with `everywhere` all tokens that this app has of this account. */
export function revokeToken(
  { state, changes }: Pick<SandboxDeps, 'state' | 'changes'>,
  { token, everywhere }: { token: Token; everywhere: boolean },
): void {
  for (const other of state.tokens.values()) {
    const isSibling = other.accountId === token.accountId && other.clientId === token.clientId;
    if (other === token || (everywhere && isSibling)) state.tokens.delete(other.accessToken);
  }
  changes.announce({});
}

/** What happens when a person takes an app's permission away: its tokens end, and its webhooks for good. */
export function revokeApp({ state, config, changes, onAppRevoked }: SandboxDeps, account: Account): void {
  for (const token of state.tokens.values()) {
    if (token.accountId === account.id && token.clientId === config.CLIENT_ID) {
      state.tokens.delete(token.accessToken);
    }
  }
  onAppRevoked(account.id);
  changes.announce({});
}
