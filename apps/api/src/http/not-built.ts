import { AppError, allEndpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { endpointConfig } from './route-endpoint.ts';

/** Endpoints that are described and not built yet answer so, whatever is sent to them. */
export function serveNotBuilt(app: FastifyInstance): void {
  for (const endpoint of allEndpoints.filter(({ notBuilt }) => notBuilt)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Public: a person who is not signed in shall not be told to sign in for something that is not there.
      config: endpointConfig({ ...endpoint, access: 'public' }),
      handler: () => {
        throw new AppError('not_built_yet');
      },
    });
  }
}
