import type { SandboxDeps } from '../../deps.ts';
import type { Token } from '../model.ts';
import { assertClient, oauthError, requiredParam, type TokenForm } from './client-authentication.ts';
import { issueToken } from './tokens.ts';

/** Trades a code or a refresh token for a new pair. What was traded in is dead afterwards. */
export function grantToken(deps: SandboxDeps, form: TokenForm): Token {
  const kind = requiredParam(form, 'grant_type');
  if (kind === 'authorization_code') return fromCode(deps, form);
  if (kind === 'refresh_token') return fromRefreshToken(deps, form);
  throw oauthError(1068, 'unsupported_grant_type');
}

function fromCode(deps: SandboxDeps, form: TokenForm): Token {
  if (form.refresh_token && !form.code) throw oauthError(1292, 'invalid_request');
  const given = requiredParam(form, 'code');
  assertClient(form, { config: deps.config, grant: given });
  const { codes } = deps.state;
  const code = codes.get(given);
  if (!code) throw oauthError(1071, 'invalid_grant');
  codes.delete(given);
  deps.changes.announce({});
  if (code.expiresAt <= deps.now().getTime()) throw oauthError(1069, 'invalid_grant');
  // The reference calls the member redirect_url in one edition and redirect_uri in another.
  const redirect = form.redirect_uri ?? form.redirect_url;
  if (redirect && redirect !== code.redirectUri) throw oauthError(1073, 'invalid_request');
  return issueToken(deps, code);
}

function fromRefreshToken(deps: SandboxDeps, form: TokenForm): Token {
  if (form.code && !form.refresh_token) throw oauthError(1292, 'invalid_request');
  const given = requiredParam(form, 'refresh_token');
  assertClient(form, { config: deps.config, grant: given });
  const { tokens } = deps.state;
  const old = [...tokens.values()].find(({ refreshToken }) => refreshToken === given);
  if (!old) throw oauthError(1071, 'invalid_grant');
  tokens.delete(old.accessToken);
  return issueToken(deps, old);
}
