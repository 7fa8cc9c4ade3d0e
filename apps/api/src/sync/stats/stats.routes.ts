import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readStats, type StatsDeps } from './stats.ts';

export function statsRoutes(app: FastifyInstance, deps: StatsDeps): void {
  const route = serve(app);
  route(endpoints.stats.read)(({ caller }) => readStats(caller.user, deps));
}
