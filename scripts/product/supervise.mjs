import { join } from 'node:path';
import { lastWords } from '../process/last-words.mjs';
import { Unusable } from '../unusable.mjs';
import { isDiskFull } from './disk.mjs';
import { openLog } from './log-file.mjs';
import { runLogged } from './run-logged.mjs';

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
 * `env` may be a function, which is called for each start. The rest is the program, as `runLogged` takes it.
 */
export function supervise({
  name,
  env,
  logDir,
  say,
  onGivenUp,
  restarts = fiveInAMinute,
  isFull = () => isDiskFull(logDir),
  ...program
}) {
  const file = join(logDir, `${name}.log`);
  const log = openLog(file);
  const nextPause = countCrashes(restarts);
  let state = 'starting';
  let begunAt;
  let pause;
  let isToldFull = false;
  let current = run();

  function run() {
    begunAt = log.size();
    const group = runLogged({ ...program, env: typeof env === 'function' ? env() : env, log });
    group.ended.then(afterEnd);
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
