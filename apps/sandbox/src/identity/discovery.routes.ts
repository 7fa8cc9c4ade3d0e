import type { FastifyInstance } from 'fastify';
import { answerFault } from './identity-faults.ts';
import { getPlace, type IdentityDeps } from './issuer.ts';

/** Serves the discovery document and the keys. */
export function discoveryRoutes(app: FastifyInstance, { provider, keys, faults, now }: IdentityDeps): void {
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
