import type { Parts } from '../../parts.ts';
import type { Token } from '../model.ts';
import { checkClient, oauthError, required, type TokenForm } from './client-auth.ts';
import { issueToken } from './tokens.ts';

/** Trades a code or a refresh token for a new pair. What was traded in is dead afterwards. */
export function grantToken(parts: Parts, form: TokenForm): Token {
  const kind = required(form, 'grant_type');
  if (kind === 'authorization_code') return fromCode(parts, form);
  if (kind === 'refresh_token') return fromRefreshToken(parts, form);
  throw oauthError(1068, 'unsupported_grant_type');
}

function fromCode(parts: Parts, form: TokenForm): Token {
  if (form.refresh_token && !form.code) throw oauthError(1292, 'invalid_request');
  const given = required(form, 'code');
  checkClient(form, { config: parts.config, grant: given });
  const { codes } = parts.state;
  const code = codes.get(given);
  if (!code) throw oauthError(1071, 'invalid_grant');
  codes.delete(given);
  parts.changes.announce({});
  if (code.expiresAt <= parts.now().getTime()) throw oauthError(1069, 'invalid_grant');
  // The reference calls the member redirect_url in one edition and redirect_uri in another.
  const redirect = form.redirect_uri ?? form.redirect_url;
  if (redirect && redirect !== code.redirectUri) throw oauthError(1073, 'invalid_request');
  return issueToken(parts, code);
}

function fromRefreshToken(parts: Parts, form: TokenForm): Token {
  if (form.code && !form.refresh_token) throw oauthError(1292, 'invalid_request');
  const given = required(form, 'refresh_token');
  checkClient(form, { config: parts.config, grant: given });
  const { tokens } = parts.state;
  const old = [...tokens.values()].find(({ refreshToken }) => refreshToken === given);
  if (!old) throw oauthError(1071, 'invalid_grant');
  tokens.delete(old.accessToken);
  return issueToken(parts, old);
}
