import { spawn } from 'node:child_process';

// Sends SIGTERM to the group, waits up to 20 seconds, and then sends SIGKILL.
const script = `
cat >/dev/null
kill -s TERM -- "-$1" 2>/dev/null
i=0
while kill -s 0 -- "-$1" 2>/dev/null && [ $i -lt 200 ]; do sleep 0.1; i=$((i + 1)); done
kill -s KILL -- "-$1" 2>/dev/null`;

/**
 * Starts a shell that ends the process group when its standard input ends. That happens when this process ends in any
 * way, also by `kill -9`. Returns a function that stops the shell.
 */
export function guardGroup(pid) {
  if (pid === undefined) return () => {};
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return () => guard.kill('SIGKILL');
}
