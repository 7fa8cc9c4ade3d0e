import type { FastifyInstance } from 'fastify';
import type { BuildInfo } from './build-info.ts';
import type { Readiness } from './readiness.ts';

/** They are asked for every few seconds, by machines: neither logged as a request nor limited. */
const unlogged = { logLevel: 'silent', config: { rateLimit: false } } as const;

/**
 * Adds what a supervisor and a load balancer ask: whether the process answers at all (`/livez`), which never asks the
 * database, and whether it can do its work (`/readyz`).
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { readiness, build }: { readiness: Pick<Readiness, 'read'>; build: BuildInfo },
): void {
  app.get('/livez', unlogged, async () => ({ status: 'alive', ...build }));
  app.get('/readyz', unlogged, async (_request, reply) => {
    const report = await readiness.read();
    return reply.code(report.status === 'ready' ? 200 : 503).send({ ...report, ...build });
  });
}
