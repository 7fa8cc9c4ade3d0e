import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutRemovals } from './without-removals.ts';

test('options that may not go yet stay behind the one they stand behind', () => {
  const plan = { options: ['new', 'c', 'a'], removed: ['x', 'b', 'y'] };
  expect(withoutRemovals(plan, ['x', 'a', 'b', 'c', 'y'])).toEqual(['x', 'new', 'c', 'y', 'a', 'b']);
});

test('no list loses an option or gets one twice, and writing it once more changes nothing', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
  fc.assert(
    fc.property(list, list, (current, options) => {
      const plan = { options, removed: current.filter((option) => !options.includes(option)) };
      const next = withoutRemovals(plan, current);
      expect(next.toSorted()).toEqual([...new Set([...current, ...options])].sort());
      expect(next.filter((option) => options.includes(option))).toEqual(options);
      expect(withoutRemovals(plan, next)).toEqual(next);
    }),
  );
});
