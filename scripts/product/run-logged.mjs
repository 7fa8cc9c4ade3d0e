import { writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { startGroup } from '../process/group.mjs';
import { guardGroup } from '../process/guard.mjs';
import { root } from '../root.mjs';

/** Returns what writes a text to a log and shows it as well. */
export function createShow(log, onOutput) {
  return (text) => {
    writeSync(log.descriptor, text);
    onOutput(text);
  };
}

/**
 * Runs a script under this Node, and returns its group. What it says stands in its log; with `onOutput` it is shown while it runs,
 * and with `onStdout` the standard output goes there alone.
 */
export function runLogged({ script, args = [], nodeArgs = [], cwd = root, env, log, onStdout, onOutput }) {
  const output = onOutput ? 'pipe' : log.descriptor;
  const group = startGroup({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', ...nodeArgs, resolve(root, script), ...args],
    cwd,
    env,
    // The end of a pipe and of an IPC channel shows the process that we have ended.
    stdio: ['pipe', onStdout ? 'pipe' : output, output, 'ipc'],
  });
  const { stdout, stderr, pid } = group.child;
  if (onStdout) stdout.setEncoding('utf8').on('data', onStdout);
  if (!onOutput) return group;
  const show = createShow(log, onOutput);
  for (const stream of onStdout ? [stderr] : [stdout, stderr]) stream.setEncoding('utf8').on('data', show);
  // A tool that is not ours may not notice our end.
  const callOff = guardGroup(pid);
  group.ended.then(callOff);
  return group;
}
