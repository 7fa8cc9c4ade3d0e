import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authorizeRoutes } from './authorize.routes.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { google } from './google.ts';
import { googleTokenRoutes } from './google-tokens.routes.ts';
import { identityFaultsRoutes, noIdentityFaults } from './identity-faults.ts';
import { createIssuer, type IdentityDeps } from './issuer.ts';
import { microsoft } from './microsoft.ts';
import { createKeyRing } from './signing-keys.ts';
import { tokenRoutes } from './token.routes.ts';
import { userinfoRoutes } from './userinfo.routes.ts';

/**
 * Registers the stand-ins for signing in with Google and with Microsoft (OpenID Connect). What they know lasts as long as the
 * process: a sign-in takes a minute.
 */
export function registerIdentity(app: FastifyInstance, options: Pick<IdentityDeps, 'config' | 'now'>): void {
  const faults = { current: noIdentityFaults() };
  const newKeyId = () => randomUUID().replaceAll('-', '');
  const desks = [google, microsoft].map((provider) => {
    const deps = { ...options, provider, faults, keys: createKeyRing(newKeyId) };
    return { ...deps, issuer: createIssuer(deps) };
  });
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    for (const desk of desks) {
      discoveryRoutes(pages, desk);
      authorizeRoutes(pages, desk);
      tokenRoutes(pages, desk);
      userinfoRoutes(pages, desk);
      if (desk.provider === google) googleTokenRoutes(pages, desk);
    }
    identityFaultsRoutes(pages, faults);
    pages.post('/api/identity-keys/rotate', async (_request, reply) => {
      for (const { keys } of desks) keys.rotate();
      return reply.code(204).send();
    });
  });
}
