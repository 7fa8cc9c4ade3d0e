import type { Parts } from '../../parts.ts';
import { success } from '../api/results.ts';
import { callerOf, type Serve } from '../api/serve.ts';
import { isObject } from '../json.ts';
import type { TokenForm } from './client-auth.ts';
import { grantToken } from './token.ts';
import { revokeToken } from './tokens.ts';

/** The members come in the query, as the SDKs send them, or in the form body, as the documentation does. */
export function tokenRoutes(serve: Serve, parts: Parts): void {
  serve('oauth.token', ({ rawQuery, body }) => {
    const form = { ...(rawQuery as TokenForm), ...(isObject(body) ? (body as TokenForm) : {}) };
    const { accessToken, refreshToken, expiresAt, createdAt } = grantToken(parts, form);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      refresh_token: refreshToken,
      expires_in: Math.round(((expiresAt ?? createdAt) - createdAt) / 1000),
    };
  });

  serve('oauth.revoke', (call) => {
    const { token } = callerOf(call);
    revokeToken(parts, { token, everywhere: call.query.flag('deleteAllForApiClient') });
    return success({});
  });
}
