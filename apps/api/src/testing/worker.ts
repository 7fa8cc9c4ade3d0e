import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from './sandbox.ts';
import type { TestApp } from './test-app.ts';

const main = fileURLToPath(new URL('../../../sync-worker/src/main.ts', import.meta.url));

/** The worker in a process of its own, on the database of a test and beside its sandbox, for what a run then does. */
export async function startWorker({ databaseUrl, settings }: TestApp, sandbox: Sandbox) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'info',
      HEALTH_TIMEOUT_MS: '60000',
      DATABASE_TIMEOUT_MS: '120000',
      DATABASE_URL: databaseUrl,
      SEALING_KEYS: settings.sealingKeys
        .map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`)
        .join(','),
      SECRET: settings.secret,
      PUBLIC_URL: 'http://127.0.0.1:9',
      SMARTSHEET_CLIENT_ID: sandbox.settings.clientId,
      SMARTSHEET_CLIENT_SECRET: sandbox.settings.clientSecret,
      SMARTSHEET_API_BASE: sandbox.settings.apiBase,
    },
    // The channel ends it when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines: string[] = [];
  const ended = once(child, 'close');
  const started = Promise.withResolvers<void>();
  ended.then(() => started.reject(new Error('The worker ended before it started')));
  if (!child.stdout) throw new Error('The worker has no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (line.includes('"address"')) started.resolve();
  });
  await started.promise;
  return {
    log: () => lines.join('\n'),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
