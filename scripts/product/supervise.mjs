import { writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startGroup } from '../process/group.mjs';
import { guardGroup } from '../process/guard.mjs';
import { lastWords } from '../process/last-words.mjs';
import { root } from '../root.mjs';
import { Unusable } from '../unusable.mjs';
import { isDiskFull } from './disk.mjs';
import { openLog } from './log-file.mjs';

// Longer than a process takes to shut down: one that is refreshing a token waits up to two minutes for it.
export const patienceMs = 160_000;
const whileFull = { lookMs: 2000, tryMs: 60_000 };
const fiveInAMinute = { most: 5, withinMs: 60_000, pauseMs: 500 };

/** Returns a function that says after each crash how long to wait before the restart; nothing after too many. */
function countCrashes({ most, withinMs, pauseMs }) {
  let crashes = [];
  return () => {
    const now = performance.now();
    crashes = [...crashes.filter((at) => now - at < withinMs), now];
    return crashes.length > most ? undefined : pauseMs * (crashes.length - 1);
  };
}

/**
 * Starts a process of the product, with its own log. If it ends before it is ready, `untilReady` rejects with its last
 * error. After that a crash is followed by a restart, after increasing pauses, until there are too many in a minute:
 * then `onGivenUp` gets one sentence. While the disk is full nothing is given up: the process waits for room.
 * `env` may be a function, which is called for each start. With `nodeArgs` it runs under a Node with more options; with
 * `onOutput` what it says is also shown while it runs.
 */
export function supervise({
  name,
  script,
  args = [],
  nodeArgs = [],
  cwd = root,
  env,
  logDir,
  say,
  onGivenUp,
  onStdout,
  onOutput,
  restarts = fiveInAMinute,
  isFull = () => isDiskFull(logDir),
}) {
  const file = join(logDir, `${name}.log`);
  const log = openLog(file);
  const nextPause = countCrashes(restarts);
  let state = 'starting';
  let begunAt;
  let pause;
  let isToldFull = false;
  const output = onOutput ? 'pipe' : log.descriptor;
  let current = run();

  function listen(stream) {
    stream.setEncoding('utf8').on('data', (text) => {
      writeSync(log.descriptor, text);
      onOutput(text);
    });
  }

  function run() {
    begunAt = log.size();
    const group = startGroup({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...nodeArgs, resolve(root, script), ...args],
      cwd,
      env: typeof env === 'function' ? env() : env,
      // The end of a pipe and of an IPC channel shows the process that we have ended.
      stdio: ['pipe', onStdout ? 'pipe' : output, output, 'ipc'],
    });
    if (onStdout) group.child.stdout.setEncoding('utf8').on('data', onStdout);
    else if (onOutput) listen(group.child.stdout);
    if (onOutput) listen(group.child.stderr);
    // A tool that is not ours may not notice our end.
    const callOff = onOutput ? guardGroup(group.child.pid) : () => {};
    group.ended.then((end) => {
      callOff();
      return afterEnd(end);
    });
    return group;
  }

  // On a full disk the log lacks the reason, or names something that follows from it.
  const reason = () =>
    isFull() ? `the disk of ${logDir} is full` : lastWords(log.since(begunAt)) || 'no reason given';
  const sentence = (what) => `${name} ${what}: ${reason()} (log: ${file})`;

  function restart() {
    current = run();
  }

  /** Starts it again when there is room, and tries it now and then without. */
  function waitForRoom(since = performance.now()) {
    const hasRoom = !isFull();
    if (hasRoom && isToldFull) say(`There is room on the disk again; starting ${name} again`);
    if (hasRoom) isToldFull = false;
    if (hasRoom || performance.now() - since > whileFull.tryMs) return restart();
    pause = setTimeout(() => waitForRoom(since), whileFull.lookMs);
  }

  function afterEnd({ code, signal }) {
    if (state !== 'ready') return;
    if (isFull()) {
      if (!isToldFull) say(`${name} ended: ${reason()}. It goes on as soon as there is room.`);
      isToldFull = true;
      return waitForRoom();
    }
    const pauseMs = nextPause();
    if (pauseMs === undefined) return onGivenUp(sentence('cannot go on'));
    say(`${name} ended (${signal ?? `code ${code}`}); starting it again`);
    pause = setTimeout(restart, pauseMs);
  }

  /**
   * Waits for a sign that it is ready. The sign gets a signal that is aborted when the wait is over, and a function that tells
   * what it waits for.
   */
  async function untilReady(sign) {
    const enough = new AbortController();
    const tell = (what) => say(`${name} ${what} (log: ${file})`);
    const ended = current.ended.then(() => Promise.reject(new Unusable(sentence('could not start'))));
    try {
      const answer = await Promise.race([sign(enough.signal, tell), ended]);
      if (state === 'starting') state = 'ready';
      return answer;
    } finally {
      enough.abort();
    }
  }

  async function stop() {
    state = 'stopping';
    clearTimeout(pause);
    await current.stop(patienceMs);
  }

  return { name, untilReady, stop };
}
