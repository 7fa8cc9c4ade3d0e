import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@picksync/embedded-postgres';
import { vi } from 'vitest';
import type { LogLine } from './run-worker.ts';
import type { World } from './world.ts';

const main = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url));

/** The API in a process of its own, as it runs in production, once it answers. */
export async function spawnApi(world: World, settings: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: LogLine[] = [];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...world.environment,
      LOG_LEVEL: 'info',
      STOP_DELAY_MS: '0',
      PUBLIC_URL: url,
      SMARTSHEET_AUTHORIZE_BASE: `${world.sandbox.url}/b/authorize`,
      POSTMARK_TOKEN: 'sandbox',
      POSTMARK_HOST: new URL(world.sandbox.url).host,
      ...settings,
      PORT: String(port),
    },
    // The channel ends it when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // Only then has everything been heard that it logged.
  const ended = once(child, 'close');
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (text) => lines.push(JSON.parse(text)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const answers = async () =>
    hasEnded() || (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true;
  await vi.waitUntil(answers, { timeout: 120_000 });
  if (hasEnded()) throw new Error('The API ended before it answered');

  return {
    url,
    lines,
    kill: async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
}

export type SpawnedApi = Awaited<ReturnType<typeof spawnApi>>;
