import { spawn } from 'node:child_process';

// Asks the group to end, waits up to 20 seconds, and then makes it end.
const script = `
cat >/dev/null
kill -s TERM -- "-$1" 2>/dev/null
i=0
while kill -s 0 -- "-$1" 2>/dev/null && [ $i -lt 200 ]; do sleep 0.1; i=$((i + 1)); done
kill -s KILL -- "-$1" 2>/dev/null`;

/**
 * A shell that waits for the end of its standard input, which comes when this process is gone for whatever reason,
 * `kill -9` included, and then ends the process group in our place. Returns a function that calls it off.
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
