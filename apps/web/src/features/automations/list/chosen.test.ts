import { afterEach, expect, test } from 'vitest';
import { choose, chooseMany, chooseNone, useChosen } from './chosen.ts';

afterEach(chooseNone);
const order = ['a', 'b', 'c', 'd', 'e'];
const ids = () => [...useChosen.getState().ids].sort().join('');

test('a range goes from the row that was ticked last, in both directions, and unticks as well', () => {
  choose({ id: 'b', isChosen: true, isRange: true, order });
  expect(ids()).toBe('b');
  choose({ id: 'd', isChosen: true, isRange: true, order });
  expect(ids()).toBe('bcd');
  choose({ id: 'a', isChosen: true, isRange: true, order });
  expect(ids()).toBe('abcd');
  choose({ id: 'c', isChosen: false, isRange: true, order });
  expect(ids()).toBe('d');
});

test('a row that is no longer shown begins no range', () => {
  choose({ id: 'x', isChosen: true, isRange: false, order: ['x'] });
  choose({ id: 'c', isChosen: true, isRange: true, order });
  expect(ids()).toBe('cx');
});

test('many are ticked and unticked together', () => {
  chooseMany(['a', 'b'], true);
  chooseMany(['b', 'c'], false);
  expect(ids()).toBe('a');
});
