import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { ErrorCode } from '../error-table.ts';
import { ApiError } from '../errors.ts';

/** The members of a token request, wherever they came from. */
export type TokenForm = Record<string, string | undefined>;

/** A refusal with OAuth's own word for it beside the provider's code. */
export function oauthError(code: ErrorCode, oauth: string, blank?: string): ApiError {
  return new ApiError(code, { oauth, blanks: [blank] });
}

export function requiredParam(form: TokenForm, name: string): string {
  const value = form[name];
  if (!value) throw oauthError(1070, 'invalid_request', name);
  return value;
}

/**
 * The app proves itself with its secret, or with a hash: lower-case hex SHA-256 over `secret|code`, or
 * `secret|refresh_token`. Exactly one of the two.
 */
export function assertClient(
  form: TokenForm,
  { config, grant }: { config: Pick<Config, 'CLIENT_ID' | 'CLIENT_SECRET'>; grant: string },
): void {
  if (requiredParam(form, 'client_id') !== config.CLIENT_ID) throw oauthError(1067, 'invalid_client');
  const { client_secret: secret, hash } = form;
  if (!secret && !hash) throw oauthError(1236, 'invalid_client');
  if (secret && hash) throw oauthError(1237, 'invalid_request');
  if (secret && secret !== config.CLIENT_SECRET) throw oauthError(1238, 'invalid_client');
  if (hash && hash !== hashOf(`${config.CLIENT_SECRET}|${grant}`)) throw oauthError(1072, 'invalid_grant');
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex');
}
