import type { Db } from '@picksync/db';

export function pingDatabase(db: Db): Promise<unknown> {
  return db.$queryRaw`SELECT 1`;
}

/** Throws when the queue is not installed. */
export function pingQueue(db: Db): Promise<unknown> {
  return db.$queryRaw`SELECT version FROM pgboss.version`;
}
