import { expect, test } from 'vitest';
import { createBodyLimits, defaultBodySizes } from './body-limits.ts';

const sizes = { ...defaultBodySizes, maxMemoryBytes: 100, maxMemoryBytesPerNetwork: 60 };

test('keeps no more than allowed, and released memory makes room', () => {
  const limits = createBodyLimits(sizes);
  const [first, second] = [limits.reserveMemory('a'), limits.reserveMemory('b')];
  first.add(60);
  second.add(40);
  expect(() => second.add(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  first.release();
  first.release();
  expect(limits.memoryInUse()).toBe(40);
  second.add(20);
  second.release();
  expect(limits.memoryInUse()).toBe(0);
});

test('one network cannot take all of it', () => {
  const limits = createBodyLimits(sizes);
  limits.reserveMemory('a').add(60);
  expect(() => limits.reserveMemory('a').add(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  limits.reserveMemory('b').add(40);
});

test('long bodies wait for a place, those of one network for each other, and leave room for another', async () => {
  const limits = createBodyLimits({ ...defaultBodySizes, maxLong: 3, maxLongPerNetwork: 2 });
  const entered: string[] = [];
  const enter = async (network: string) => {
    const release = await limits.enterLong(network);
    entered.push(network);
    return release;
  };
  const [first] = await Promise.all([enter('a'), enter('a')]);
  const third = enter('a');
  await enter('b');
  expect(entered).toEqual(['a', 'a', 'b']);
  const fourth = enter('b');
  first?.();
  first?.();
  (await fourth)();
  (await third)();
  expect(entered).toEqual(['a', 'a', 'b', 'b', 'a']);
});
