import { expect, test } from 'vitest';
import { createKeyedMutex, createNextItem, eachInParallel, inBatches, inParallel } from './in-parallel.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('every item runs once, and no more than the limit at the same time', async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  await inParallel({
    items: [1, 2, 3, 4, 5, 6, 7],
    limit: 3,
    work: async (item) => {
      running += 1;
      most = Math.max(most, running);
      seen.push(item);
      await tick();
      running -= 1;
    },
  });
  expect(most).toBe(3);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('an error stops further items, and rejects once the items that had begun have ended', async () => {
  const events: string[] = [];
  const work = async (item: number) => {
    events.push(`${item} begins`);
    if (item === 1) throw new Error('no');
    await tick();
    events.push(`${item} ends`);
  };
  await expect(inParallel({ items: [1, 2, 3, 4], limit: 2, work })).rejects.toThrow('no');
  const heardAt = events.length;
  await tick();
  await tick();
  expect(events).toEqual(['1 begins', '2 begins', '2 ends']);
  expect(events).toHaveLength(heardAt);
});

test('work of one key runs in turn, after a failure too, and other keys do not wait', async () => {
  const withMutex = createKeyedMutex();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await tick();
    events.push(`${name} ends`);
    if (name === 'a1') throw new Error('a1 failed');
    return name;
  };
  const a1 = withMutex('a', work('a1'));
  const a2 = withMutex('a', work('a2'));
  const b1 = withMutex('b', work('b1'));
  await expect(a1).rejects.toThrow('a1 failed');
  expect(await Promise.all([a2, b1])).toEqual(['a2', 'b1']);
  expect(events.indexOf('a2 begins')).toBeGreaterThan(events.indexOf('a1 ends'));
  expect(events.indexOf('b1 begins')).toBeLessThan(events.indexOf('a1 ends'));
});

test('items that come during a batch make up the next one, and each caller waits for its own batch', async () => {
  const batches: number[][] = [];
  const add = inBatches(async (items: readonly number[]) => {
    batches.push([...items]);
    await tick();
    if (items.includes(2)) throw new Error('no');
  });
  const first = add(1);
  await tick();
  const [second, third] = [add(2), add(3)];
  await first;
  await expect(second).rejects.toThrow('no');
  await expect(third).rejects.toThrow('no');
  await add(4);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

test('items that are claimed slice by slice are each worked on once, and the next slice is claimed before it is needed', async () => {
  const slices = [[1, 2, 3], [4, 5], [6]];
  const [claims, seen]: [number[], number[]] = [[], []];
  const next = createNextItem<number>({
    claimAt: 1,
    claim: async () => {
      await tick();
      claims.push(seen.length);
      return slices.shift() ?? [];
    },
  });
  await eachInParallel({
    next,
    limit: 2,
    work: async (item) => {
      seen.push(item);
      await tick();
    },
  });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(claims).toHaveLength(4);
});

test('a slice that cannot be claimed ends the work with its error', async () => {
  const next = createNextItem<number>({ claimAt: 0, claim: () => Promise.reject(new Error('no database')) });
  await expect(eachInParallel({ next, limit: 3, work: async () => {} })).rejects.toThrow('no database');
});
