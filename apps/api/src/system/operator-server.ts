import { addMetricsRoute } from '@picksync/metrics';
import { addHealthRoutes, type Readiness } from '@picksync/process';
import { type FastifyInstance, fastify } from 'fastify';
import type { Context } from '../base/context.ts';
import type { Config } from '../config.ts';

/**
 * Serves the metrics on a port of their own, which no proxy leads to, with the health beside them. Returns undefined where
 * no port is set: then nobody collects them.
 */
export async function openOperatorServer(
  context: Context & { readiness: Readiness },
  { port, host, token }: Config['metrics'],
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined;
  context.metrics.addNodeMetrics();
  const server = fastify({ forceCloseConnections: true });
  addHealthRoutes(server, context);
  addMetricsRoute(server, { metrics: context.metrics, token });
  const address = await server.listen({ port, host });
  context.log.info({ address }, 'metrics are served');
  return server;
}
