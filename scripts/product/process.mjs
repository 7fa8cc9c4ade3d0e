import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';

const restartsAllowed = 5;
const calmAfterMs = 60_000;
const killAfterMs = 15_000;

/**
 * One process of the product. It gets a process group of its own, so that Ctrl-C reaches the start command alone and
 * the processes stop in order, and a channel to the start command, so that it ends when that is gone.
 */
function spawnProcess({ script, env, log, onLine }) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: root,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      log.write(text);
      onLine?.(text);
    });
  }
  return child;
}

/** Starts a process and keeps it alive: a crash is followed by a restart, up to five in a minute. */
export function supervise({ name, script, env, logDir, restart = true, onGivenUp, onLine }) {
  const log = createWriteStream(join(logDir, `${name}.log`), { flags: 'a' });
  let crashes = [];
  let stopping = false;
  let child = run();

  function run() {
    const started = spawnProcess({ script: join(root, script), env, log, onLine });
    started.once('exit', (code, signal) => {
      if (stopping) return;
      crashes = [...crashes.filter((at) => Date.now() - at < calmAfterMs), Date.now()];
      if (!restart || crashes.length > restartsAllowed) return onGivenUp({ name, code, signal });
      console.log(`${name} ended (${signal ?? `code ${code}`}); starting it again`);
      child = run();
    });
    return started;
  }

  async function stop() {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    await ended;
    clearTimeout(timer);
  }

  return { name, stop, running: () => child.exitCode === null && child.signalCode === null };
}
