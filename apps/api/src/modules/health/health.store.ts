import type { Db } from '@picksync/db';

export function askDatabase(db: Db): Promise<unknown> {
  return db.$queryRaw`SELECT 1`;
}

/** Fails when the queue is not installed. */
export function askQueue(db: Db): Promise<unknown> {
  return db.$queryRaw`SELECT version FROM pgboss.version`;
}
