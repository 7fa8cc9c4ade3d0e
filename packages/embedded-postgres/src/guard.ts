import { type ChildProcess, spawn } from 'node:child_process';
import { cleanEnvironment } from './cluster.ts';

/**
 * Starts a shell that stops the server when its standard input ends. That happens when this process ends in any way,
 * also by `kill -9`.
 */
export function guardAgainstOurDeath(pid: number): ChildProcess {
  const script =
    'cat >/dev/null; kill -INT "$1"; for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done; kill -QUIT "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}
