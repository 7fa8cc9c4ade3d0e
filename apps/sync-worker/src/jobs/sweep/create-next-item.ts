/**
 * Returns a function that gives one item after another, `undefined` at the end. Items are claimed in slices, the next
 * one while there are still some of the last: nobody waits for a claim. `claim` answers an empty slice at the end.
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
      // Whoever finds nothing left meets the error of a claim that failed.
      if (!isOver && items.length <= options.claimAt) refill().catch(() => {});
      if (item !== undefined) return item;
      if (isOver) return undefined;
      await refill();
    }
  };
}
