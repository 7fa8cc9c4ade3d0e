import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { ErrorCode } from '../error-table.ts';
import { ApiError } from '../errors.ts';

/** The parameters of a token request. */
export type TokenForm = Record<string, string | undefined>;

/** Returns an API error that also carries an OAuth error. */
export function oauthError(code: ErrorCode, oauth: string, param?: string): ApiError {
  return new ApiError(code, { oauth, values: [param] });
}

export function requiredParam(form: TokenForm, name: string): string {
  const value = form[name];
  if (!value) throw oauthError(1070, 'invalid_request', name);
  return value;
}

/**
 * Throws unless the app authenticates with exactly one of its secret and a hash: the lower-case hex SHA-256 of
 * `secret|code`, or of `secret|refresh_token`.
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
  if (hash && hash !== hashText(`${config.CLIENT_SECRET}|${grant}`)) throw oauthError(1072, 'invalid_grant');
}

function hashText(text: string) {
  return createHash('sha256').update(text).digest('hex');
}
