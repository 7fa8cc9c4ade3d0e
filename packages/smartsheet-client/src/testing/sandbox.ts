import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSmartsheetClient, type SmartsheetClientOptions } from '../client.ts';
import { createMemoryLimiter } from '../limiter.ts';

const main = fileURLToPath(new URL('../../../../apps/sandbox/src/main.ts', import.meta.url));
function now() {
  return new Date();
}

/** The local stand-in for Smartsheet as a process of its own, on a free port. */
export async function startSandbox(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    },
    // The channel ends it when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)));
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const { address } = JSON.parse(line) as { address?: string };
        if (address !== undefined) resolve(address);
      });
  });
  const tool = async (method: string, path: string, body: unknown) => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
    return reply.json() as Promise<unknown>;
  };

  return {
    origin,
    site: { apiBase: `${origin}/2.0`, authorizeUrl: `${origin}/b/authorize` },
    toToken: async (account: string) =>
      (await tool('POST', '/api/tokens', { account })) as { accessToken: string; refreshToken: string },
    setFaults: (faults: Record<string, unknown>) => tool('PUT', '/api/faults', faults),
    accounts: async () =>
      (await (await fetch(`${origin}/api/accounts`)).json()) as { id: number; email: string }[],
    client: (accessToken: string, options: Partial<SmartsheetClientOptions> = {}) =>
      createSmartsheetClient({
        baseUrl: `${origin}/2.0`,
        accessToken: async () => accessToken,
        limiter: createMemoryLimiter({ now, sleep: async () => {} }),
        now,
        random: Math.random,
        sleep: (ms, signal) => sleep(Math.min(ms, 5), undefined, { signal }),
        timeoutMs: 10_000,
        changeAgent: 'picksync',
        ...options,
      }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;
