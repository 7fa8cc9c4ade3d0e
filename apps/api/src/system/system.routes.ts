import { AppError, endpoints } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { checkHealth, type HealthChecks } from '@picksync/process';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { serve } from '../http/serve.ts';
import { version } from '../version.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { openapiRoutes } from './openapi/openapi.routes.ts';

function healthRoutes(app: FastifyInstance, { db, settings }: Context): void {
  const health = createHealth(db, { timeoutMs: settings.healthTimeoutMs });
  serve(app)(endpoints.health.read)(() => readHealth(health));
}

/** What an operator or a developer asks the process for. */
export const systemRoutes = [healthRoutes, openapiRoutes, mailPreviewRoutes];

type Health = {
  version: string;
  checks: HealthChecks;
  /** How long each part may take to answer. */
  timeoutMs: number;
};

function createHealth(db: Db, { timeoutMs }: Pick<Health, 'timeoutMs'>): Health {
  const checks = {
    database: () => db.$queryRaw`SELECT 1`,
    // Throws when the queue is not installed.
    queue: () => db.$queryRaw`SELECT version FROM pgboss.version`,
  };
  return { version, checks, timeoutMs };
}

/** Returns whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ version, ...deps }: Health) {
  const { isHealthy, cause } = await checkHealth(deps);
  if (!isHealthy) throw new AppError('unavailable', { cause });
  return { status: 'ok' as const, version };
}
