import { Unusable } from '../unusable.mjs';
import { supervise } from './supervise.mjs';
import { watchProcess } from './watch-process.mjs';

/**
 * Creates the list of the processes of one start. They are stopped in reverse order, so that none loses what it depends
 * on. `givenUp` rejects with one sentence when one of them keeps crashing.
 */
export function createProcesses({ logDir, say, signal }) {
  const started = [];
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers();
  givenUp.catch(() => {});

  function start({ isWatched, ...options }) {
    signal.throwIfAborted();
    const onGivenUp = (sentence) => giveUp(new Unusable(sentence));
    const process = isWatched
      ? watchProcess({ ...options, logDir, say })
      : supervise({ ...options, logDir, say, onGivenUp });
    started.push(process);
    return process;
  }

  async function stop() {
    for (const process of started.toReversed()) await process.stop();
  }
  return { start, stop, givenUp };
}
