import { createVerify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fieldsOf, type IdentityDeps } from './issuer.ts';

/** Serves what Google alone has: taking tokens back, reading one for whoever debugs, and codes for devices. */
export function googleTokenRoutes(app: FastifyInstance, { issuer, keys, now }: IdentityDeps): void {
  app.post('/google/revoke', async (request, reply) => {
    const { token } = { ...fieldsOf(request.query), ...fieldsOf(request.body) };
    if (token && issuer.revoke(token)) return {};
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
  });

  app.get('/google/tokeninfo', async (request, reply) => {
    const { id_token: token = '' } = fieldsOf(request.query);
    const claims = readIdToken(token);
    if (claims && Number(claims.exp) * 1000 > now().getTime()) return claims;
    return reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' });
  });

  // The app is registered as one on a server.
  app.post('/google/device/code', async (_request, reply) =>
    reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client type.' }),
  );

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
