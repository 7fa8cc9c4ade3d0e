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
