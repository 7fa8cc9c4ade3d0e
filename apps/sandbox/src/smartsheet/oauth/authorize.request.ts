import type { Config } from '../../config.ts';
import { allScopes, type Scope } from '../model.ts';

/** What a browser brought to the authorize page. */
export type AuthorizeRequest = { redirectUri: string; scopes: Scope[]; state: string | undefined };

export type AuthorizeResult =
  | { kind: 'consent'; request: AuthorizeRequest }
  /** There is nobody to send the browser back to. */
  | { kind: 'error'; message: string }
  | { kind: 'redirect'; to: string };

type Given = Record<string, string | undefined>;

/** Reads the authorize request. The app's registered redirect counts; without one the address in the request does. */
export function parseAuthorizeRequest(
  given: Given,
  { CLIENT_ID, REDIRECT_URI }: Pick<Config, 'CLIENT_ID' | 'REDIRECT_URI'>,
): AuthorizeResult {
  if (given.client_id !== CLIENT_ID) return errorResult('The client id is not one Smartsheet knows.');
  const redirectUri = REDIRECT_URI ?? given.redirect_uri;
  if (!redirectUri || !URL.canParse(redirectUri)) return errorResult('The app has no redirect address.');
  if (REDIRECT_URI && given.redirect_uri && given.redirect_uri !== REDIRECT_URI) {
    return errorResult('The redirect address is not the one registered for the app.');
  }
  const { state } = given;
  const back = (error: string): AuthorizeResult => ({
    kind: 'redirect',
    to: redirectTo({ redirectUri, state }, { error }),
  });
  if (given.response_type !== 'code') return back('unsupported_response_type');
  const words = (given.scope ?? '').split(/[\s,]+/).filter(Boolean);
  const scopes = allScopes.filter((scope) => words.includes(scope));
  if (scopes.length === 0 || scopes.length < new Set(words).size) return back('invalid_scope');
  return { kind: 'consent', request: { redirectUri, scopes, state } };
}

function errorResult(message: string): AuthorizeResult {
  return { kind: 'error', message };
}

/** The app's address with the answer in its query; `state` comes back unchanged. */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}
