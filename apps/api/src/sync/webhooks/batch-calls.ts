import { AppError } from '@picksync/contracts';

type Entry<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that works on the items of many calls at once. Calls that arrive while a batch is running wait for the
 * next one, so that a single call does not wait and many cost little more than one. Each call gets its own result, and
 * fails when its batch fails. Throws `unavailable` when more than `maxWaiting` calls wait.
 */
export function batchCalls<Item, Result>(options: {
  /** Returns a result for each item, in their order. */
  work: (items: Item[]) => Promise<Result[]>;
  maxItems: number;
  concurrency: number;
  maxWaiting: number;
}): (item: Item) => Promise<Result> {
  const waiting: Entry<Item, Result>[] = [];
  let running = 0;

  async function settle(batch: Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await options.work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < results.length) resolve(results[index] as Result);
        else reject(new Error('a batch with fewer results than items'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function run(): Promise<void> {
    running += 1;
    while (waiting.length > 0) await settle(waiting.splice(0, options.maxItems));
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) return reject(new AppError('unavailable'));
      waiting.push({ item, resolve, reject });
      if (running < options.concurrency) void run();
    });
}
