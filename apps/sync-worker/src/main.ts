import { setFlagsFromString } from 'node:v8';
import { createLogger, runProcess } from '@picksync/process';
import { readConfig } from './config.ts';
import { startWorker } from './worker.ts';

/** Longer than a token refresh may take: one that is cut off loses the connection. */
const closeTimeoutMs = 150_000;

/**
 * A worker mostly waits for others. By default V8 lets garbage grow to several hundred megabytes before it collects. With
 * this bound, by which the heap grows between two collections, and with `--max-semi-space-size=4`, which Node has to be
 * started with, memory stays below two hundred. A firm limit of the heap would end the process where it needs more.
 */
setFlagsFromString('--heap-growing-percent=20');

runProcess({
  name: 'The worker',
  closeTimeoutMs,
  start: async () => {
    const config = readConfig(process.env);
    const log = createLogger({ process: 'sync-worker', level: config.logLevel });
    const worker = await startWorker({ config, log });
    log.info({ address: worker.address }, 'worker started');
    return { log, close: worker.stop };
  },
});
