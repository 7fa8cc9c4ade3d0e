export type HealthChecks = Record<string, () => Promise<unknown>>;

/**
 * Runs all checks at the same time, each for at most `timeoutMs`. Returns the state of each part, whether all are ok,
 * and the error of the first that is not.
 */
export async function checkHealth({ checks, timeoutMs }: { checks: HealthChecks; timeoutMs: number }) {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(names.map((name) => within(timeoutMs, checks[name]?.())));
  const failed = results.filter((result) => result.status === 'rejected');
  const parts: Record<string, 'ok' | 'failing'> = Object.fromEntries(
    names.map((name, index) => [name, results[index]?.status === 'fulfilled' ? 'ok' : 'failing']),
  );
  return { isHealthy: failed.length === 0, parts, cause: failed[0]?.reason as unknown };
}

async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
