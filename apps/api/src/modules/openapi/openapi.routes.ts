import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { version } from '../../version.ts';
import { openapiOf } from './openapi.ts';

export function openapiRoutes(app: FastifyInstance, { publicOrigin }: { publicOrigin: string }): void {
  const document = openapiOf(endpoints, { version, origin: publicOrigin });
  serve(app, endpoints.openapi.read)(() => document);
}
