import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readStats, type StatsParts } from './stats.ts';

export function statsRoutes(app: FastifyInstance, parts: StatsParts): void {
  serve(app, endpoints.stats.read)(({ caller }) => readStats(caller.user.id, parts));
}
