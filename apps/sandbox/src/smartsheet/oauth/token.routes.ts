import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { SandboxDeps } from '../../deps.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, getCaller } from '../api/operation-router.ts';
import { isObject } from '../attributes.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { Token } from '../model.ts';
import { issueToken, revokeToken } from './tokens.ts';

/** The parameters of a token request. */
type TokenForm = Record<string, string | undefined>;

/**
 * Serves the token endpoint. Parameters come in the query, as from the SDKs, or in a form, as in the documentation.
 */
export function tokenRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  addOperation('oauth.token', ({ rawQuery, body }) => {
    const form = { ...(rawQuery as TokenForm), ...(isObject(body) ? (body as TokenForm) : {}) };
    const { accessToken, refreshToken, expiresAt, createdAt } = grantToken(deps, form);
    const usualSeconds = deps.config.TOKEN_LIFETIME_SECONDS;
    const isHidden = deps.faults.current.tokenLifetimeHidden;
    return {
      access_token: accessToken,
      token_type: 'bearer',
      refresh_token: refreshToken,
      expires_in: isHidden ? usualSeconds : Math.round(((expiresAt ?? createdAt) - createdAt) / 1000),
    };
  });

  addOperation('oauth.revoke', (call) => {
    const { token } = getCaller(call);
    revokeToken(deps, { token, everywhere: call.query.flag('deleteAllForApiClient') });
    return success({});
  });
}

/** Exchanges a code or a refresh token for a new pair. The old one stops working. */
function grantToken(deps: SandboxDeps, form: TokenForm): Token {
  const grantType = requireParam(form, 'grant_type');
  if (grantType === 'authorization_code') return exchangeCode(deps, form);
  if (grantType === 'refresh_token') return exchangeRefreshToken(deps, form);
  throw oauthError(1068, 'unsupported_grant_type');
}

function exchangeCode(deps: SandboxDeps, form: TokenForm): Token {
  if (form.refresh_token && !form.code) throw oauthError(1292, 'invalid_request');
  const codeOrToken = requireParam(form, 'code');
  assertClient(form, deps.config, codeOrToken);
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
  const codeOrToken = requireParam(form, 'refresh_token');
  assertClient(form, deps.config, codeOrToken);
  const { tokens } = deps.state;
  const old = [...tokens.values()].find(({ refreshToken }) => refreshToken === codeOrToken);
  if (!old) throw oauthError(1071, 'invalid_grant');
  tokens.delete(old.accessToken);
  return issueToken(deps, old);
}

/** Returns an API error that also carries an OAuth error. */
function oauthError(code: ErrorCode, oauth: string, param?: string): ApiError {
  return new ApiError(code, { oauth, values: [param] });
}

function requireParam(form: TokenForm, name: string): string {
  const value = form[name];
  if (!value) throw oauthError(1070, 'invalid_request', name);
  return value;
}

/**
 * Throws unless the app authenticates with exactly one of its secret and a hash: the lower-case hex SHA-256 of
 * `secret|code`, or of `secret|refresh_token`.
 */
function assertClient(form: TokenForm, config: Config, grant: string): void {
  if (requireParam(form, 'client_id') !== config.CLIENT_ID) throw oauthError(1067, 'invalid_client');
  const { client_secret: secret, hash } = form;
  if (!secret && !hash) throw oauthError(1236, 'invalid_client');
  if (secret && hash) throw oauthError(1237, 'invalid_request');
  if (secret && secret !== config.CLIENT_SECRET) throw oauthError(1238, 'invalid_client');
  if (hash && hash !== createHash('sha256').update(`${config.CLIENT_SECRET}|${grant}`).digest('hex'))
    throw oauthError(1072, 'invalid_grant');
}
