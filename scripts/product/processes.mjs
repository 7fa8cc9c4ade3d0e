import { Unusable } from '../unusable.mjs';
import { supervise } from './supervise.mjs';

/**
 * The processes of one start. They are stopped in the opposite order, so that none loses what it works with.
 * `givenUp` rejects with one sentence when one of them cannot be kept alive.
 */
export function createProcesses({ logDir, say, signal }) {
  const started = [];
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers();
  givenUp.catch(() => {});

  function start(options) {
    signal.throwIfAborted();
    const onGivenUp = (sentence) => giveUp(new Unusable(sentence));
    const process = supervise({ ...options, logDir, say, onGivenUp });
    started.push(process);
    return process;
  }

  async function stop() {
    for (const process of started.toReversed()) await process.stop();
  }
  return { start, stop, givenUp };
}
