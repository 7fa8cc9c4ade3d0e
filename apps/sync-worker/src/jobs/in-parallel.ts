/** Does `work` for every item, at most `limit` at a time, in their order. Rejects with the first error. */
export async function inParallel<T>(ask: {
  items: readonly T[];
  limit: number;
  work: (item: T) => Promise<void>;
}): Promise<void> {
  const { items, limit, work } = ask;
  const waiting = items.values();
  // The loops share one iterator, so each item is taken once.
  const loop = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, loop));
}

/** Lets work of the same key run one after another, in the order it was asked for; other keys do not wait. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    // What failed is its own caller's to hear of; the next one only waits for its end.
    const ended = turn.catch(() => {});
    last.set(key, ended);
    return turn;
  };
}
