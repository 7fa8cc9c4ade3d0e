import { AppError } from '@picksync/contracts';

type Entry<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Does a piece of work for many at once. What comes while a batch is under way waits for the next one, so that nobody
 * waits for company and a crowd costs little more than one. Each is answered when its own batch is done, and fails
 * with it. Beyond `waiting` the answer is `unavailable`.
 */
export function inBatches<Item, Result>(options: {
  /** Answers a result for each item, in their order. */
  work: (items: Item[]) => Promise<Result[]>;
  most: number;
  atOnce: number;
  waiting: number;
}): (item: Item) => Promise<Result> {
  const line: Entry<Item, Result>[] = [];
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
    while (line.length > 0) await settle(line.splice(0, options.most));
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (line.length >= options.waiting) return reject(new AppError('unavailable'));
      line.push({ item, resolve, reject });
      if (running < options.atOnce) void run();
    });
}
