import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type Health, readHealth } from './health.ts';

export function healthRoutes(app: FastifyInstance, { health }: { health: Health }): void {
  const route = serve(app);
  route(endpoints.health.read)(() => readHealth(health));
}
