import { createHash } from 'node:crypto';
import * as z from 'zod';
import { readJsonBody } from './body.ts';
import type { CallOptions } from './call-options.ts';
import { SmartsheetError } from './errors.ts';
import type { SmartsheetSite } from './oauth.regions.ts';
import type { SmartsheetCall } from './operations.ts';
import type { Fetch } from './send-request.ts';
import { type Attempt, attemptCall, sourceHeader } from './transport.ts';
import { wireCount } from './wire.ts';

/**
 * Returns the address to send the browser to. `redirectUri` is undocumented and only needed where the app's
 * registration does not decide alone. Smartsheet comes back with `code` (valid 10 minutes) and `state`, or with
 * `error=access_denied` and `state`. ("OAuth walkthrough", request an authorization code)
 */
export function authorizeUrl(input: {
  site: SmartsheetSite;
  clientId: string;
  scopes: readonly string[];
  /** Unguessable and bound to the session; compare it on return. */
  state: string;
  redirectUri?: string | undefined;
}): string {
  const url = new URL(input.site.authorizeUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', input.clientId);
  url.searchParams.set('scope', input.scopes.join(' '));
  url.searchParams.set('state', input.state);
  if (input.redirectUri !== undefined) url.searchParams.set('redirect_uri', input.redirectUri);
  // Smartsheet documents the scopes as separated by spaces; `+` means one only in form bodies.
  return url.href.replaceAll('+', '%20');
}

/**
 * Trades the code of the redirect for tokens. Throws `revoked` when the code is used, wrong or too old, and
 * `client_refused` when client id or secret are wrong. ("Get access token")
 */
export function exchangeCode({ code, ...options }: OAuthCall & OAuthClient & { code: string }) {
  return tokenCall('oauth.exchange', code, options);
}

/**
 * Trades a refresh token for a new pair; the old pair is dead afterwards, so store the new one before use and let
 * one caller at a time refresh. Throws `revoked` (class `needs_user`) when the refresh token is no longer good.
 * After an error with `outcome: 'unknown'` the old pair may be dead: try once more before giving it up.
 */
export function refresh({ refreshToken, ...options }: OAuthCall & OAuthClient & { refreshToken: string }) {
  return tokenCall('oauth.refresh', refreshToken, options);
}

/**
 * Ends an access token (and its pair). With `everywhere` all tokens of this app and user end. A token that is dead
 * already is no error. ("Revoke access token")
 */
export async function revoke(
  options: OAuthCall & { accessToken: string; everywhere?: boolean },
): Promise<void> {
  const { accessToken, everywhere = false } = options;
  const attempt = toAttempt(options, {
    operation: 'oauth.revoke',
    method: 'DELETE',
    url: `${options.site.apiBase}/token${everywhere ? '?deleteAllForApiClient=true' : ''}`,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  try {
    await attemptCall(attempt, z.unknown());
  } catch (error) {
    const isDead = error instanceof SmartsheetError && deadTokenReasons.has(error.reason);
    if (!isDead) throw error;
  }
}

const deadTokenReasons = new Set<string>(['token_invalid', 'token_expired', 'revoked']);

/** What is traded for tokens: the kind of grant, and the member that has it. */
const grants = {
  'oauth.exchange': ['authorization_code', 'code'],
  'oauth.refresh': ['refresh_token', 'refresh_token'],
} as const;

async function tokenCall(
  operation: keyof typeof grants,
  secret: string,
  options: OAuthCall & OAuthClient,
): Promise<SmartsheetTokens> {
  const [grant_type, member] = grants[operation];
  const startedAt = options.now().getTime();
  // The client secret itself does not travel: SHA-256 over `secret|code` does.
  const hash = createHash('sha256').update(`${options.clientSecret}|${secret}`).digest('hex');
  const form = new URLSearchParams({ grant_type, client_id: options.clientId, [member]: secret, hash });
  const attempt = toAttempt(options, {
    operation,
    method: 'POST',
    url: `${options.site.apiBase}/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const { access_token, refresh_token, expires_in } = await attemptCall(attempt, tokenSchema);
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    issuedAt: new Date(startedAt),
    expiresAt: new Date(startedAt + expires_in * 1000),
  };
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** Seconds. */
  expires_in: wireCount,
});

function toAttempt(
  options: OAuthCall,
  own: Pick<Attempt, 'operation' | 'method' | 'url' | 'headers' | 'body'>,
): Attempt {
  return {
    ...own,
    headers: { ...own.headers, ...sourceHeader(options.site.integrationSource) },
    attempt: 1,
    readBody: readJsonBody,
    fetch: options.fetch,
    now: options.now,
    onCall: options.onCall,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? 15_000,
    // Answers of a few bytes: they come at once or not at all.
    overallTimeoutMs: options.overallTimeoutMs ?? options.timeoutMs ?? 15_000,
  };
}

/** A token pair. Both are secrets. A refresh ends the life of the pair it was made from. */
export type SmartsheetTokens = {
  accessToken: string;
  refreshToken: string;
  /** When the access token ends (about 7 days on), counted from before the request so that it is never too late. */
  expiresAt: Date;
  /** When the tokens were asked for. An administrator may let them live for minutes: its life tells when to renew one. */
  issuedAt?: Date | undefined;
};

/** What the token calls need besides their own arguments. They are tried once: the caller decides about another try. */
type OAuthCall = CallOptions & {
  site: SmartsheetSite;
  now: () => Date;
  fetch?: Fetch | undefined;
  /** Default 15,000, also for the attempt as a whole. */
  timeoutMs?: number | undefined;
  onCall?: ((call: SmartsheetCall) => void) | undefined;
};

export type OAuthClient = { clientId: string; clientSecret: string };
