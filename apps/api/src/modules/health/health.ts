import { AppError } from '@picksync/contracts';

export type HealthParts = {
  /** Resolves when the part answers. */
  checks: Record<'database' | 'queue', () => Promise<unknown>>;
  version: string;
};

const PATIENCE_MS = 2000;

/** Whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ checks, version }: HealthParts) {
  const results = await Promise.allSettled(
    Object.values(checks).map((check) => within(PATIENCE_MS, check())),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw new AppError('unavailable', { cause: failed.reason });
  return { status: 'ok' as const, version };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
