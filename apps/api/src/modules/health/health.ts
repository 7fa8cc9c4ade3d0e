import { AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { version } from '../../version.ts';
import { askDatabase, askQueue } from './health.store.ts';

export type Health = { version: string; checks: (() => Promise<unknown>)[] };

const PATIENCE_MS = 2000;

export const createHealth = (db: Db): Health => ({
  version,
  checks: [() => askDatabase(db), () => askQueue(db)],
});

/** Whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ checks, version }: Health) {
  const results = await Promise.allSettled(checks.map((check) => within(PATIENCE_MS, check())));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw new AppError('unavailable', { cause: failed.reason });
  return { status: 'ok' as const, version };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
