/**
 * Does `work` for every item, at most `limit` at a time, in their order. After an error no further item is begun; it
 * rejects with that error once everything that was begun has ended, so that nothing goes on behind the caller's back.
 */
export async function inParallel<T>(input: {
  items: readonly T[];
  limit: number;
  work: (item: T) => Promise<void>;
}): Promise<void> {
  const { items, limit, work } = input;
  const waiting = items.values();
  const errors: unknown[] = [];
  // The loops share one iterator, so each item is taken once.
  const loop = async () => {
    while (errors.length === 0) {
      const next = waiting.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => void errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, loop));
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns a function that runs work of the same key one after another, in the order of the calls; other keys do not
 * wait.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const running = (last.get(key) ?? Promise.resolve()).then(work);
    // Its own caller handles a failure; the next one only waits for the end.
    const ended = running.catch(() => {});
    last.set(key, ended);
    return running;
  };
}
