import { AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { version } from '../../version.ts';
import { askDatabase, askQueue } from './health.store.ts';

export type Health = {
  version: string;
  checks: (() => Promise<unknown>)[];
  /** How long each part may take to answer. */
  timeoutMs: number;
};

export function createHealth(db: Db, { timeoutMs }: Pick<Health, 'timeoutMs'>): Health {
  return { version, checks: [() => askDatabase(db), () => askQueue(db)], timeoutMs };
}

/** Whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ checks, version, timeoutMs }: Health) {
  const results = await Promise.allSettled(checks.map((check) => within(timeoutMs, check())));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw new AppError('unavailable', { cause: failed.reason });
  return { status: 'ok' as const, version };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
