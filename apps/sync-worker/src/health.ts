import { checkHealth, type HealthChecks } from '@picksync/process';
import { fastify } from 'fastify';

export type HealthDeps = {
  /** Resolve when the part answers. */
  checks: HealthChecks;
  /** How long each part may take to answer. */
  timeoutMs: number;
  /** Jobs this process is in the middle of. */
  running: () => number;
  isStopping: () => boolean;
};

export type Health = {
  status: 'ok' | 'stopping' | 'unavailable';
  parts: Record<string, 'ok' | 'failing'>;
  running: number;
};

/** Returns whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ running, isStopping, ...deps }: HealthDeps): Promise<Health> {
  const { isHealthy, parts } = await checkHealth(deps);
  return { status: isStopping() ? 'stopping' : isHealthy ? 'ok' : 'unavailable', parts, running: running() };
}

/** Serves the worker's health on a port of its own, for the supervisor that restarts it when it hangs. */
export function healthServer(deps: HealthDeps) {
  const server = fastify({ forceCloseConnections: true });
  server.get('/healthz', async (_request, reply) => {
    const health = await readHealth(deps);
    return reply.status(health.status === 'ok' ? 200 : 503).send(health);
  });
  return server;
}
