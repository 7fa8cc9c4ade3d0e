import { setTimeout as delay } from 'node:timers/promises';

// Each question takes processor time from what is starting.
const pollMs = 200;
// A loaded machine may take seconds for one.
const answerMs = 10_000;

/** Returns the host name under which this machine reaches a server that listens on `host`. */
export function reachableHost(host) {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns what an answer says of a process that is not ready: which parts fail, where it names them. */
async function describeAnswer(answer) {
  if (!answer) return 'does not answer';
  const { parts = {} } = (await answer.json().catch(() => undefined)) ?? {};
  const failing = Object.keys(parts).filter((part) => parts[part] === 'failing');
  const reason = failing.length > 0 ? ` (failing: ${failing.join(', ')})` : '';
  return `answers ${answer.status}${reason}`;
}

/**
 * A sign for `untilReady`: the address answers that all is well. It waits for as long as the process runs, because a slow machine
 * has not failed, and says every minute what it waits for.
 */
export const answers =
  (url, tellMs = 60_000) =>
  async (signal, tell) => {
    let toldAt = performance.now();
    while (true) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
      const answer = await fetch(url, { signal: within }).catch(() => undefined);
      if (answer?.ok) return;
      signal.throwIfAborted();
      if (performance.now() - toldAt >= tellMs) {
        tell(`is not ready yet: ${url} ${await describeAnswer(answer)}`);
        toldAt = performance.now();
      }
      await delay(pollMs, undefined, { signal });
    }
  };
