import { AppError, endpoints } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { type BuildInfo, checkHealth, type HealthChecks } from '@picksync/process';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { serve } from '../http/serve.ts';
import { legalRoutes } from './legal/legal.routes.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { openapiRoutes } from './openapi/openapi.routes.ts';
import { searchEngineRoutes } from './search-engines/search-engines.routes.ts';
import { statusRoutes } from './status/status.routes.ts';

function healthRoutes(app: FastifyInstance, { db, build, settings }: Context): void {
  const health = createHealth(db, { build, timeoutMs: settings.healthTimeoutMs });
  serve(app)(endpoints.health.read)(() => readHealth(health));
}

/** What an operator or a developer asks the process for. */
export const systemRoutes = [
  healthRoutes,
  openapiRoutes,
  mailPreviewRoutes,
  statusRoutes,
  legalRoutes,
  searchEngineRoutes,
];

type Health = {
  build: BuildInfo;
  checks: HealthChecks;
  /** How long each part may take to answer. */
  timeoutMs: number;
};

function createHealth(db: Db, rest: Omit<Health, 'checks'>): Health {
  const checks = {
    database: () => db.$queryRaw`SELECT 1`,
    // Throws when the queue is not installed.
    queue: () => db.$queryRaw`SELECT version FROM pgboss.version`,
  };
  return { ...rest, checks };
}

/** Returns whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ build, ...deps }: Health) {
  const { isHealthy, cause } = await checkHealth(deps);
  if (!isHealthy) throw new AppError('unavailable', { cause });
  return { status: 'ok' as const, ...build };
}
