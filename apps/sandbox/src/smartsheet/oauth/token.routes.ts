import type { SandboxDeps } from '../../deps.ts';
import { type AddOperation, getCaller } from '../api/operation-router.ts';
import { success } from '../api/result-envelope.ts';
import { isObject } from '../attributes.ts';
import type { TokenForm } from './client-authentication.ts';
import { grantToken } from './grant-token.ts';
import { revokeToken } from './tokens.ts';

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
