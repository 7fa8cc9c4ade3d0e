import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readStats } from './stats.ts';

export function statsRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.stats.read)(({ caller }) => readStats(context, caller.user));
}
