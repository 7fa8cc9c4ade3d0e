import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { emptyRunState, parseLeaving, toBaseHashes, toRunState } from './run-state.ts';
import { hash } from './testing/planned.ts';

const leavesAt = '2026-11-25T10:00:00.000Z';

test('a row remembers what was stored', () => {
  const stored = { ...emptyRunState, keptHashes: ['k'], heldAgainst: 'h' };
  const row = { ...stored, leaving: [{ hash: 'a', leavesAt }], name: 'not part of it' };
  expect(toRunState(row)).toEqual({ ...stored, leaving: [{ hash: 'a', leavesAt: new Date(leavesAt) }] });
});

test.each([
  [null],
  [undefined],
  ['text'],
  [{ hash: 'a', leavesAt }],
  [[null]],
  [['text']],
  [[undefined]],
  [[{}]],
  [[{ hash: 'a' }]],
  [[{ leavesAt }]],
  [[{ hash: 1, leavesAt }]],
  [[{ hash: 'a', leavesAt: 0 }]],
  [[{ hash: 'a', leavesAt: 'never' }]],
])('%j is no option that leaves, and stops no run', (stored) => {
  expect(parseLeaving(stored)).toEqual([]);
});

test('an entry that cannot be read does not take the others along', () => {
  const whole = { hash: 'a', leavesAt };
  expect(parseLeaving([{}, whole, null])).toEqual([{ hash: 'a', leavesAt: new Date(leavesAt) }]);
});

test.each([
  ['mirror', 'put_back', 0],
  ['mirror', 'keep', 1],
  ['keep_used', 'ask', 1],
  ['two_way', 'put_back', 1],
] as const)('%s with changes by hand %s remembers %i of two equal options', (mode, drift, count) => {
  const settings = { ...defaultSettings, mode, drift };
  expect(toBaseHashes({ options: ['a', 'a '], settings, hash })).toHaveLength(count);
});
