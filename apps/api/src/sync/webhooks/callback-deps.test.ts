import { expect, test } from 'vitest';
import { batchCalls } from './callback-deps.ts';

/** Work that is done when told. */
function held({ maxItems = 10, concurrency = 1, maxWaiting = 10 } = {}) {
  const batches: { items: number[]; done: () => void; fail: (error: Error) => void }[] = [];
  const add = batchCalls<number, number>({
    maxItems,
    concurrency,
    maxWaiting,
    work: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, done: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  });
  const begun = (expected: number[][]) =>
    expect.poll(() => batches.map(({ items }) => items)).toEqual(expected);
  return { add, batches, begun };
}

test('the first call runs at once; those that come in the meantime run together, and each gets its own result', async () => {
  const { add, batches, begun } = held();
  const answers = [1, 2, 3].map(add);
  await begun([[1]]);
  batches[0]?.done();
  expect(await answers[0]).toBe(10);
  await begun([[1], [2, 3]]);
  batches[1]?.done();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test('a batch is no larger than allowed, and no more are under way than allowed', async () => {
  const { add, batches, begun } = held({ maxItems: 2, concurrency: 2 });
  const answers = [1, 2, 3, 4, 5].map(add);
  await begun([[1], [2]]);
  batches[0]?.done();
  await answers[0];
  await begun([[1], [2], [3, 4]]);
});

test('a batch that fails fails for its own and for nobody else', async () => {
  const { add, batches, begun } = held();
  const [first, second] = [add(1), add(2)];
  batches[0]?.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await begun([[1], [2]]);
  batches[1]?.done();
  expect(await second).toBe(20);
});

test('a call without a result is rejected', async () => {
  const add = batchCalls<number, number>({
    maxItems: 5,
    concurrency: 1,
    maxWaiting: 5,
    work: async () => [],
  });
  await expect(add(1)).rejects.toThrow('fewer results');
});

test('answers unavailable when too many wait', async () => {
  const { add, batches, begun } = held({ maxWaiting: 1 });
  const [first, second] = [add(1), add(2)];
  await expect(add(3)).rejects.toMatchObject({ code: 'unavailable' });
  batches[0]?.done();
  await first;
  await begun([[1], [2]]);
  batches[1]?.done();
  expect(await second).toBe(20);
});
