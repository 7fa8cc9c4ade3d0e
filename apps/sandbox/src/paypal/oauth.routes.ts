import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { isAccessToken, issueAccessToken, tokenLifetimeSeconds } from './access-token.ts';
import { InvalidTokenError } from './paypal.errors.ts';

type Credentials = Pick<Config, 'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET'>;

export const tokenOperation = 'oauth.token';

const invalidClient = { error: 'invalid_client', error_description: 'Client Authentication failed' };

/** Throws unless the call has a token of this app. The token itself is asked for with the app's id and secret. */
export function authenticatePaypal(
  { headers }: FastifyRequest,
  operation: string,
  { config, now }: { config: Credentials; now: () => Date },
): void {
  if (operation === tokenOperation || operation === 'certs.get') return;
  const token = /^Bearer (?<token>\S+)$/.exec(headers.authorization ?? '')?.groups?.token ?? '';
  if (!isAccessToken(token, config.PAYPAL_CLIENT_SECRET, now())) throw new InvalidTokenError();
}

/** Serves the exchange of the app's id and secret for a token. */
export function oauthRoutes(add: AddOperation, deps: { config: Credentials; now: () => Date }): void {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = deps.config;
  const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  add(tokenOperation, 'POST /v1/oauth2/token', ({ headers, body }) => {
    if (headers.authorization !== expected) return { status: 401, body: invalidClient };
    const { grant_type: grant } = (body ?? {}) as Record<string, string | undefined>;
    if (grant !== 'client_credentials') {
      return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'unsupported' } };
    }
    return {
      body: {
        scope: 'https://uri.paypal.com/services/subscriptions https://uri.paypal.com/payments/refund',
        access_token: issueAccessToken(secret, deps.now()),
        token_type: 'Bearer',
        app_id: 'APP-SANDBOX',
        expires_in: tokenLifetimeSeconds,
        nonce: `${deps.now().toISOString()}sandbox`,
      },
    };
  });
}
