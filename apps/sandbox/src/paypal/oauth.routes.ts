import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderAnswer } from '../payments/operation-router.ts';
import { PaypalError } from './paypal.errors.ts';

const tokenPrefix = 'A21AA';
/** Nine hours, as PayPal's. */
const tokenLifetimeSeconds = 32_400;

/** What PayPal lets an app do that has the features of this product. */
const scopes = [
  'https://uri.paypal.com/services/subscriptions',
  'https://uri.paypal.com/services/payments/payment/authcapture',
  'https://uri.paypal.com/services/payments/refund',
  'https://uri.paypal.com/services/disputes/read-seller',
  'https://uri.paypal.com/services/disputes/update-seller',
  'https://uri.paypal.com/services/applications/webhooks',
  'https://api.paypal.com/v1/payments/.*',
  'openid',
].join(' ');

const openOperations = new Set(['oauth.token', 'oauth.terminate', 'certs.get']);

function refused(status: 400 | 401, error: string, error_description: string): ProviderAnswer {
  return { status, body: { error, error_description } };
}

/** Throws unless the call has a token of this app. The token itself is asked for with the app's id and secret. */
export function authenticatePaypal(
  { headers }: FastifyRequest,
  operation: string,
  { config, now, state }: SandboxDeps,
): void {
  if (openOperations.has(operation)) return;
  const token = /^Bearer (?<token>\S+)$/.exec(headers.authorization ?? '')?.groups?.token ?? '';
  const isRevoked = state.payments.paypal.revokedTokens.includes(token);
  if (isRevoked || !isAccessToken(token, config.PAYPAL_CLIENT_SECRET, now()))
    throw new PaypalError('AUTHENTICATION_FAILURE');
}

/** Serves the exchange of the app's id and secret for a token, and the end of a token. */
export function oauthRoutes(add: AddOperation, { config, now, state, random }: SandboxDeps): void {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = config;
  const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const invalidClient = refused(401, 'invalid_client', 'Client Authentication failed');

  add('oauth.token', 'POST /v1/oauth2/token', ({ headers, body }) => {
    if (headers.authorization !== expected) return invalidClient;
    const { grant_type: grant } = (body ?? {}) as Record<string, string | undefined>;
    if (grant === undefined) return refused(400, 'unsupported_grant_type', 'Grant Type is NULL');
    if (grant !== 'client_credentials')
      return refused(400, 'unsupported_grant_type', 'unsupported grant_type');
    const nonce = Buffer.from(String(random())).toString('base64url');
    return {
      body: {
        scope: scopes,
        access_token: issueAccessToken(secret, now()),
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: tokenLifetimeSeconds,
        nonce: `${now().toISOString()}${nonce}`,
      },
    };
  });
  add('oauth.terminate', 'POST /v1/oauth2/token/terminate', ({ headers, body }) => {
    if (headers.authorization !== expected) return invalidClient;
    const { token } = (body ?? {}) as Record<string, string | undefined>;
    if (token) state.payments.paypal.revokedTokens.push(token);
    return { status: 200 };
  });
}

function seal(expiresAt: string, secret: string): string {
  return createHmac('sha256', secret).update(expiresAt).digest('base64url');
}

/** Returns an access token. It says itself when it ends, so it outlives a restart or a reset, as PayPal's does. */
function issueAccessToken(secret: string, now: Date): string {
  const expiresAt = String(now.getTime() + tokenLifetimeSeconds * 1000);
  return `${tokenPrefix}${expiresAt}.${seal(expiresAt, secret)}`;
}

function isAccessToken(token: string, secret: string, now: Date): boolean {
  const [expiresAt = '', given = ''] = token.replace(tokenPrefix, '').split('.');
  const expected = Buffer.from(seal(expiresAt, secret));
  const isOurs = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
  return isOurs && Number(expiresAt) > now.getTime();
}
