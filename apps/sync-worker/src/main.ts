import { setFlagsFromString } from 'node:v8';
import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { startWorker } from './worker.ts';

/** Longer than jobs are given to end: something hangs. */
const closingMs = 20_000;

/**
 * A worker waits for others most of its time. Left to itself the engine lets garbage grow to several hundred megabytes
 * before it looks; told to keep small it stays below two hundred.
 */
setFlagsFromString('--optimize-for-size');

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const worker = await startWorker({ config, log });
  log.info({ address: worker.address }, 'worker started');

  const stop = (reason: string) => {
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), closingMs).unref();
    worker.stop().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
  // Started by another process, this one ends with it.
  process.once('disconnect', () => stop('disconnect'));
}

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${error instanceof ConfigError ? message : `The worker could not start: ${message}`}\n`,
  );
  process.exit(1);
});
