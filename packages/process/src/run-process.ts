import type { Logger } from 'pino';
import { SettingsError } from './read-settings.ts';

type StartedProcess = {
  log: Pick<Logger, 'info' | 'error'>;
  /** Finishes the current work and closes everything. */
  close: () => Promise<unknown>;
};

type Options = {
  /** The name of the process, as the beginning of a sentence. */
  name: string;
  start: () => Promise<StartedProcess>;
  /** The process exits after this time, even if `close` has not finished. */
  closeTimeoutMs: number;
};

/**
 * Starts a process and shuts it down on SIGTERM, on SIGINT, or when the process that started it ends. A start that
 * fails writes one line to standard error and exits with code 1.
 */
export function runProcess({ name, start, closeTimeoutMs }: Options): void {
  // Output that fails, on a full disk or to a closed terminal, must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  start().then(
    (started) => {
      const stop = (reason: string) => void stopProcess(started, { reason, closeTimeoutMs });
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
      process.once('disconnect', () => stop('disconnect'));
    },
    (error: unknown) => {
      process.stderr.write(`${sentenceFor(error, name)}\n`);
      process.exit(1);
    },
  );
}

function sentenceFor(error: unknown, name: string): string {
  if (error instanceof SettingsError) return error.message;
  return `${name} could not start: ${getReason(error)}`;
}

/** Where a host has several addresses, none of which answers, Node's error has no message, and those of each address have. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.trim().split('\n');
  if (first !== '') return first;
  if (error instanceof AggregateError && error.errors.length > 0) return getReason(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

async function stopProcess(
  { log, close }: StartedProcess,
  { reason, closeTimeoutMs }: { reason: string; closeTimeoutMs: number },
): Promise<void> {
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), closeTimeoutMs).unref();
  try {
    await close();
    process.exit(0);
  } catch (err) {
    log.error({ err }, 'could not stop in order');
    process.exit(1);
  }
}

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
