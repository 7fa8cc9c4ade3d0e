import { Writable } from 'node:stream';
import { createLogger } from '@picksync/process';
import { startWorker } from '../worker.ts';
import type { World } from './world.ts';

export type LogLine = { msg: string; queue?: string; ended?: string } & Record<string, unknown>;

/** A worker in this process, and what it logs. Stop it before the world is closed. */
export async function runWorker(world: World, settings: Record<string, string> = {}) {
  const lines: LogLine[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const config = world.config({ LOG_LEVEL: 'info', ...settings });
  const worker = await startWorker({
    config,
    log: createLogger({ process: 'sync-worker', level: config.logLevel, destination }),
  });
  return { ...worker, lines, findJobs: (queue: string) => lines.filter((line) => line.queue === queue) };
}
