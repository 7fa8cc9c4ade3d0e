import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authorizeRoutes } from './authorize.routes.ts';
import { google } from './google.ts';
import { answerFault, identityFaultsRoutes, noIdentityFaults } from './identity-faults.ts';
import { createIssuer, getPlace, type IdentityDeps } from './issuer.ts';
import { microsoft } from './microsoft.ts';
import { createKeyRing } from './signing-keys.ts';
import { googleTokenRoutes, tokenRoutes } from './token.routes.ts';

/**
 * Registers the stand-ins for signing in with Google and with Microsoft (OpenID Connect). What they know lasts as long as the
 * process, or until it is cleared: a sign-in takes a minute.
 */
export function registerIdentity(
  app: FastifyInstance,
  options: Pick<IdentityDeps, 'config' | 'now'>,
): { clear: () => void } {
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
  return {
    clear: () => {
      faults.current = noIdentityFaults();
      for (const { issuer } of desks) issuer.clear();
    },
  };
}

/** Serves the discovery document and the keys. */
function discoveryRoutes(app: FastifyInstance, { provider, keys, faults, now }: IdentityDeps): void {
  const { paths } = provider;

  app.get(paths.discovery, async (request, reply) => {
    if (answerFault(faults.current.discovery, reply)) return reply;
    const place = getPlace(request);
    const refusal = provider.refusePlace(place, { error: 'invalid_tenant', now: now() });
    if (refusal) return reply.code(refusal.status).send(refusal.body);
    return reply.header('cache-control', 'public, max-age=3600').send(provider.discover(place));
  });

  app.get(paths.keys, async (request, reply) => {
    if (answerFault(faults.current.keys, reply)) return reply;
    const { base } = getPlace(request);
    return reply
      .header('cache-control', provider.keysCaching)
      .send({ keys: keys.published.map((key) => provider.describeKey(key, base)) });
  });
}

/** Serves who an access token is for. */
function userinfoRoutes(app: FastifyInstance, { provider, issuer }: IdentityDeps): void {
  app.route({
    method: ['GET', 'POST'],
    url: provider.paths.userinfo,
    handler: async (request, reply) => {
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const grant = issuer.findGrant(token ?? '');
      if (grant?.scopes.includes('openid')) return provider.toUserinfo(grant);
      const { status, body, headers = {} } = provider.refuseUserinfo(token !== undefined);
      return reply.code(status).headers(headers).send(body);
    },
  });
}
