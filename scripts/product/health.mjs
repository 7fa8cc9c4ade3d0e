import { setTimeout as delay } from 'node:timers/promises';
import { Unusable } from '../unusable.mjs';

// Each question takes processor time from what is starting.
const pollMs = 200;
const answerMs = 2000;

/** Returns the host name under which this machine reaches a server that listens on `host`. */
export function reachableHost(host) {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** A sign for `untilReady`: the address answers that all is well. Gives up after a minute. */
export const answers =
  (url, patienceMs = 60_000) =>
  async (signal) => {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
      const answer = await fetch(url, { signal: within }).catch(() => undefined);
      if (answer?.ok) return;
      await delay(pollMs, undefined, { signal });
    }
    throw new Unusable(`${url} did not answer within ${patienceMs / 1000} seconds.`);
  };
