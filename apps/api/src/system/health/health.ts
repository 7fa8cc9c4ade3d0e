import { AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { checkHealth, type HealthChecks } from '@picksync/process';
import { version } from '../../version.ts';

type Health = {
  version: string;
  checks: HealthChecks;
  /** How long each part may take to answer. */
  timeoutMs: number;
};

export function createHealth(db: Db, { timeoutMs }: Pick<Health, 'timeoutMs'>): Health {
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
