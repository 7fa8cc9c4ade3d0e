import type { Db } from '@picksync/db';

export const askDatabase = (db: Db): Promise<unknown> => db.$queryRaw`SELECT 1`;

/** Fails when the queue is not installed. */
export const askQueue = (db: Db): Promise<unknown> => db.$queryRaw`SELECT version FROM pgboss.version`;
