import { AppError, allEndpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { endpointConfig } from './route-endpoint.ts';

/** Serves endpoints that are described and not implemented yet: each throws `not_implemented`, whatever is sent. */
export function serveNotImplemented(app: FastifyInstance): void {
  for (const endpoint of allEndpoints.filter(({ notImplemented }) => notImplemented)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Public: nobody has to sign in to learn that something is not there.
      config: endpointConfig({ ...endpoint, access: 'public' }),
      handler: () => {
        throw new AppError('not_implemented');
      },
    });
  }
}
