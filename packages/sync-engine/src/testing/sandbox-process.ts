import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../../apps/sandbox/src/main.ts', import.meta.url));

export type SandboxProcess = { url: string; stop: () => Promise<void> };

/** A sandbox without settings of its own that no file of tests uses now. */
let kept: SandboxProcess | undefined;

/**
 * Starts a sandbox on a free port, in a process of its own, for a file of tests. One without settings is reset when it is
 * stopped, and serves the next file that this process runs: most files would take longer to start one than to use it.
 */
export async function openSandboxProcess(settings: Record<string, string> = {}): Promise<SandboxProcess> {
  if (Object.keys(settings).length > 0) return startProcess(settings);
  const sandbox = kept ?? (await startProcess({}));
  kept = undefined;
  const stop = async () => {
    const { ok } = await fetch(`${sandbox.url}/api/reset`, { method: 'POST' });
    if (!ok || kept) return sandbox.stop();
    kept = sandbox;
  };
  return { url: sandbox.url, stop };
}

async function startProcess(settings: Record<string, string>): Promise<SandboxProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      ...settings,
    },
    // The channel ends it when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const url = await readAddress(child.stdout).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  // One that is kept is no reason for this process to stay.
  child.unref();
  child.channel?.unref();
  (child.stdout as Socket | null)?.unref();
  return { url, stop };
}

/** The sandbox logs lines of JSON; one of them says where it listens. */
async function readAddress(output: NodeJS.ReadableStream | null): Promise<string> {
  if (!output) throw new Error('The sandbox has no output');
  for await (const line of createInterface({ input: output })) {
    const { address } = JSON.parse(line) as { address?: string };
    if (address === undefined) continue;
    // Read on, so that it never waits for somebody to.
    output.resume();
    return address;
  }
  throw new Error('The sandbox ended before it listened');
}
