import type { FastifyInstance } from 'fastify';
import type { BuildInfo } from './build-info.ts';
import type { Readiness } from './readiness.ts';

/** They are asked for every few seconds, by machines: neither logged as a request nor limited. */
const unlogged = { logLevel: 'silent', config: { rateLimit: false } } as const;

/**
 * Adds what a supervisor and an operator ask: whether the process answers at all (`/livez`), which never asks the database,
 * and whether it can do all of its work (`/readyz`).
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

/**
 * Adds what a load balancer asks before it sends requests to a process (`/servez`). Where the database is away from all of
 * them, each goes on with what it can serve, and says what it cannot.
 */
export function addServeRoute(
  app: FastifyInstance,
  { readiness, build }: { readiness: Pick<Readiness, 'takesRequests'>; build: BuildInfo },
): void {
  app.get('/servez', unlogged, async (_request, reply) => {
    const takes = readiness.takesRequests();
    return reply.code(takes ? 200 : 503).send({ status: takes ? 'serving' : 'unavailable', ...build });
  });
}
