/** Does `work` for every item, at most `limit` at a time, and answers the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // The loops share one iterator, so each item is taken once.
  const waiting = items.entries();
  const loop = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, loop));
  return results;
}
