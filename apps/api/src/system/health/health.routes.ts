import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { createHealth, readHealth } from './health.ts';

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const health = createHealth(context.db, { timeoutMs: context.settings.healthTimeoutMs });
  route(endpoints.health.read)(() => readHealth(health));
}
