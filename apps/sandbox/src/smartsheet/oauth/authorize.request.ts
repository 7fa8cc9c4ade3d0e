import type { Config } from '../../config.ts';
import { allScopes, type Scope } from '../model.ts';

/** A valid authorize request. */
export type AuthorizeRequest = { redirectUri: string; scopes: Scope[]; state: string | undefined };

type AuthorizeResult =
  | { kind: 'consent'; request: AuthorizeRequest }
  /** There is no valid URL to redirect to. */
  | { kind: 'error'; message: string }
  | { kind: 'redirect'; to: string };

export type Fields = Record<string, string | undefined>;

/**
 * Parses the authorize request. The registered redirect URL counts; without one, the URL in the request. Scopes may be
 * missing, as in Smartsheet: the token then reads the user's own profile only.
 */
export function parseAuthorizeRequest(
  fields: Fields,
  { CLIENT_ID, REDIRECT_URI }: Pick<Config, 'CLIENT_ID' | 'REDIRECT_URI'>,
): AuthorizeResult {
  if (fields.client_id !== CLIENT_ID) return errorResult('Unknown client id.');
  const redirectUri = REDIRECT_URI ?? fields.redirect_uri;
  if (!redirectUri || !URL.canParse(redirectUri)) return errorResult('The app has no redirect URL.');
  if (REDIRECT_URI && fields.redirect_uri && fields.redirect_uri !== REDIRECT_URI) {
    return errorResult('The redirect URL is not the one registered for the app.');
  }
  const { state } = fields;
  const redirectWithError = (error: string): AuthorizeResult => ({
    kind: 'redirect',
    to: redirectTo({ redirectUri, state }, { error }),
  });
  if (fields.response_type !== 'code') return redirectWithError('unsupported_response_type');
  const scopeNames = (fields.scope ?? '').split(/[\s,]+/).filter(Boolean);
  const scopes = allScopes.filter((scope) => scopeNames.includes(scope));
  if (scopes.length < new Set(scopeNames).size) return redirectWithError('invalid_scope');
  return { kind: 'consent', request: { redirectUri, scopes, state } };
}

function errorResult(message: string): AuthorizeResult {
  return { kind: 'error', message };
}

/** Returns the redirect URL with the parameters of the response. `state` is returned unchanged. */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  params: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}
