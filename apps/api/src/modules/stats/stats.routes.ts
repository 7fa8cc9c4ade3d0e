import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readStats, type StatsDeps } from './stats.ts';

export function statsRoutes(app: FastifyInstance, deps: StatsDeps): void {
  serve(app, endpoints.stats.read)(({ caller }) => readStats(caller.user, deps));
}
