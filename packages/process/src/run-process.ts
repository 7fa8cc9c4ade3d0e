import type { Logger } from 'pino';
import { SettingsError } from './read-settings.ts';

type StartedProcess = {
  log: Pick<Logger, 'info' | 'error'>;
  /** Finishes what is under way and closes everything. */
  close: () => Promise<unknown>;
};

type Options = {
  /** How a person calls the process, at the beginning of a sentence. */
  name: string;
  start: () => Promise<StartedProcess>;
  /** What has not closed by then is left as it is. */
  closeTimeoutMs: number;
};

/**
 * Starts a process and ends it in order on SIGTERM, SIGINT, or with the process that started it. A start that fails is
 * one line on standard error and exit code 1.
 */
export function runProcess({ name, start, closeTimeoutMs }: Options): void {
  // What can no longer be said, on a full disk or to a terminal that was closed, is no reason to end.
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
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof SettingsError ? message : `${name} could not start: ${message.split('\n')[0]}`;
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
