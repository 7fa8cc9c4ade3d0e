/** How long one attempt may take. */
export type TimeLimits = {
  /** Milliseconds without a sign of life: until the headers of an answer, and between two pieces of its body. */
  timeoutMs: number;
  /** Milliseconds for the whole attempt, however long the answer is. Default ten times `timeoutMs`. */
  overallTimeoutMs?: number | undefined;
};

/** Watches one attempt: `signal` is aborted when the other side is silent for too long or the whole takes too long. */
export function watchTime({ timeoutMs, overallTimeoutMs = 10 * timeoutMs }: TimeLimits) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const overall = setTimeout(abort, overallTimeoutMs);
  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, timeoutMs);
  };
  const hear = () => clearTimeout(silence);

  /** Yields the pieces of a body. The time in which they are worked on does not count as silence. */
  async function* readPieces(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array, void, void> {
    const pieces = body?.[Symbol.asyncIterator]();
    try {
      for (;;) {
        listen();
        const { done, value } = (await pieces?.next()) ?? { done: true };
        hear();
        if (done) return;
        yield value;
      }
    } finally {
      // Also when the reader stops early: the rest is not needed.
      pieces?.return?.().catch(() => {});
    }
  }

  return {
    signal: controller.signal,
    listen,
    readPieces,
    stop: () => {
      clearTimeout(overall);
      clearTimeout(silence);
    },
  };
}

/** Returns whether a signal was aborted by a time limit (`AbortSignal.timeout`) and not by the caller. */
export function isTimeLimit(signal: AbortSignal | undefined): boolean {
  return (
    signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
  );
}
