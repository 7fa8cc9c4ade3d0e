import { expect, test } from 'vitest';
import { createKeyedMutex, inParallel } from './in-parallel.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('never more than the limit run at once, and every item runs once', async () => {
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

test('after an error nothing further is begun, and the caller hears of it when what was begun has ended', async () => {
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
