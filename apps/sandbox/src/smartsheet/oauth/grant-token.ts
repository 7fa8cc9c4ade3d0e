import type { SandboxDeps } from '../../deps.ts';
import type { Token } from '../model.ts';
import { assertClient, oauthError, requiredParam, type TokenForm } from './client-authentication.ts';
import { issueToken } from './tokens.ts';

/** Exchanges a code or a refresh token for a new pair. The old one stops working. */
export function grantToken(deps: SandboxDeps, form: TokenForm): Token {
  const grantType = requiredParam(form, 'grant_type');
  if (grantType === 'authorization_code') return exchangeCode(deps, form);
  if (grantType === 'refresh_token') return exchangeRefreshToken(deps, form);
  throw oauthError(1068, 'unsupported_grant_type');
}

function exchangeCode(deps: SandboxDeps, form: TokenForm): Token {
  if (form.refresh_token && !form.code) throw oauthError(1292, 'invalid_request');
  const codeOrToken = requiredParam(form, 'code');
  assertClient(form, { config: deps.config, grant: codeOrToken });
  const { codes } = deps.state;
  const code = codes.get(codeOrToken);
  if (!code) throw oauthError(1071, 'invalid_grant');
  codes.delete(codeOrToken);
  deps.changes.announce({});
  if (code.expiresAt <= deps.now().getTime()) throw oauthError(1069, 'invalid_grant');
  // The reference names the parameter redirect_url in one edition and redirect_uri in another.
  const redirect = form.redirect_uri ?? form.redirect_url;
  if (redirect && redirect !== code.redirectUri) throw oauthError(1073, 'invalid_request');
  return issueToken(deps, code);
}

function exchangeRefreshToken(deps: SandboxDeps, form: TokenForm): Token {
  if (form.code && !form.refresh_token) throw oauthError(1292, 'invalid_request');
  const codeOrToken = requiredParam(form, 'refresh_token');
  assertClient(form, { config: deps.config, grant: codeOrToken });
  const { tokens } = deps.state;
  const old = [...tokens.values()].find(({ refreshToken }) => refreshToken === codeOrToken);
  if (!old) throw oauthError(1071, 'invalid_grant');
  tokens.delete(old.accessToken);
  return issueToken(deps, old);
}
