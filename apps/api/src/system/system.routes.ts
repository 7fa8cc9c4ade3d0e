import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { serve } from '../http/serve.ts';
import { createHealth, readHealth } from './health/health.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { openapiRoutes } from './openapi/openapi.routes.ts';

function healthRoutes(app: FastifyInstance, { db, settings }: Context): void {
  const health = createHealth(db, { timeoutMs: settings.healthTimeoutMs });
  serve(app)(endpoints.health.read)(() => readHealth(health));
}

/** What an operator or a developer asks the process for. */
export const systemRoutes = [healthRoutes, openapiRoutes, mailPreviewRoutes];
