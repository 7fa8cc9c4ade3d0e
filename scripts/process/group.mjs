import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../root.mjs';

// Another process may still hold the pipe of a process that has ended.
const lastOutputMs = 1000;

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

/**
 * Starts a program in its own process group. Ctrl-C reaches it only through us, so that processes stop in order, and
 * its child processes end with it. `ended` resolves with its code and signal after all its output has been read.
 */
export function startGroup({ command, args, env, stdio, cwd = root }) {
  const child = spawn(command, args, { cwd, env, stdio, detached: true });
  let running = true;
  const closed = once(child, 'close').catch(() => {});
  const exited = once(child, 'exit').then(async ([code, signal]) => {
    running = false;
    killGroup(child.pid);
    await Promise.race([closed, delay(lastOutputMs, undefined, { ref: false })]);
    return { code, signal };
  });
  const ended = exited.catch((error) => {
    running = false;
    return { error };
  });

  /** Sends SIGTERM, and SIGKILL when it has not ended after this time. */
  async function stop(patienceMs) {
    if (!running) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => running && killGroup(child.pid), patienceMs);
    await ended;
    clearTimeout(timer);
  }
  return { child, ended, stop, running: () => running };
}
