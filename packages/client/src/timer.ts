/**
 * Starts a timer. `ended` resolves after `ms` or when `stop` is called, and rejects with the signal's reason when that aborts.
 */
export function startTimer(ms: number, signal?: AbortSignal): { ended: Promise<void>; stop: () => void } {
  let stop = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    const abort = () => {
      reject(signal?.reason);
      stop();
    };
    const timer = setTimeout(() => stop(), ms);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
  return { ended, stop: () => stop() };
}
