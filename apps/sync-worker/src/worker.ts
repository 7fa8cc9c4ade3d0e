import { addMetricsRoute, watchProcess } from '@picksync/metrics';
import { addHealthRoutes, checkHealth, type HealthChecks } from '@picksync/process';
import { fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { requeueOrphanedSyncs } from './connections/requeue-orphaned-syncs.ts';
import { type Context, openContext } from './context.ts';
import { createHandlers } from './handlers.ts';

export type Worker = {
  /** Where it serves `/livez`, `/readyz` and `/healthz`. */
  address: string;
  stop: () => Promise<void>;
};

/** Starts a worker. Any number of them may run side by side, and none has to know of the others. */
export async function startWorker({ config, log }: { config: Config; log: Logger }): Promise<Worker> {
  const { context, build, locks, close } = await openContext({ config, log });
  const { healthTimeoutMs: timeoutMs, queueLimits } = config;
  const { metrics, prisma: db, sealer } = context;
  const server = createHealthServer(toHealthOptions(context, timeoutMs));
  const { readiness, readFigures } = watchProcess({
    ...context,
    process: 'sync-worker',
    build,
    db,
    poolSize: config.database.poolSize,
    pools: { locks: () => ({ used: locks.isOpen() ? 1 : 0, idle: 0, waiting: 0, max: 1 }) },
    timeoutMs,
    currentKey: sealer.keyId,
    queueLimits,
  });
  addHealthRoutes(server, { readiness, build });
  addMetricsRoute(server, { metrics, token: config.metricsToken });
  try {
    const address = await server.listen({ port: config.port, host: config.host });
    await context.queue.run('sync-worker', createHandlers(context), {
      rescue: requeueOrphanedSyncs(context),
      figures: readFigures,
    });
    return {
      address,
      stop: async () => {
        // The health checks answer to the end: they report that the process is stopping.
        readiness.stop();
        await close();
        await server.close();
      },
    };
  } catch (error) {
    await close();
    await server.close();
    throw error;
  }
}

type HealthOptions = {
  /** Each resolves when its part answers. */
  checks: HealthChecks;
  /** How long each part may take to answer. */
  timeoutMs: number;
  /** Returns how many jobs this process is working on. */
  running: () => number;
  isStopping: () => boolean;
};

function toHealthOptions({ prisma, queue, isStopping }: Context, timeoutMs: number): HealthOptions {
  const checks = {
    database: () => prisma.$queryRaw`SELECT 1`,
    queue: () => prisma.$queryRaw`SELECT version FROM pgboss.version`,
  };
  return { checks, timeoutMs, running: queue.running, isStopping };
}

export type Health = {
  status: 'ok' | 'stopping' | 'unavailable';
  parts: Record<string, 'ok' | 'failing'>;
  running: number;
};

/** Returns whether this process can do its work: every part that it needs answers in time. */
export async function readHealth({ running, isStopping, ...options }: HealthOptions): Promise<Health> {
  const { isHealthy, parts } = await checkHealth(options);
  return { status: isStopping() ? 'stopping' : isHealthy ? 'ok' : 'unavailable', parts, running: running() };
}

/** Serves the worker's health on a port of its own, for the supervisor that restarts a worker that hangs. */
export function createHealthServer(options: HealthOptions) {
  const server = fastify({ forceCloseConnections: true });
  server.get('/healthz', async (_request, reply) => {
    const health = await readHealth(options);
    return reply.status(health.status === 'ok' ? 200 : 503).send(health);
  });
  return server;
}
