import { existsSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const notBuilt = 'The console is not built yet: run `pnpm --filter @picksync/sandbox build`.\n';

/**
 * Serves the console as it was built: its page at `/`, its files under `/console/`, and every component that it is made of at
 * `/dev/ui`. All else works without the build.
 */
export function pageRoutes(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) {
    // No failure: the sandbox is ready, and whoever starts it asks here whether it is.
    app.get('/', (_request, reply) => reply.type('text/plain').send(notBuilt));
    return;
  }
  // Read again each time: only what has its content's hash in its name lasts, and this machine is not far.
  app.register(staticFiles, { root: folder, prefix: '/console/', cacheControl: false, index: false });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.get('/dev/ui', (_request, reply) => reply.sendFile('gallery.html'));
}
