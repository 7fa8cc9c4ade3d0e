import type { FastifyInstance } from 'fastify';
import type { IdentityDeps } from './issuer.ts';

/** Serves who an access token is for. */
export function userinfoRoutes(app: FastifyInstance, { provider, issuer }: IdentityDeps): void {
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
