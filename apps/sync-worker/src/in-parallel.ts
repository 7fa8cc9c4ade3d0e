/**
 * Runs `work` for every item in order, at most `limit` at a time. After an error no further item is begun, and it
 * rejects once all work that was begun has ended, so that nothing runs on after it has rejected.
 */
export function inParallel<T>(input: {
  items: readonly T[];
  limit: number;
  work: (item: T) => Promise<void>;
}): Promise<void> {
  const { items, work } = input;
  const waiting = items.values();
  const limit = Math.min(input.limit, items.length);
  return eachInParallel({ next: async () => waiting.next().value, limit, work });
}

/** Runs `work` as `inParallel` does, for items that are fetched one after another; `undefined` is the end. */
export async function eachInParallel<T>(input: {
  next: () => Promise<T | undefined>;
  limit: number;
  work: (item: T) => Promise<void>;
}): Promise<void> {
  const { next, limit, work } = input;
  const errors: unknown[] = [];
  // The loops share one source, so each item is taken once.
  const loop = async () => {
    while (errors.length === 0) {
      const item = await next();
      if (item === undefined) return;
      await work(item);
    }
  };
  const loops = Array.from({ length: limit }, () =>
    loop().catch((error: unknown) => void errors.push(error)),
  );
  await Promise.all(loops);
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns a function that works on items in batches: those that come while a batch is running wait for the next one. So
 * a single item does not wait, and many cost little more than one. Each caller waits for its own batch, and fails with
 * it.
 */
export function inBatches<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: { items: T[]; done: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    if (waiting) {
      waiting.items.push(item);
      return waiting.done;
    }
    const items = [item];
    const done = last
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return work(items);
      });
    waiting = { items, done };
    last = done;
    return done;
  };
}

/**
 * Returns a function that runs work of the same key one after another, in the order of the calls; other keys do not
 * wait.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const running = (last.get(key) ?? Promise.resolve()).then(work);
    // The caller of this work handles a failure; the next one only waits for the end.
    const ended = running.catch(() => {});
    last.set(key, ended);
    return running;
  };
}

/**
 * Returns a function that gives one item after another, `undefined` at the end. Items are claimed in slices, the next
 * slice while items of the last are left, so that nobody waits for a claim. `claim` returns an empty slice at the end.
 */
export function createNextItem<T>(options: {
  claim: () => Promise<readonly T[]>;
  /** Claims the next slice when no more items than this are left. */
  claimAt: number;
}): () => Promise<T | undefined> {
  const items: T[] = [];
  let claiming: Promise<void> | undefined;
  let isOver = false;
  const refill = () => {
    claiming ??= (async () => {
      const slice = await options.claim();
      items.push(...slice);
      isOver = slice.length === 0;
    })().finally(() => {
      claiming = undefined;
    });
    return claiming;
  };
  return async () => {
    for (;;) {
      const item = items.shift();
      // The error of a claim that failed is thrown by `await refill()` below, once no item is left.
      if (!isOver && items.length <= options.claimAt) refill().catch(() => {});
      if (item !== undefined) return item;
      if (isOver) return undefined;
      await refill();
    }
  };
}
