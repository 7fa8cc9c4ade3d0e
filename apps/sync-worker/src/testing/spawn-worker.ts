import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LogLine } from './run-worker.ts';
import type { World } from './world.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A worker in a process of its own, as it runs in production. */
export async function spawnWorker(world: World, settings: Record<string, string> = {}) {
  const lines: LogLine[] = [];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...world.environment,
      LOG_LEVEL: 'info',
      ...settings,
    },
    // The channel ends it when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // Only then has everything been heard that it logged.
  const ended = once(child, 'close');
  const started = Promise.withResolvers<string>();
  ended.then(() => started.reject(new Error('The worker ended before it started')));
  if (!child.stdout) throw new Error('The worker has no output');
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as LogLine & { address?: string };
    lines.push(line);
    if (line.address !== undefined) started.resolve(line.address);
  });
  const address = await started.promise;

  return {
    address,
    lines,
    /** Sends a signal that does not end the worker, such as SIGSTOP. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    kill: async (signal: 'SIGKILL' | 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
  };
}

export type SpawnedWorker = Awaited<ReturnType<typeof spawnWorker>>;
