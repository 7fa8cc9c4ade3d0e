import { createVerify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type IdentityDeps, toFields } from './issuer.ts';

/** Serves what Google alone has: taking tokens back, reading one for whoever debugs, and codes for devices. */
export function googleTokenRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { issuer, provider, config, keys, now } = deps;
  app.post('/google/revoke', async (request, reply) => {
    const { token } = { ...toFields(request.query), ...toFields(request.body) };
    if (token && issuer.revoke(token)) return {};
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
  });

  app.get('/google/tokeninfo', async (request, reply) => {
    const { id_token: token = '', access_token: accessToken } = toFields(request.query);
    const claims = accessToken === undefined ? readIdToken(token) : readAccessToken(accessToken);
    if (claims && Number(claims.exp) * 1000 > now().getTime()) return claims;
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' });
  });

  // The app is registered as one on a server.
  app.post('/google/device/code', async (_request, reply) =>
    reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client type.' }),
  );

  /** Returns what an access token is for, as texts. */
  function readAccessToken(token: string): Record<string, string> | null {
    const found = issuer.findToken(token);
    if (!found) return null;
    const { grant, until } = found;
    const { sub, email, email_verified } = Object(provider.toUserinfo(grant));
    return {
      azp: config.CLIENT_ID,
      aud: config.CLIENT_ID,
      sub,
      scope: provider.writeScopes(grant.scopes),
      exp: String(Math.floor(until / 1000)),
      expires_in: String(Math.floor((until - now().getTime()) / 1000)),
      ...(email && { email, email_verified: String(email_verified) }),
      access_type: grant.isOffline ? 'offline' : 'online',
    };
  }

  /** Returns the claims of a token that one of the published keys signed, as texts. */
  function readIdToken(token: string): Record<string, string> | null {
    const [head = '', claims = '', signature = ''] = token.split('.');
    const isSigned = keys.published.some(({ publicKey }) =>
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url'),
    );
    if (!isSigned) return null;
    const parts = [claims, head].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const texts = Object.entries(Object.assign({}, ...parts)).map(([key, value]) => [key, String(value)]);
    return Object.fromEntries(texts);
  }
}
