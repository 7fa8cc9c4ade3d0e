import { type ChildProcess, spawn } from 'node:child_process';
import { cleanEnvironment } from './cluster.ts';

/**
 * Starts a shell that waits for the end of its standard input, which comes when this process is gone for whatever
 * reason, `kill -9` included, and then stops the server in our place.
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
